import { runCommand } from '../run-command.ts';
import { backup } from './backup.ts';

await runCommand(backup);
