import { findSaver } from '../records/find-saver.ts';
import { writeAudit } from '../records/write-audit.ts';
import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { changeOf, requireConsistency, validateGivenValues } from './record-values.ts';
import { requireReferences } from './references.ts';
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
    const change = changeOf(definition, stored, changes);
    if (!change) return;
    if (String(stored.version) !== call.ifVersion)
      throw recordConflict(definition, stored, change.wanted, { savedBy: await findSaver(tx, stored, call.actor) });
    requireConsistency(definition, change.wanted);
    await requireReferences(tx, definition, change.after);
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
