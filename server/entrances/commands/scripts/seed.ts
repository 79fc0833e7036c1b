import { waitForStartMessage } from '../../../platform/processes/wait-for-start.ts';
import { runCommand } from '../run-command.ts';
import { seed } from '../seed.ts';

await waitForStartMessage();
await runCommand(seed);
