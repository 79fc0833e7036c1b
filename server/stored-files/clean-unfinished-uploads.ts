import { z } from 'zod';
import { defineJob } from '../queue/queue.ts';
import type { FileServices } from './file-area.ts';
import { findAbandoned, removeUpload } from './unfinished-uploads.ts';

/** A weekend with a closed lid is longer than anybody waits for an upload; the sender then begins anew. */
const KEEP_HOURS = 48;
const HOUR_MS = 3_600_000;
const AT_ONCE = 100;

/** Removes uploads that nobody went on with. */
export const cleanUnfinishedUploadsJob = defineJob({
  id: 'clean-unfinished-uploads',
  payload: z.object({}),
  attempts: 3,
  backoffMs: 60_000,
  concurrency: 1,
  schedule: { everyMs: HOUR_MS },
});

/** Lets go of what nobody touched for two days, with its parts. @returns how many uploads */
export async function cleanUnfinishedUploads(
  services: Pick<FileServices, 'sql' | 'uploadParts'>,
  { now = new Date(), signal }: { now?: Date; signal?: AbortSignal } = {},
): Promise<number> {
  const before = new Date(now.getTime() - KEEP_HOURS * HOUR_MS);
  let removed = 0;
  for (;;) {
    const abandoned = await findAbandoned(services, before, AT_ONCE);
    for (const upload of abandoned) {
      signal?.throwIfAborted();
      await removeUpload(services, upload);
    }
    removed += abandoned.length;
    if (abandoned.length < AT_ONCE) return removed;
  }
}
