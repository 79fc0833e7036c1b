import { Worker, type Job, type Queue } from 'bullmq';
import type { Log } from '#server/platform/log/log.ts';
import { traced } from '#server/platform/tracing.ts';
import { withinTime } from '#server/platform/processes/within-time.ts';
import type { Services } from '#server/services.ts';
import { errorLogger, type QueueConnection } from '#server/ports/queue/connection.ts';
import { openQueue, setScheduler } from '#server/ports/queue/create-queues.ts';
import type { JobDefinition } from '#server/ports/queue/queue.ts';
import type { AnyHandler } from './handler.ts';

/**
 * How long a killed worker's job stays locked. Twice BullMQ's default of 30 s would leave a job waiting for almost a minute after kill -9,
 * and a second crash would fail it: both too much for the read model.
 */
const LOCK_MS = 8_000;
const STALLED_CHECK_MS = 3_000;
const MAX_STALLED = 20;
const CLOSE_DEADLINE_MS = 10_000;
const SILENCE_CHECK_MS = 2_000;
/** How soon a queue that lost its data gets its schedules back. */
const SCHEDULE_CHECK_MS = 10_000;
/** How long jobs may wait without any starting or ending before a worker is considered dead. */
const SILENT_AFTER_MS = 8_000;

export interface WorkerServices {
  connection: QueueConnection;
  services: Services;
  log: Log;
  /** Aborted when the workers must stop. */
  signal: AbortSignal;
  /** Called after each attempt of a job. */
  observeJob: ((job: string, outcome: 'completed' | 'failed', seconds: number) => void) | undefined;
  /** Awaited before each job. */
  beforeJob: (() => Promise<void>) | undefined;
}

/**
 * The worker of one job definition. Workers falling silent after a restart of the queue's server is a known problem: when jobs wait, none
 * is active, and this one has neither started nor ended one for SILENT_AFTER_MS, it is replaced.
 */
export async function superviseWorker(services: WorkerServices, handler: AnyHandler): Promise<{ close(): Promise<void> }> {
  const { id } = handler.definition;
  const log = services.log.child({ queue: id });
  const queue = openQueue(id, services.connection);
  queue.on('error', errorLogger(log, 'queue'));
  await schedule(handler.definition, queue);
  let progressAt = Date.now();
  const onProgress = () => (progressAt = Date.now());
  let mayHaveFailed = true;
  const onEnd = (outcome: 'completed' | 'failed') => {
    if (outcome === 'failed') mayHaveFailed = true;
    else if (mayHaveFailed && handler.definition.schedule) {
      mayHaveFailed = false;
      retryFailedRuns(queue).catch((error: unknown) => log.debug({ err: error }, 'trying failed runs again'));
    }
  };
  let worker = startWorker(services, handler, log, { onProgress, onEnd });

  const replaceSilent = async () => {
    if (Date.now() - progressAt < SILENT_AFTER_MS) return;
    const { waiting = 0, active = 0 } = await queue.getJobCounts('waiting', 'active');
    onProgress();
    if (waiting === 0 || active > 0 || services.signal.aborted) return;
    log.warn({ waiting }, 'worker fell silent, starting a new one');
    void worker.close(true).catch((error: unknown) => log.warn({ err: error }, 'closing a silent worker'));
    worker = startWorker(services, handler, log, { onProgress, onEnd });
  };
  const timer = setInterval(() => {
    // While the server is down the counts cannot be read: the next check decides.
    replaceSilent().catch((error: unknown) => log.debug({ err: error }, 'looking for silent workers'));
  }, SILENCE_CHECK_MS);
  const scheduleTimer = setInterval(() => {
    schedule(handler.definition, queue).catch((error: unknown) => log.debug({ err: error }, 'looking for the schedule'));
  }, SCHEDULE_CHECK_MS);

  return {
    async close() {
      clearInterval(timer);
      clearInterval(scheduleTimer);
      // worker.close() waits without limit; a job cut off here starts again elsewhere, and handlers are idempotent.
      await withinTime(worker.close(false), CLOSE_DEADLINE_MS, () => new Error('jobs still run')).catch(() => {
        void worker.close(true).catch(() => undefined);
      });
      await queue.close().catch(() => undefined);
    },
  };
}

function startWorker(
  { connection, services, signal, beforeJob, observeJob }: WorkerServices,
  handler: AnyHandler,
  log: Log,
  { onProgress, onEnd }: { onProgress: () => void; onEnd: (outcome: 'completed' | 'failed') => void },
): Worker {
  const { definition } = handler;
  const process = async (job: Job) => {
    onProgress();
    const payload = definition.payload.parse(job.data);
    await beforeJob?.();
    await traced(`job ${definition.id}`, { 'messaging.message.id': job.id ?? '' }, async () =>
      handler.handle({ payload, services, log: log.child({ jobId: job.id }), signal }),
    );
  };
  const options = {
    connection: connection.connection,
    concurrency: definition.concurrency,
    lockDuration: LOCK_MS,
    stalledInterval: STALLED_CHECK_MS,
    maxStalledCount: MAX_STALLED,
  };
  const worker = new Worker(definition.id, process, options, connection.backend as undefined);
  worker.on('error', errorLogger(log, 'worker'));
  const observe = (job: Job | undefined, outcome: 'completed' | 'failed') => {
    onProgress();
    onEnd(outcome);
    if (job?.processedOn && job.finishedOn) observeJob?.(definition.id, outcome, (job.finishedOn - job.processedOn) / 1000);
  };
  worker.on('completed', (job) => observe(job, 'completed'));
  worker.on('failed', (job, error) => {
    observe(job, 'failed');
    log.error({ err: error, jobId: job?.id, attempts: job?.attemptsMade }, 'job failed');
  });
  return worker;
}

/**
 * A run that succeeds shows that those before it would, too: nobody has to clear a list, and no alert stays. They run again, because BullMQ
 * does not let them be removed.
 */
async function retryFailedRuns(queue: Queue): Promise<void> {
  for (const job of await queue.getFailed()) if (job.repeatJobKey) await job.retry('failed');
}

/** Scheduled jobs have a fixed id: many workers, one schedule. */
async function schedule(definition: JobDefinition<unknown>, queue: Queue): Promise<void> {
  const { id, schedule } = definition;
  if (schedule) await setScheduler(queue, definition, { id, schedule, data: {} });
}
