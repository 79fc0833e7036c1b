import { runCommand } from '../run-command.ts';
import { readModel } from './read-model.ts';

await runCommand(readModel);
