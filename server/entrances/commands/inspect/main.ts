import { runCommand } from '../run-command.ts';
import { inspect } from './inspect.ts';

await runCommand(inspect);
