import { pictures } from '../pictures.ts';
import { runCommand } from '../run-command.ts';

await runCommand(pictures);
