import { pathOf, requireParent } from '../records/record-kind.ts';
import { openRecords, toRecord, type CatalogCall, type CatalogRecord, type CatalogServices } from './record.ts';
import type { AnyCatalogId } from './registry.ts';

/**
 * One record, deactivated ones too, from the document store: what a form starts from must not be older than what a
 * save is compared with. Errors: `forbidden`, `not-found` (also under another parent).
 */
export async function getRecord(services: CatalogServices, call: CatalogCall<AnyCatalogId> & { id: string }): Promise<CatalogRecord> {
  const { definition, kind } = openRecords(call);
  const store = services.documents[definition.database];
  const [document] = await Promise.all([store.get(pathOf(kind, call.id)), requireParent(store, kind)]);
  if (!document) throw kind.notFound(call.id);
  return toRecord(definition, document);
}
