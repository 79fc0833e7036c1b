import { openCatalog, recordNotFound, recordPath, toRecord, type CatalogCall, type CatalogRecord, type CatalogServices } from './record.ts';

/**
 * One record, deactivated ones too, from the document store: what a form starts from must not be older than what a
 * save is compared with. Errors: `forbidden`, `not-found`.
 */
export async function getRecord(services: CatalogServices, call: CatalogCall & { id: string }): Promise<CatalogRecord> {
  const definition = openCatalog(call);
  const document = await services.documents[definition.database].get(recordPath(definition, call.id));
  if (!document) throw recordNotFound(definition, call.id);
  return toRecord(definition, document);
}
