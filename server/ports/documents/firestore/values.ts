import { isDeepStrictEqual } from 'node:util';
import { DocumentReference, GeoPoint, Timestamp, type DocumentSnapshot } from 'firebase-admin/firestore';
import { AppError } from '../../../domain/errors.ts';
import { isDocumentPath } from '../document-path.ts';
import type { Fields, FieldValue, NestedChange, StoredDocument, Write } from '../document-store.ts';
import { isList, isPlainMap } from '../document-values.ts';

const MICROS_PER_SECOND = 1_000_000n;
const NANOS_PER_MICRO = 1_000;

/** Microseconds since 1970. */
export function toMicros(timestamp: Timestamp): bigint {
  return BigInt(timestamp.seconds) * MICROS_PER_SECOND + BigInt(Math.floor(timestamp.nanoseconds / NANOS_PER_MICRO));
}

export function toTimestamp(micros: bigint): Timestamp {
  return new Timestamp(Number(micros / MICROS_PER_SECOND), Number(micros % MICROS_PER_SECOND) * NANOS_PER_MICRO);
}

/**
 * Value kinds that the portal does not write are read leniently: a point as {latitude, longitude}, a reference as its path, bytes as
 * base64, a vector as a list, NaN and infinities as null.
 */
function fromFirestore(value: unknown): FieldValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean' || typeof value === 'string') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof Timestamp) return value.toDate();
  if (value instanceof Date) return value;
  if (value instanceof GeoPoint) return { latitude: value.latitude, longitude: value.longitude };
  if (value instanceof DocumentReference) return value.path;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (isVector(value)) return value.toArray();
  if (Array.isArray(value)) return value.map(fromFirestore);
  return typeof value === 'object' ? fromMap(value) : null;
}

/** firebase-admin does not export the class VectorValue. */
function isVector(value: unknown): value is { toArray(): number[] } {
  return typeof value === 'object' && value !== null && 'toArray' in value && typeof value.toArray === 'function';
}

function fromMap(map: object): Fields {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, fromFirestore(value)]));
}

type Update = Extract<Write, { kind: 'update' }>;
type Raw = Readonly<Record<string, unknown>>;

/**
 * Whether a write may repeat parts of what is stored or change a part of it, so that it must be read for its kinds to be kept
 * (keepingKinds).
 */
export function mayRepeatParts(write: Write): boolean {
  if (write.kind !== 'update') return false;
  const { changes, nested = [] } = write;
  return nested.length > 0 || Object.values(changes).some((value) => isList(value) || isPlainMap(value) || isPath(value));
}

/** A path may replace a reference. */
const isPath = (value: FieldValue): value is string => typeof value === 'string' && isDocumentPath(value);

/**
 * The update with every part that reads as it is stored replaced by what is stored: lists and maps are written as a whole, and what other
 * programs put there as points, references, bytes or finer times would become the plain values that the portal reads. A path in place of a
 * reference stays one.
 */
export function keepingKinds<Changes extends Pick<Update, 'changes' | 'nested'>>(write: Changes, stored: Raw): Changes {
  const { changes, nested } = write;
  return {
    ...write,
    changes: keptMap(changes, stored) as Fields,
    ...(nested && { nested: keptParts(nested, stored) }),
  };
}

/** A point is written whole: Firestore would replace it by a map of the changed part alone. */
function keptParts(nested: readonly NestedChange[], stored: Raw): NestedChange[] {
  const points = new Map<string, NestedChange[]>();
  const parts = nested.flatMap((change) => {
    const { place, value } = change;
    const around = place.slice(0, -1);
    if (!(valueAt(stored, around) instanceof GeoPoint)) return [{ place, value: kept(value, valueAt(stored, place)) as FieldValue }];
    const key = JSON.stringify(around);
    points.set(key, [...(points.get(key) ?? []), change]);
    return [];
  });
  const moved = [...points.values()].map((changes) => {
    const around = changes[0]?.place.slice(0, -1) ?? [];
    return { place: around, value: movedPoint(valueAt(stored, around) as GeoPoint, changes) as FieldValue };
  });
  return [...parts, ...moved];
}

