import { setTimeout as sleep } from 'node:timers/promises';

const CHUNK_IDS = 1_000;
const ATTEMPTS = 5;

/**
 * Rechecks ids that seemed to differ: in normal use changes are always on their way. What `look` still finds after `patienceMs` is real.
 */
export async function recheckDifferences<Found extends { id: string }>(
  ids: readonly string[],
  patienceMs: number,
  findRemaining: (ids: readonly string[]) => Promise<Found[]>,
): Promise<Found[]> {
  let found = await inChunks(ids, findRemaining);
  for (let attempt = 1; attempt < ATTEMPTS && found.length > 0; attempt += 1) {
    await sleep(patienceMs / (ATTEMPTS - 1));
    const remainingIds = found.map(({ id }) => id);
    found = await inChunks(remainingIds, findRemaining);
  }
  return found;
}

async function inChunks<Found>(ids: readonly string[], find: (ids: readonly string[]) => Promise<Found[]>): Promise<Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < ids.length; start += CHUNK_IDS) found.push(...(await find(ids.slice(start, start + CHUNK_IDS))));
  return found;
}
