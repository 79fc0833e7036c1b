import type { DocumentStore, StoredDocument } from '../../ports/documents/document-store.ts';
import { entriesByCreation } from './restored-entries.ts';
import { sealAudit } from './seal-entries.ts';
import type { VerifiedStore } from './sealed-entries.ts';
import { verifyAudit } from './verify-audit.ts';

/** When the entries of a backup were stored, by path. */
type StoredTimes = ReadonlyMap<string, Pick<StoredDocument, 'createdVersion' | 'version'>>;

/**
 * To be called after a restore gave all entries new times, before anybody writes. Verifies the entries by their old times for the last
 * time, and keeps the outcome in the seals that cover them from now on: what was wrong in the backup stays known as wrong.
 */
export async function sealRestored(store: DocumentStore, { of, times }: { of: Date; times: StoredTimes }): Promise<void> {
  const { problems } = await verifyAudit(withTimes(store, times));
  await sealAudit(store, { restored: { mark: { of, problems }, pages: entriesByCreation(store) } });
}

function withTimes(store: VerifiedStore, times: StoredTimes): VerifiedStore {
  const timed = (document: StoredDocument): StoredDocument => ({ ...document, ...times.get(document.path) });
  return {
    database: store.database,
    getMany: async (paths) => (await store.getMany(paths)).map((document) => document && timed(document)),
    async *scan(collection, options) {
      for await (const page of store.scan(collection, options)) yield page.map(timed);
    },
  };
}
