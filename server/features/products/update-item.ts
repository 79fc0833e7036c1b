import { findSaver } from '../../records/find-saver.ts';
import { writeAudit } from '../../records/write-audit.ts';
import { changeOf, requireConsistency, validateGivenValues } from '../../catalogs/record-values.ts';
import { recordNotFound } from '../../catalogs/record.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { itemPath, openList, readParent, type ItemCall, type ProductServices } from './item-list.ts';
import { itemConflict, versionOf } from './item-record.ts';

export interface UpdateItemCall extends ItemCall {
  id: string;
  /** Version that the person saw (`toItem`). */
  ifVersion: string;
  values: Readonly<Record<string, unknown>>;
  /** Fields for which the person chose the stored value on the conflict screen. */
  keepStored?: readonly string[];
}

/**
 * Stores what changed, with its audit entry; a save that changes nothing succeeds without writing. Errors: `forbidden`,
 * `not-found`, `invalid-input`, `conflict` with both versions (CatalogConflict) when somebody changed the record's own
 * fields since the person saw it. A changed place in the order is no conflict.
 */
export async function updateItem(services: ProductServices, call: UpdateItemCall): Promise<{ id: string }> {
  const open = openList(call);
  const { definition } = open;
  const path = itemPath(open, call.id);
  const kept = new Set(call.keepStored);
  const changes = validateGivenValues(definition, Object.fromEntries(Object.entries(call.values).filter(([name]) => !kept.has(name))));
  await services.documents.main.transaction(async (tx) => {
    await readParent(tx, open);
    const stored = await tx.get(path);
    if (!stored) throw recordNotFound(definition, call.id);
    const change = changeOf(definition, stored, changes);
    if (!change) return;
    if (versionOf(definition, stored) !== call.ifVersion)
      throw itemConflict(definition, stored, change.wanted, { savedBy: await findSaver(tx, stored, call.actor) });
    requireConsistency(definition, change.wanted);
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
  await services.readModel.projectNow('main', [path]);
  return { id: call.id };
}
