import { backup } from '../backup/backup.ts';
import { runCommand } from '../run-command.ts';

await runCommand(backup);
