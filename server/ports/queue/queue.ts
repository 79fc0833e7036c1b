import type { z } from 'zod';

/**
 * Declaration of a background job. A definition is data; the feature that declares it says how its code is loaded (features/feature.ts).
 * Payloads hold ids, never content: operators can read Redis.
 */
export interface JobDefinition<Payload> {
  /** Queue name and job id prefix: lower-case words with dashes, never ':'. */
  readonly id: string;
  readonly payload: z.ZodType<Payload>;
  /** Total number of attempts, with exponential back-off from `backoffMs`. */
  readonly attempts: number;
  readonly backoffMs: number;
  /** How many jobs of this definition one worker process runs concurrently. */
  readonly concurrency: number;
  /** Runs periodically, under a fixed scheduler id. */
  readonly schedule?: { everyMs: number } | { cron: string; timeZone: string };
}

export interface EnqueueOptions {
  /** At most one waiting and one running job per key; the newest payload wins. */
  deduplicationKey?: string;
}

/** A separate schedule for one payload of a definition. */
export interface Scheduler<Payload> {
  id: string;
  /** Cron expression with five fields. */
  cron: string;
  timeZone: string;
  payload: Payload;
}

export interface QueueCounts {
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  completed: number;
}

export interface FailedJob {
  jobId: string;
  reason: string;
  attemptsMade: number;
  failedAt: Date;
}

/** The producer side, used by the web and by handlers. If the queue is down, it throws `unavailable` fast (≤ 2 s). */
export interface Queues {
  enqueue<Payload>(definition: JobDefinition<Payload>, payload: Payload, options?: EnqueueOptions): Promise<void>;
  enqueueMany<Payload>(definition: JobDefinition<Payload>, payloads: readonly Payload[]): Promise<void>;
  /** Replaces the schedulers of a definition with exactly these. An invalid cron expression is skipped. */
  alignSchedulers<Payload>(definition: JobDefinition<Payload>, schedulers: readonly Scheduler<Payload>[]): Promise<void>;
  counts(definition: JobDefinition<unknown>): Promise<QueueCounts>;
  failedJobs(definition: JobDefinition<unknown>, limit: number): Promise<FailedJob[]>;
  retryFailed(definition: JobDefinition<unknown>, jobId: string): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** Unless it says otherwise, a job is attempted once, and a worker process runs one at a time. */
export function defineJob<Payload>({
  attempts = 1,
  backoffMs = 1_000,
  concurrency = 1,
  ...rest
}: Pick<JobDefinition<Payload>, 'id' | 'payload' | 'schedule'> & Partial<JobDefinition<Payload>>): JobDefinition<Payload> {
  return { attempts, backoffMs, concurrency, ...rest };
}
