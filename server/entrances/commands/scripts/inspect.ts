import { inspect } from '../inspect/inspect.ts';
import { runCommand } from '../run-command.ts';

await runCommand(inspect);
