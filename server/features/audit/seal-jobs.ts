import { z } from 'zod';
import { defineJob } from '../../ports/queue/queue.ts';

const MINUTE_MS = 60_000;

/** Seals the entries of both databases that no seal covers yet. */
export const sealAuditJob = defineJob({
  id: 'seal-audit',
  payload: z.object({}),
  attempts: 3,
  backoffMs: 5_000,
  schedule: { everyMs: MINUTE_MS },
});

/** Verifies all seals and entries of both databases. */
export const verifyAuditJob = defineJob({
  id: 'verify-audit',
  payload: z.object({}),
  attempts: 3,
  backoffMs: 60_000,
  schedule: { cron: '40 2 * * *', timeZone: 'America/Guatemala' },
});
