import { z } from 'zod';
import { defineJob } from '../../ports/queue/queue.ts';

/** Alerts people to what happened. */
export const makeAlertsJob = defineJob({
  id: 'make-alerts',
  payload: z.object({}),
  schedule: { everyMs: 5_000 },
});

/** Sends alerts by e-mail to people who want that. A job of its own: a mail server that hangs delays no alert. */
export const mailAlertsJob = defineJob({
  id: 'mail-alerts',
  payload: z.object({}),
  schedule: { everyMs: 15_000 },
});
