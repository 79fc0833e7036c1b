import { z } from 'zod';
import { defineJob } from '../../ports/queue/queue.ts';

/** Copies the people of a REST backend of another make: changes made there show here within a minute. */
export const refreshPeopleJob = defineJob({
  id: 'refresh-people',
  payload: z.object({}),
  schedule: { everyMs: 60_000 },
});
