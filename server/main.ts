import { runProcess } from './platform/processes/run-process.ts';
import { startWeb } from './entrances/http/start-web.ts';

await runProcess('web', startWeb);
