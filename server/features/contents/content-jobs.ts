import { z } from 'zod';
import { defineJob } from '../../ports/queue/queue.ts';

/**
 * Every hour at five past, so that the first run of a day is at 00:05 in Guatemala and whatever a worker that was down has
 * missed is caught up within the hour.
 */
export const publishContentsJob = defineJob({
  id: 'publish-contents',
  payload: z.object({}),
  attempts: 5,
  backoffMs: 30_000,
  schedule: { cron: '5 * * * *', timeZone: 'America/Guatemala' },
});

const TEN_MINUTES_MS = 600_000;

/** Checks whether pictures and links of contents answer, if that was not checked for most of a day. */
export const checkAddressesJob = defineJob({
  id: 'check-addresses',
  payload: z.object({}),
  attempts: 2,
  backoffMs: 60_000,
  schedule: { everyMs: TEN_MINUTES_MS },
});
