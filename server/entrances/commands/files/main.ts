import { runCommand } from '../run-command.ts';
import { files } from './files.ts';

await runCommand(files);
