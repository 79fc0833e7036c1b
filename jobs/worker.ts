import { runProcess } from '#server/platform/processes/run-process.ts';
import { startWorker } from './start-worker.ts';

await runProcess('worker', startWorker);
