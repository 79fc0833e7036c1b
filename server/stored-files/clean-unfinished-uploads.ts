import { z } from 'zod';
import { defineJob } from '../queue/queue.ts';
import { findAbandoned, findStrays, removeUpload } from './unfinished-uploads.ts';
import type { Services } from '../services.ts';

/** A weekend with a closed lid is longer than anybody waits for an upload; the sender then begins anew. */
const KEEP_HOURS = 48;
const HOUR_MS = 3_600_000;
const AT_ONCE = 100;
const STRAY_AT_ONCE = 1_000;

/** Removes uploads that nobody went on with. */
export const cleanUnfinishedUploadsJob = defineJob({
  id: 'clean-unfinished-uploads',
  payload: z.object({}),
  attempts: 3,
  backoffMs: 60_000,
  concurrency: 1,
  schedule: { everyMs: HOUR_MS },
});

/** Lets go of what nobody touched for two days, with its parts, and of parts that no upload has. @returns how many uploads */
export async function cleanUnfinishedUploads(
  services: Pick<Services, 'sql' | 'uploadParts'>,
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
    if (abandoned.length < AT_ONCE) break;
  }
  return removed + (await removeStrays(services, new Date(now.getTime() - HOUR_MS), signal));
}

/** Left by processes that were killed. A part that has just arrived may be noted in a moment. */
async function removeStrays(
  services: Pick<Services, 'sql' | 'uploadParts'>,
  before: Date,
  signal: AbortSignal | undefined,
): Promise<number> {
  const { uploadParts } = services;
  let removed = 0;
  let ids: string[] = [];
  const look = async () => {
    signal?.throwIfAborted();
    for (const id of await findStrays(services, ids)) {
      await uploadParts.delete(id);
      removed += 1;
    }
    ids = [];
  };
  for await (const { id, modifiedAt } of uploadParts.list()) {
    if (modifiedAt < before) ids.push(id);
    if (ids.length === STRAY_AT_ONCE) await look();
  }
  await look();
  return removed;
}
