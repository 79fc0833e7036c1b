import type { DocumentTransaction, Fields, StoredDocument } from '../documents/document-store.ts';
import type { Staff } from '../domain/permissions.ts';
import { readText } from '../read-model/field-readers.ts';
import { AUDIT_COLLECTION } from './write-audit.ts';

export interface Saver {
  name: string;
  /** The same person, in another window. */
  isActor: boolean;
}

/** Change and audit entry are stored together; their server times may differ by this much. */
const TOGETHER_MICROS = 2_000_000n;

/** Who made the stored version, by the audit entry that was stored with it. null when the mobile app or another program wrote it. */
export async function findSaver(tx: DocumentTransaction, stored: StoredDocument, actor: Staff): Promise<Saver | null> {
  const entries = await tx.query({ collection: AUDIT_COLLECTION, where: [{ field: 'targetPath', op: '==', value: stored.path }] });
  const entry = entries.find(
    ({ data, version }) => distance(version, stored.version) < TOGETHER_MICROS && stillHolds(stored.data, data['newData']),
  );
  return entry ? { name: readText(entry.data, 'userName'), isActor: entry.data['user'] === actor.id } : null;
}

function distance(one: bigint, other: bigint): bigint {
  return one > other ? one - other : other - one;
}

function stillHolds(data: Fields, written: unknown): boolean {
  return (
    typeof written === 'object' &&
    written !== null &&
    Object.entries(written).every(([name, value]) => JSON.stringify(data[name]) === JSON.stringify(value))
  );
}
