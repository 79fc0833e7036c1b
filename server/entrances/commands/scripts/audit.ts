import { audit } from '../audit.ts';
import { runCommand } from '../run-command.ts';

await runCommand(audit);
