import { demo } from '../demo/demo.ts';
import { runCommand } from '../run-command.ts';

await runCommand(demo);
