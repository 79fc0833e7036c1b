import { runCommand } from '../run-command.ts';
import { biAccess } from './bi-access.ts';

await runCommand(biAccess);
