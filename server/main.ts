import { runProcess } from './platform/run-process.ts';
import { startWeb } from './start-web.ts';

await runProcess('web', startWeb);
