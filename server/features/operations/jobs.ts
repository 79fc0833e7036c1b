import { storeAudit } from '../../records/write-audit.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import type { FailedJob, JobDefinition, QueueCounts } from '../../ports/queue/queue.ts';
import { jobText, type JobText } from './job-texts.ts';
import { requireMenu } from '../../domain/permissions.ts';
import type { Call, Services } from '../../services.ts';

/** Nobody would read more; the count tells how many there are. */
const FAILED_SHOWN_MAX = 20;
const RETRY_BATCH_SIZE = 25;
/** Per press of the button; the next press takes the rest. */
const RETRY_MAX = 1_000;

export interface JobState {
  id: string;
  /** For people. */
  text: JobText;
  counts: QueueCounts;
  /** The newest first, at most 20. */
  failed: FailedJob[];
  /** How often a job is tried before it counts as failed. */
  attempts: number;
}

interface JobsState {
  jobs: JobState[];
  /** True: the queue does not answer, so nothing is known. */
  isDown: boolean;
}

/** Every kind of background work, with what waits and what failed. Answers within seconds also when the queue is down. */
export async function findJobs({ queues, log, registries }: Services, call: Call): Promise<JobsState> {
  requireMenu(call.actor, 'settings-machinery');
  try {
    await queues.ping();
    return { isDown: false, jobs: await Promise.all(registries.jobs.map((definition) => readJob(queues, definition))) };
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'unavailable') throw error;
    log.warn({ err: error }, 'state of jobs is unknown');
    return { isDown: true, jobs: [] };
  }
}

async function readJob(queues: Services['queues'], definition: JobDefinition<unknown>): Promise<JobState> {
  const { id, attempts } = definition;
  const counts = await queues.counts(definition);
  return {
    id,
    attempts,
    text: jobText(id),
    counts,
    failed: counts.failed === 0 ? [] : await queues.failedJobs(definition, FAILED_SHOWN_MAX),
  };
}

/** Runs a failed job again. Errors: `forbidden`, `not-found`, `conflict` (no longer failed), `unavailable`. */
export async function retryJob(services: Services, call: Call & { job: string; jobId: string }): Promise<void> {
  requireMenu(call.actor, 'settings-machinery', 'change');
  const definition = requireDefinition(services, call.job);
  await services.queues.retryFailed(definition, call.jobId);
  await auditRetry(services, call, { job: definition.id, jobId: call.jobId });
}

/** Runs up to 1,000 failed jobs of one kind again; says how many. Errors: `forbidden`, `not-found`, `unavailable`. */
export async function retryAllJobs(services: Services, call: Call & { job: string }): Promise<number> {
  requireMenu(call.actor, 'settings-machinery', 'change');
  const definition = requireDefinition(services, call.job);
  const failed = await services.queues.failedJobs(definition, RETRY_MAX);
  let retried = 0;
  for (let start = 0; start < failed.length; start += RETRY_BATCH_SIZE) {
    const settled = await Promise.all(
      failed.slice(start, start + RETRY_BATCH_SIZE).map(({ jobId }) => retryUnlessGone(services, definition, jobId)),
    );
    retried += settled.filter(Boolean).length;
  }
  if (retried > 0) await auditRetry(services, call, { job: definition.id, jobs: retried });
  return retried;
}

/** Somebody else may have retried it meanwhile. */
async function retryUnlessGone({ queues }: Services, definition: JobDefinition<unknown>, jobId: string): Promise<boolean> {
  try {
    await queues.retryFailed(definition, jobId);
    return true;
  } catch (error) {
    if (error instanceof AppError && (error.code === 'not-found' || error.code === 'conflict')) return false;
    throw error;
  }
}

function requireDefinition({ registries }: Services, id: string): JobDefinition<unknown> {
  const definition = registries.jobs.find((entry) => entry.id === id);
  if (!definition) throw new AppError('not-found', `no job ${id.slice(0, 50)}`, { userMessage: 'Ese tipo de trabajo no existe.' });
  return definition;
}

/** The queue has no transaction with the document store: the act is audited after it was done. */
function auditRetry({ documents }: Services, { actor, requestId }: Call, newData: { job: string; jobId?: string; jobs?: number }) {
  const targetPath = `trabajos/${newData.job}`;
  return storeAudit(documents.main, { actor, requestId, action: AUDIT_ACTIONS.failedJobsRetried, targetPath, beforeData: null, newData });
}
