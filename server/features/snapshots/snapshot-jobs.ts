import { z } from 'zod';
import { defineJob } from '../../ports/queue/queue.ts';

const ID_MAX = 300;
const id = z.string().min(1).max(ID_MAX);

/**
 * One scheduler of this queue per schedule, aligned with the documents at start and every five minutes. A job only signals the time:
 * document and clock decide what is due.
 */
export const createDueRunsJob = defineJob<{ scheduleId: string }>({
  id: 'take-due-times',
  payload: z.object({ scheduleId: id }),
  attempts: 3,
  concurrency: 4,
});

/**
 * Makes the report of one run, owners taking turns: one job for each waiting run. snapshot_work says who holds a run, and unfinished runs
 * are enqueued again.
 */
export const performRunJob = defineJob<{ runId: string }>({
  id: 'perform-report-run',
  payload: z.object({ runId: id }),
  concurrency: 2,
});

/** Tells one person of one run. What is not sent is enqueued again, with growing delays. */
export const sendRunMailJob = defineJob<{ runId: string; userId: string }>({
  id: 'send-report-mail',
  payload: z.object({ runId: id, userId: id }),
  concurrency: 4,
});
