import { createOnce } from '../records/create-once.ts';
import { openRecords, type CatalogCall, type CatalogServices } from './record.ts';
import { creationValues, validateNewValues } from './record-values.ts';
import type { AnyCatalogId } from './registry.ts';
import { requireReferences } from './references.ts';

export interface CreateRecordCall extends CatalogCall<AnyCatalogId> {
  /** Typed values by stored field name; fields left out take their initial value. */
  values: Readonly<Record<string, unknown>>;
  /** Made once per form: sent twice (double click, retry after a lost answer) it stores one record. '' for none. */
  formToken: string;
}

/**
 * Stores a new record with its audit entry. Errors: `forbidden`, `invalid-input` (errors by field), `not-found` (no such
 * parent), `conflict` (the form was saved before with other values: CatalogConflict; the parent is deactivated; the list
 * is full).
 */
export async function createRecord(services: CatalogServices, call: CreateRecordCall): Promise<{ id: string }> {
  const { definition, kind } = openRecords(call);
  const values = validateNewValues(definition, call.values);
  return createOnce(services, kind, {
    ...call,
    values,
    added: creationValues(definition, new Date()),
    check: (tx) => requireReferences(tx, definition, values),
  });
}
