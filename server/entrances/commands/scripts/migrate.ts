import { migrate } from '../migrate.ts';
import { runCommand } from '../run-command.ts';

await runCommand(migrate);
