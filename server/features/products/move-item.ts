import { writeAudit } from '../../records/write-audit.ts';
import { recordNotFound } from '../../catalogs/record.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { itemPath, listChanged, ordenOf, openList, readList, writeOrder, type ItemCall, type ProductServices } from './item-list.ts';
import { moveAfter } from '../../domain/record-order.ts';

export interface MoveItemCall extends ItemCall {
  id: string;
  /** The record behind which it goes; '' for the first place. */
  afterId: string;
}

/**
 * Puts a record behind another one. Two people at once: each move is applied to the order as it is then, so both hold
 * and no record is lost; only when the record or its new neighbour has left the list meanwhile is it a `conflict`.
 * One transaction writes just the numbers that change. Errors: `forbidden`, `not-found`, `conflict`.
 */
export async function moveItem(services: ProductServices, call: MoveItemCall): Promise<void> {
  const open = openList(call);
  const { id, afterId } = call;
  const path = itemPath(open, id);
  const written = await services.documents.main.transaction(async (tx) => {
    const list = await readList(tx, open);
    const stored = list.documents.get(id);
    if (!stored) throw recordNotFound(open.definition, id);
    const order = moveAfter(list.order, id, afterId);
    if (!order) throw listChanged(open, id);
    const moved = writeOrder(tx, open, list, order);
    const [before, after] = [list.order.indexOf(id) + 1, order.indexOf(id) + 1];
    if (before === after) return moved;
    writeAudit(tx, {
      actor: call.actor,
      action: AUDIT_ACTIONS.recordMoved,
      targetPath: path,
      beforeData: { orden: ordenOf(stored) },
      newData: { orden: after },
      at: new Date(),
      requestId: call.requestId,
    });
    return moved;
  });
  await services.readModel.projectNow('main', written);
}
