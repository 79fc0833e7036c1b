import { runCommand } from '../run-command.ts';
import { restore } from './restore.ts';

await runCommand(restore);
