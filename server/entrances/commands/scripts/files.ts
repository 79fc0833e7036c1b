import { files } from '../files/files.ts';
import { runCommand } from '../run-command.ts';

await runCommand(files);
