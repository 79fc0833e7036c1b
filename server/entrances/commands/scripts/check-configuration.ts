import { checkConfiguration } from '../check-configuration.ts';
import { runCommand } from '../run-command.ts';

await runCommand(checkConfiguration);
