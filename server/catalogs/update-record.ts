import type { FormBase, Merged } from '../domain/conflict.ts';
import { saveChange } from '../records/save-change.ts';
import { openRecords, type CatalogCall, type CatalogServices } from './record.ts';
import { requireConsistency, validateGivenValues } from './record-values.ts';
import type { AnyCatalogId } from './registry.ts';
import { requireReferences } from './references.ts';

export interface UpdateRecordCall extends CatalogCall<AnyCatalogId> {
  id: string;
  /** Version that the person saw (CatalogRecord.version). */
  ifVersion: string;
  /** Values that the person saw, so that what only others changed is kept without asking; null when not known. */
  base?: FormBase | null;
  /** Typed values by stored field name; fields left out stay as they are. */
  values: Readonly<Record<string, unknown>>;
  /** Fields for which the person chose the stored value on the conflict screen. */
  keepStored?: readonly string[];
}

export interface SavedRecord {
  id: string;
  /** What others changed meanwhile and the save has kept. */
  merged: Merged | null;
}

/** As saveChange. Errors: `forbidden`, `not-found`, `invalid-input`, `conflict` with both versions (CatalogConflict). */
export async function updateRecord(services: CatalogServices, call: UpdateRecordCall): Promise<SavedRecord> {
  const { definition, kind } = openRecords(call);
  const kept = new Set(call.keepStored);
  const given = Object.fromEntries(Object.entries(call.values).filter(([name]) => !kept.has(name)));
  const merged = await saveChange(services, kind, {
    ...call,
    values: validateGivenValues(definition, given),
    async check(tx, wanted, changed) {
      requireConsistency(definition, wanted);
      await requireReferences(tx, definition, Object.fromEntries(Object.entries(wanted).filter(([name]) => changed.includes(name))));
    },
  });
  return { id: call.id, merged };
}