/** The point with other coordinates; null without both. */
function movedPoint({ latitude: y, longitude: x }: GeoPoint, changes: readonly NestedChange[]): GeoPoint | null {
  const changed = changes.map(({ place, value }): [string, FieldValue] => [place.at(-1) ?? '', value]);
  const { latitude, longitude, ...others } = Object.fromEntries<FieldValue>([['latitude', y], ['longitude', x], ...changed]);
  if (latitude === null && longitude === null) return null;
  if (typeof latitude === 'number' && typeof longitude === 'number' && Object.keys(others).length === 0)
    return new GeoPoint(latitude, longitude);
  throw new AppError('invalid-input', 'a point holds two coordinates', {
    userMessage: 'No se guardó. En sus datos es un punto: escriba latitud y longitud, o ninguna.',
  });
}

function kept(value: FieldValue, stored: unknown): unknown {
  if (stored === undefined) return value;
  if (isDeepStrictEqual(value, fromFirestore(stored))) return stored;
  if (stored instanceof DocumentReference && isPath(value)) return stored.firestore.doc(value);
  if (stored instanceof GeoPoint && isPoint(value)) return new GeoPoint(value.latitude, value.longitude);
  if (isList(value) && (Array.isArray(stored) || isRawMap(stored))) return keptList(value, Object.values(stored));
  return isPlainMap(value) && isRawMap(stored) ? keptMap(value, stored) : value;
}

function isPoint(value: FieldValue): value is { latitude: number; longitude: number } {
  return (
    isPlainMap(value) && Object.keys(value).length === 2 && typeof value['latitude'] === 'number' && typeof value['longitude'] === 'number'
  );
}

const keptMap = (map: Fields, stored: Raw): Raw =>
  Object.fromEntries(
    Object.entries(map).map(([name, value]) => [name, kept(value, Object.hasOwn(stored, name) ? stored[name] : undefined)]),
  );

/** Items move within a list, or into one from a map: the equal ones are found first, then each changed map is kept member by member as the one most like it. */
function keptList(list: readonly FieldValue[], stored: readonly unknown[]): unknown[] {
  const left = stored.map((raw) => ({ raw, read: fromFirestore(raw) }));
  const take = (index: number) => left.splice(index, 1)[0]?.raw;
  const result = list.map((value) => {
    const index = left.findIndex(({ read }) => isDeepStrictEqual(read, value));
    return index < 0 ? { value } : { value, raw: take(index) };
  });
  return result.map(({ value, raw }) => {
    if (raw !== undefined || !isPlainMap(value)) return raw ?? value;
    const likeness = left.map(({ read }) => (isPlainMap(read) ? equalMembers(value, read) : 0));
    const best = Math.max(0, ...likeness);
    return best === 0 ? value : kept(value, take(likeness.indexOf(best)));
  });
}

function equalMembers(one: Fields, other: Fields): number {
  return Object.entries(one).filter(([name, value]) => Object.hasOwn(other, name) && isDeepStrictEqual(value, other[name])).length;
}

function valueAt(stored: unknown, place: readonly string[]): unknown {
  return place.reduce<unknown>((value, name) => (isRawMap(value) && Object.hasOwn(value, name) ? value[name] : undefined), stored);
}

/** A map as the library returns it: its own kinds are classes. */
const isRawMap = (value: unknown): value is Raw => isPlainMap(value);

/** null when the snapshot holds no document. */
export function toStored(snapshot: DocumentSnapshot): StoredDocument | null {
  const data = snapshot.data();
  if (!data || !snapshot.updateTime || !snapshot.createTime) return null;
  return {
    path: snapshot.ref.path,
    id: snapshot.id,
    collection: snapshot.ref.parent.path,
    data: fromMap(data),
    version: toMicros(snapshot.updateTime),
    createdVersion: toMicros(snapshot.createTime),
  };
}
