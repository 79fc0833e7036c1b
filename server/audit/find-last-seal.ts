import type { DocumentStore } from '../documents/document-store.ts';
import { readSeal, sealPath, type Seal } from './seal.ts';

const POWERS = Array.from({ length: 31 }, (_unused, power) => 2 ** power);
/** Numbers asked at once on the way to the last one. */
const PROBES = 30;

/**
 * The newest seal; null when there is none. Seals are numbered without gaps, so a few questions by id find the end of any
 * chain (the port sorts nothing, and a document that says which is the last could be wrong).
 */
export async function findLastSeal(store: Pick<DocumentStore, 'getMany'>): Promise<Seal | null> {
  let last: Seal | null = null;
  let end = Infinity;
  for (let probes: number[] = POWERS; probes.length > 0; probes = between(last?.n ?? 0, end)) {
    const found = await store.getMany(probes.map(sealPath));
    const firstMissing = found.findIndex((document) => document === null);
    if (firstMissing >= 0) end = probes[firstMissing] ?? end;
    const newest = found[(firstMissing < 0 ? found.length : firstMissing) - 1];
    if (newest) last = { ...readSeal(newest), n: Number(newest.id) };
    if (last === null) return null;
  }
  return last;
}

/** Numbers between two, at most PROBES of them, evenly; empty when there is none. */
function between(last: number, end: number): number[] {
  const step = Math.max(1, Math.ceil((end - last - 1) / PROBES));
  const numbers: number[] = [];
  for (let n = last + step; n < end; n += step) numbers.push(n);
  return numbers;
}
