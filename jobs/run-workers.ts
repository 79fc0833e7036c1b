import type { Config } from '#server/config.ts';
import { connectQueues } from '#server/queue/connection.ts';
import type { AnyHandler } from './handler.ts';
import { keepWorker, type WorkerServices } from './keep-worker.ts';

export interface RunningWorkers {
  /** Lets running jobs finish (≤ 10 s), then stops. */
  close(): Promise<void>;
}

export interface RunWorkersOptions extends Pick<WorkerServices, 'services' | 'log'>, Partial<Pick<WorkerServices, 'beforeJob'>> {
  config: Pick<Config, 'queue'>;
  handlers: readonly AnyHandler[];
}

/** One worker per job definition. Resolves when the queue's server answers and all have started. */
export async function runWorkers({ config, services, log, handlers, beforeJob }: RunWorkersOptions): Promise<RunningWorkers> {
  // Each Postgres worker keeps one connection for LISTEN; the rest is for taking and finishing jobs.
  const connection = connectQueues(config.queue, { role: 'worker', poolSize: handlers.length * 2 + 4, log });
  const abort = new AbortController();
  await connection.ready();
  const shared = { connection, services, log, signal: abort.signal, beforeJob };
  const workers = await Promise.all(handlers.map((handler) => keepWorker(shared, handler)));
  const close = async () => {
    abort.abort();
    await Promise.all(workers.map((worker) => worker.close()));
    await connection.close();
  };
  let closed: Promise<void> | undefined;
  return { close: () => (closed ??= close()) };
}
