import { setTimeout as sleep } from 'node:timers/promises';

const CHUNK_IDS = 1_000;
const LOOKS = 5;

/**
 * Rechecks ids that seemed to differ: in normal use changes are always on their way. What `look` still finds after `patienceMs` is real.
 */
export async function settle<Found extends { id: string }>(
  ids: readonly string[],
  patienceMs: number,
  look: (ids: readonly string[]) => Promise<Found[]>,
): Promise<Found[]> {
  let found = await inChunks(ids, look);
  for (let looks = 1; looks < LOOKS && found.length > 0; looks += 1) {
    await sleep(patienceMs / (LOOKS - 1));
    const left = found.map(({ id }) => id);
    found = await inChunks(left, look);
  }
  return found;
}

async function inChunks<Found>(ids: readonly string[], look: (ids: readonly string[]) => Promise<Found[]>): Promise<Found[]> {
  const found: Found[] = [];
  for (let start = 0; start < ids.length; start += CHUNK_IDS) found.push(...(await look(ids.slice(start, start + CHUNK_IDS))));
  return found;
}
