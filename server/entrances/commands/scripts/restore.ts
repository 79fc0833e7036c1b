import { restore } from '../backup/restore.ts';
import { runCommand } from '../run-command.ts';

await runCommand(restore);
