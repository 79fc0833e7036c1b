import { dev } from '../dev/dev.ts';
import { runCommand } from '../run-command.ts';

await runCommand(dev);
