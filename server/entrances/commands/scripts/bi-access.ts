import { biAccess } from '../bi-access/bi-access.ts';
import { runCommand } from '../run-command.ts';

await runCommand(biAccess);
