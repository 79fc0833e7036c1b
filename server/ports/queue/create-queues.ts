import { isDeepStrictEqual } from 'node:util';
import { Queue, type JobsOptions } from 'bullmq';
import { CronExpressionParser } from 'cron-parser';
import type { Config } from '../../config/config.ts';
import { AppError } from '../../domain/errors.ts';
import type { Log } from '../../platform/log/log.ts';
import { withinTime } from '../../platform/processes/within-time.ts';
import { connectQueues, errorLogger } from './connection.ts';
import type { EnqueueOptions, FailedJob, JobDefinition, QueueCounts, Queues, Scheduler } from './queue.ts';

const ENQUEUE_TIMEOUT_MS = 2_000;
const PRODUCER_POOL_SIZE = 4;
const KEEP_COMPLETED = { count: 1_000, age: 3_600 };
const KEEP_FAILED = { count: 5_000, age: 30 * 24 * 3_600 };

/** The producer side of all queues of this process. Connects lazily: a process starts even if the queue is down. */
export function createQueues(config: Pick<Config, 'queue'>, log: Log): Queues {
  const connection = connectQueues(config.queue, { role: 'producer', poolSize: PRODUCER_POOL_SIZE, log });
  const queues = new Map<string, Queue>();

  async function queueOf(definition: JobDefinition<unknown>): Promise<Queue> {
    await connection.ready();
    let queue = queues.get(definition.id);
    if (!queue) {
      queue = openQueue(definition.id, connection);
      queue.on('error', errorLogger(log.child({ queue: definition.id }), 'queue'));
      queues.set(definition.id, queue);
    }
    return queue;
  }

  const use = <Result>(definition: JobDefinition<unknown>, work: (queue: Queue) => Promise<Result>) =>
    failFast(queueOf(definition).then(work), definition.id);

  return {
    enqueue: async (definition, payload, options = {}) => {
      const data = definition.payload.parse(payload);
      await use(definition, (queue) => queue.add(definition.id, data, jobOptions(definition, options)));
    },
    enqueueMany: async (definition, payloads) => {
      const opts = jobOptions(definition, {});
      const jobs = payloads.map((payload) => ({ name: definition.id, data: definition.payload.parse(payload), opts }));
      await use(definition, (queue) => queue.addBulk(jobs));
    },
    alignSchedulers: async (definition, schedulers) => {
      for (const id of await use(definition, (queue) => findObsolete(queue, schedulers)))
        await use(definition, (queue) => queue.removeJobScheduler(id));
      for (const scheduler of schedulers)
        await use(definition, (queue) =>
          setScheduler(queue, definition, { id: scheduler.id, schedule: scheduler, data: definition.payload.parse(scheduler.payload) }),
        );
    },
    counts: (definition) => use(definition, readCounts),
    failedJobs: (definition, limit) => use(definition, (queue) => readFailed(queue, limit)),
    retryFailed: (definition, jobId) =>
      use(definition, async (queue) => {
        const job = await queue.getJob(jobId);
        if (!job)
          throw new AppError('not-found', `job ${definition.id}/${jobId} does not exist`, { userMessage: 'Ese trabajo ya no existe.' });
        if (!(await job.isFailed()))
          throw new AppError('conflict', `job ${definition.id}/${jobId} is not failed`, { userMessage: 'Ese trabajo ya se reintentó.' });
        await job.retry('failed');
      }),
    ping: () => failFast(connection.ping(), 'ping'),
    close: async () => {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
      await connection.close();
    },
  };
}

/** One queue per definition, so that each has its own concurrency and a slow kind of job never blocks another. */
export function openQueue(id: string, connection: ReturnType<typeof connectQueues>): Queue {
  // BullMQ's types only know its own kind of connection; with a `backend` it takes another client's.
  return new Queue(id, { connection: connection.connection }, connection.backend as undefined);
}

/** BullMQ's options for a job of this definition; schedules use the same. */
function jobOptions(definition: Pick<JobDefinition<unknown>, 'attempts' | 'backoffMs'>, options: EnqueueOptions): JobsOptions {
  return {
    attempts: definition.attempts,
    backoff: { type: 'exponential', delay: definition.backoffMs },
    removeOnComplete: KEEP_COMPLETED,
    removeOnFail: KEEP_FAILED,
    // ':' is BullMQ's separator and not allowed in an id.
    ...(options.deduplicationKey === undefined
      ? {}
      : { deduplication: { id: options.deduplicationKey.replaceAll(':', '_'), keepLastIfActive: true } }),
  };
}

async function findObsolete(queue: Queue, schedulers: readonly Pick<Scheduler<unknown>, 'id'>[]): Promise<string[]> {
  const wanted = new Set(schedulers.map(({ id }) => id));
  const found = await queue.getJobSchedulers();
  return found.map(({ key }) => key).filter((id) => !wanted.has(id));
}

/** An up-to-date scheduler is left alone: setting it again would restart its interval. */
export async function setScheduler(
  queue: Queue,
  definition: JobDefinition<unknown>,
  { id, schedule, data }: { id: string; schedule: NonNullable<JobDefinition<unknown>['schedule']>; data: unknown },
): Promise<void> {
  const repeat = 'everyMs' in schedule ? { every: schedule.everyMs } : { pattern: schedule.cron, tz: schedule.timeZone };
  const found = await queue.getJobScheduler(id);
  const isSame =
    ('every' in repeat ? found?.every === repeat.every : found?.pattern === repeat.pattern && found.tz === repeat.tz) &&
    isDeepStrictEqual(found?.template?.data ?? {}, data);
  if (isSame && (found?.next ?? 0) <= latestStart(schedule)) return;
  // It was set while a clock was ahead: setting it again would keep that time.
  if (isSame) await queue.removeJobScheduler(id);
  await queue.upsertJobScheduler(id, repeat, { name: definition.id, data, opts: jobOptions(definition, {}) });
}

/** No next start lies later: two periods from now. */
function latestStart(schedule: NonNullable<JobDefinition<unknown>['schedule']>): number {
  if ('everyMs' in schedule) return Date.now() + 2 * schedule.everyMs;
  const starts = CronExpressionParser.parse(schedule.cron, { tz: schedule.timeZone });
  starts.next();
  return starts.next().getTime();
}

async function readCounts(queue: Queue): Promise<QueueCounts> {
  const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed', 'completed');
  const of = (state: string) => counts[state] ?? 0;
  return { waiting: of('waiting'), active: of('active'), delayed: of('delayed'), failed: of('failed'), completed: of('completed') };
}

async function readFailed(queue: Queue, limit: number): Promise<FailedJob[]> {
  const jobs = await queue.getFailed(0, limit - 1);
  return jobs.map((job) => ({
    jobId: job.id ?? '',
    reason: job.failedReason,
    attemptsMade: job.attemptsMade,
    failedAt: new Date(job.finishedOn ?? job.timestamp),
  }));
}

async function failFast<Result>(work: Promise<Result>, what: string): Promise<Result> {
  try {
    return await withinTime(work, ENQUEUE_TIMEOUT_MS, () => new Error('the queue did not answer in time'));
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('unavailable', `queue ${what} is not reachable`, {
      userMessage: 'La cola de trabajos no responde en este momento. Intente de nuevo en unos minutos.',
      cause: error,
    });
  }
}
