import { z } from 'zod';
import { defineJob } from '../../ports/queue/queue.ts';

const TEN_MINUTES_MS = 600_000;

/** Checks whether pictures and links of contents answer, if that was not checked for most of a day. */
export const checkAddressesJob = defineJob({
  id: 'check-addresses',
  payload: z.object({}),
  attempts: 2,
  backoffMs: 60_000,
  schedule: { everyMs: TEN_MINUTES_MS },
});
