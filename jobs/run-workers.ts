import { Worker, type Job, type Queue } from 'bullmq';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/platform/log.ts';
import { withinTime } from '#server/platform/within-time.ts';
import type { Services } from '#server/services.ts';
import { connectQueues, type QueueConnection } from '#server/queue/connection.ts';
import { jobOptions, openQueue } from '#server/queue/create-queues.ts';
import type { AnyHandler } from './handler.ts';
import { replaceSilentWorkers } from './silent-workers.ts';

/**
 * How long a killed worker's job stays locked. BullMQ's default of 30 s twice over would leave a job lying for almost a
 * minute after kill -9, and a second crash would fail it: both are too much for the read model.
 */
const LOCK_MS = 8_000;
const STALLED_CHECK_MS = 3_000;
const MAX_STALLED = 20;
const CLOSE_DEADLINE_MS = 10_000;

export interface RunningWorkers {
  /** Lets running jobs finish (≤ 10 s), then stops. */
  close(): Promise<void>;
}

export interface RunWorkersOptions {
  config: Pick<Config, 'queue'>;
  services: Services;
  log: Log;
  handlers: readonly AnyHandler[];
  /** Awaited before each job. */
  beforeJob?: () => Promise<void>;
}

export async function runWorkers({ config, services, log, handlers, beforeJob }: RunWorkersOptions): Promise<RunningWorkers> {
  // Each Postgres worker keeps one connection for LISTEN; the rest is for taking and finishing jobs.
  const connection = connectQueues(config.queue, { role: 'worker', poolSize: handlers.length * 2 + 4, log });
  const abort = new AbortController();
  await connection.ready();
  const queues = new Map(handlers.map((handler) => [handler.definition.id, openQueue(handler.definition.id, connection)]));
  for (const [id, queue] of queues) queue.on('error', (error) => log.warn({ err: error, queue: id }, 'queue'));
  await schedule(handlers, queues);

  const start = (handler: AnyHandler) => startWorker({ handler, connection, services, log, signal: abort.signal, beforeJob });
  const workers = new Map(handlers.map((handler) => [handler.definition.id, start(handler)]));
  const silentWorkers = replaceSilentWorkers({
    queues,
    log,
    replace: (id) => {
      const handler = handlers.find((entry) => entry.definition.id === id);
      if (!handler || abort.signal.aborted) return;
      void workers
        .get(id)
        ?.close(true)
        .catch((error: unknown) => log.warn({ err: error, queue: id }, 'closing a silent worker'));
      workers.set(id, start(handler));
    },
    progress: (id) => workers.get(id)?.progress() ?? 0,
  });

  const close = async () => {
    silentWorkers.stop();
    abort.abort();
    await Promise.all([...workers.values()].map((worker) => closeInTime(worker)));
    await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
    await connection.close();
  };
  let closed: Promise<void> | undefined;
  return { close: () => (closed ??= close()) };
}

interface RunningWorker {
  close(force: boolean): Promise<void>;
  /** Jobs begun or ended since the start: moves when the worker is alive. */
  progress(): number;
}

interface StartWorkerOptions {
  handler: AnyHandler;
  connection: QueueConnection;
  services: Services;
  log: Log;
  signal: AbortSignal;
  beforeJob: RunWorkersOptions['beforeJob'];
}

function startWorker({ handler, connection, services, log, signal, beforeJob }: StartWorkerOptions): RunningWorker {
  const { definition } = handler;
  let progress = 0;
  const process = async (job: Job) => {
    progress += 1;
    const jobLog = log.child({ queue: definition.id, jobId: job.id });
    const payload = definition.payload.parse(job.data);
    await beforeJob?.();
    await handler.handle({ payload, services, log: jobLog, signal });
  };
  const options = {
    connection: connection.connection as never,
    concurrency: definition.concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MAX_STALLED,
  };
  const worker = new Worker(definition.id, process, options, connection.backend as undefined);
  worker.on('error', (error) => log.warn({ err: error, queue: definition.id }, 'worker'));
  worker.on('completed', () => {
    progress += 1;
  });
  worker.on('failed', (job, error) => {
    progress += 1;
    log.error({ err: error, queue: definition.id, jobId: job?.id, attempts: job?.attemptsMade }, 'job failed');
  });
  return { close: (force) => worker.close(force), progress: () => progress };
}

async function closeInTime(worker: RunningWorker): Promise<void> {
  // worker.close() waits without limit; a job cut off here begins again elsewhere, and handlers are idempotent.
  await withinTime(worker.close(false), CLOSE_DEADLINE_MS, () => new Error('jobs still run')).catch(() => {
    void worker.close(true).catch(() => undefined);
  });
}

/** Scheduled jobs under a fixed id: many workers, one schedule. */
async function schedule(handlers: readonly AnyHandler[], queues: ReadonlyMap<string, Queue>): Promise<void> {
  for (const { definition } of handlers) {
    const queue = queues.get(definition.id);
    if (!definition.schedule || !queue) continue;
    const repeat =
      'everyMs' in definition.schedule
        ? { every: definition.schedule.everyMs }
        : { pattern: definition.schedule.cron, tz: definition.schedule.timeZone };
    await queue.upsertJobScheduler(definition.id, repeat, { name: definition.id, data: {}, opts: jobOptions(definition, {}) });
  }
}
