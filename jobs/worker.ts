import { runProcess } from '#server/platform/run-process.ts';
import { startWorker } from './start-worker.ts';

await runProcess('worker', startWorker);
