import { resetFactors } from '../reset-factors.ts';
import { runCommand } from '../run-command.ts';

await runCommand(resetFactors);
