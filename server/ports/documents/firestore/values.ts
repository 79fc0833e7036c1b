import { DocumentReference, GeoPoint, Timestamp, type DocumentSnapshot } from 'firebase-admin/firestore';
import type { Fields, FieldValue, StoredDocument } from '../document-store.ts';

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
