import { writeAudit } from '../../records/write-audit.ts';
import { recordNotFound } from '../../catalogs/record.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { isActive, itemPath, ordenOf, openList, readList, writeOrder, type ItemCall, type ProductServices } from './item-list.ts';
import { insertAt } from '../../domain/record-order.ts';

/**
 * Soft delete (isActive false) with its audit entry; those behind it move up, and it keeps its number for the way back.
 * Repeating it changes nothing. Errors: `forbidden`, `not-found`.
 */
export async function deactivateItem(services: ProductServices, call: ItemCall & { id: string }): Promise<void> {
  await setActive(services, call, false);
}

/** Back to the number it had, or to the end of a list that has become shorter. Same errors. */
export async function restoreItem(services: ProductServices, call: ItemCall & { id: string }): Promise<void> {
  await setActive(services, call, true);
}

async function setActive(services: ProductServices, call: ItemCall & { id: string }, active: boolean): Promise<void> {
  const open = openList(call);
  const { id } = call;
  const path = itemPath(open, id);
  const written = await services.documents.main.transaction(async (tx) => {
    const list = await readList(tx, open);
    const stored = list.documents.get(id);
    if (!stored) throw recordNotFound(open.definition, id);
    if (isActive(stored) === active) return [];
    const order = active ? insertAt(list.order, id, ordenOf(stored)) : list.order.filter((other) => other !== id);
    tx.update(path, { isActive: active }, { ifVersion: stored.version });
    const moved = writeOrder(tx, open, list, order);
    writeAudit(tx, {
      actor: call.actor,
      action: active ? AUDIT_ACTIONS.recordRestored : AUDIT_ACTIONS.recordDeactivated,
      targetPath: path,
      beforeData: { isActive: !active },
      newData: { isActive: active },
      at: new Date(),
      requestId: call.requestId,
    });
    return [path, ...moved];
  });
  await services.readModel.projectNow('main', [...new Set(written)]);
}
