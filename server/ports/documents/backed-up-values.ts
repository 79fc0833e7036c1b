import type { BackedUpMap, BackedUpValue } from './documents-backup.ts';

/**
 * Format of values in a backup. JSON values stay as they are; all others are a map with a single name that begins with one `$`, which no
 * stored field has (its own `$` is doubled, embedded/values.ts):
 * `{"$date": "2026-11-19T22:30:04.123Z"}`, and from Firestore only `{"$time": "seconds.nanoseconds"}` (finer than a date), `{"$point":
 * [latitude, longitude]}`, `{"$reference": "agencias/abc"}`, `{"$bytes": "base64"}`, `{"$number": "NaN"}`, `{"$vector": [1, 2]}`.
 *
 * The embedded store keeps only dates: the other kinds become what the portal reads for them on Firestore, too (firestore/values.ts).
 */
export function toEmbeddedMap(map: BackedUpMap): BackedUpMap {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, toEmbeddedValue(value)]));
}

function toEmbeddedValue(value: BackedUpValue): BackedUpValue {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(toEmbeddedValue);
  const [first] = Object.entries(value);
  if (first && Object.keys(value).length === 1) {
    const [name, content] = first;
    if (name === '$date') return value;
    if (name === '$time' && typeof content === 'string') return { $date: dateOfTime(content).toISOString() };
    if (name === '$point' && Array.isArray(content)) return { latitude: content[0] ?? null, longitude: content[1] ?? null };
    if (name === '$reference' || name === '$bytes') return content;
    if (name === '$number') return null;
    if (name === '$vector') return content;
  }
  return toEmbeddedMap(value);
}

/** @param time seconds since 1970, a dot, nanoseconds */
export function partsOfTime(time: string): { seconds: number; nanoseconds: number } {
  const [seconds = '0', nanoseconds = '0'] = time.split('.');
  return { seconds: Number(seconds), nanoseconds: Number(nanoseconds) };
}

function dateOfTime(time: string): Date {
  const { seconds, nanoseconds } = partsOfTime(time);
  return new Date(seconds * 1_000 + Math.floor(nanoseconds / 1_000_000));
}
