import { writeAudit } from '../audit/write-audit.ts';
import type { Fields, StoredDocument } from '../documents/document-store.ts';
import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import type { CatalogDefinition, CatalogValues } from './definition.ts';
import { differingFields, readStoredValues, requireConsistency, validateGivenValues } from './record-values.ts';
import { openCatalog, recordConflict, recordNotFound, recordPath, type CatalogCall, type CatalogServices } from './record.ts';

export interface UpdateRecordCall extends CatalogCall {
  id: string;
  /** Version that the person saw (CatalogRecord.version). */
  ifVersion: string;
  /** Typed values by stored field name; fields left out stay as they are. */
  values: Readonly<Record<string, unknown>>;
  /** Fields for which the person chose the stored value on the conflict screen. */
  keepStored?: readonly string[];
}

/**
 * Stores what changed, with its audit entry. A save that would change nothing (also one repeated after a lost answer)
 * succeeds without writing. Errors: `forbidden`, `not-found`, `invalid-input`, `conflict` with both versions
 * (CatalogConflict) when the record is newer than what the person saw.
 */
export async function updateRecord(services: CatalogServices, call: UpdateRecordCall): Promise<{ id: string }> {
  const definition = openCatalog(call);
  const path = recordPath(definition, call.id);
  const kept = new Set(call.keepStored);
  const given = Object.fromEntries(Object.entries(call.values).filter(([name]) => !kept.has(name)));
  const changes = validateGivenValues(definition, given);
  await services.documents[definition.database].transaction(async (tx) => {
    const stored = await tx.get(path);
    if (!stored) throw recordNotFound(definition, call.id);
    const change = changeOf(definition, stored, changes, call.ifVersion);
    if (!change) return;
    tx.update(path, change.after, { ifVersion: stored.version });
    writeAudit(tx, {
      actor: call.actor,
      action: AUDIT_ACTIONS.recordUpdated,
      targetPath: path,
      beforeData: change.before,
      newData: change.after,
      at: new Date(),
      requestId: call.requestId,
    });
  });
  await services.readModel.projectNow(definition.database, [path]);
  return { id: call.id };
}

/** The fields that really change, as stored before and after; null when none does. */
function changeOf(definition: CatalogDefinition, stored: StoredDocument, changes: CatalogValues, ifVersion: string): { before: Fields; after: Fields } | null {
  const current = readStoredValues(definition, stored.data);
  const wanted: CatalogValues = { ...current, ...changes };
  const changed = differingFields(definition, current, wanted);
  if (changed.length === 0) return null;
  if (String(stored.version) !== ifVersion) throw recordConflict(definition, stored, wanted);
  requireConsistency(definition, wanted);
  return {
    before: Object.fromEntries(changed.map((name) => [name, stored.data[name] ?? null])),
    after: Object.fromEntries(changed.map((name) => [name, wanted[name] ?? null])),
  };
}
