import { firstAdministrator } from '../first-administrator.ts';
import { runCommand } from '../run-command.ts';

await runCommand(firstAdministrator);
