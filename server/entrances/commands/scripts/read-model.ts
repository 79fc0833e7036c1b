import { readModel } from '../read-model/read-model.ts';
import { runCommand } from '../run-command.ts';

await runCommand(readModel);
