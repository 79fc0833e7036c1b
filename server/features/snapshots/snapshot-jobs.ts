import { z } from 'zod';
import { defineJob } from '../../ports/queue/queue.ts';

const ID_MAX = 300;
const id = z.string().min(1).max(ID_MAX);

/**
 * One scheduler of this queue per schedule, made equal to the documents at start and every five minutes. A job only says
 * that the time has come: what is due follows from the document and the clock.
 */
export const takeDueTimesJob = defineJob<{ scheduleId: string }>({
  id: 'take-due-times',
  payload: z.object({ scheduleId: id }),
  attempts: 3,
  backoffMs: 1_000,
  concurrency: 4,
});

/** Makes the report of one run, in turns of their owners: one job for each that waits. Who holds the run is in snapshot_work, and what is unfinished is asked for again. */
export const performRunJob = defineJob<{ runId: string }>({
  id: 'perform-report-run',
  payload: z.object({ runId: id }),
  attempts: 1,
  backoffMs: 1_000,
  concurrency: 2,
});

/** Tells one person of one run. What is not sent is asked for again, later each time. */
export const sendRunMailJob = defineJob<{ runId: string; userId: string }>({
  id: 'send-report-mail',
  payload: z.object({ runId: id, userId: id }),
  attempts: 1,
  backoffMs: 1_000,
  concurrency: 4,
});
