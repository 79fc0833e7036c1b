import type { DocumentTransaction, StoredDocument } from '../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { AppError } from '../domain/errors.ts';
import { requireAct } from '../domain/permissions.ts';
import { changedOrders, idsInOrder, moveAfter } from '../domain/record-order.ts';
import { genericColumns, readInteger } from '../read-model/field-readers.ts';
import { isActive } from './content-version.ts';
import { pathOf, requireParent, type RecordKind, type RecordServices } from './record-kind.ts';
import { stamped } from './updated-by.ts';
import { writeAudit, type Acting } from './write-audit.ts';

/** Counts deactivated records too, so that renumbering a whole list fits into one transaction of the store. */
export const LIST_MAX = 400;

/** A list as a transaction has read it. */
export interface ListState {
  documents: ReadonlyMap<string, StoredDocument>;
  /** Ids of the active records in order. */
  order: string[];
}

/** Safe for concurrent changes: of two transactions, the later one sees the changes of the other. */
export async function readList(
  tx: DocumentTransaction,
  kind: Pick<RecordKind<object, unknown>, 'collection' | 'order'>,
): Promise<ListState> {
  const documents = await tx.query({ collection: kind.collection, ...(!kind.order?.isKept && { limit: LIST_MAX + 1 }) });
  const active = documents
    .filter(({ data }) => isActive(data))
    .map((document) => ({ id: document.id, orden: placeOf(kind, document), createdAt: genericColumns(document).createdAt }));
  return { documents: new Map(documents.map((document) => [document.id, document])), order: idsInOrder(active) };
}

/** The record's number in the order; 0 if it has none. */
export function placeOf({ order }: Pick<RecordKind<object, unknown>, 'order'>, { data }: StoredDocument): number {
  return order ? readInteger(data, order.field, 0) : 0;
}

/**
 * Numbers the records as `order` has them: one update for each whose number changes, none for the others.
 * @returns the paths written
 */
export function writeOrder<Values extends object, Stored>(
  tx: DocumentTransaction,
  { collection, order: { field } = { field: '', isKept: true }, read }: RecordKind<Values, Stored>,
  { documents }: ListState,
  order: readonly string[],
  actor: Acting['actor'],
): string[] {
  // A text that only reads as a number is rewritten.
  const stored = new Map([...documents.values()].map(({ id, data }) => [id, typeof data[field] === 'number' ? data[field] : Number.NaN]));
  return changedOrders(order, stored).map(({ id, orden }) => {
    const path = `${collection}/${id}`;
    tx.update(path, stamped(read, { stored: documents.get(id)?.data ?? {}, changes: { [field]: orden }, actor }));
    return path;
  });
}

/** A move that was made. */
export interface Moved<Stored> {
  record: Stored;
  /** The record before it now; at the first place, the one after it. */
  neighbour: Stored | null;
  /** Id of the record that it followed before; '' for the first place. */
  wasAfter: string;
  /** Its position, from 1. */
  place: number;
  of: number;
}

export interface MoveCall extends Acting {
  id: string;
  /** The record to place it after; '' for the first place; ONE_UP or ONE_DOWN for a step. */
  afterId: string;
}

/**
 * Moves a record behind another one, or by one step. Of two concurrent moves, each is applied to the order found then, so both take effect
 * and no record is lost; it is a `conflict` only if the record or its new neighbour has left the list meanwhile. One transaction writes just
 * the numbers that change. Errors: `forbidden`, `not-found`, `conflict`, `invalid-input` for a list without an order or one that is too long.
 * @returns the `afterId` that undoes the move, and the new place with its neighbour; null when it was there already
 */
export async function moveRecord<Values extends object, Stored>(
  services: RecordServices,
  kind: RecordKind<Values, Stored>,
  { id, afterId, actor, requestId }: MoveCall,
): Promise<Moved<Stored> | null> {
  requireAct(actor, kind.menu, 'change');
  const { order: ordered, noun } = kind;
  if (!ordered)
    throw new AppError('invalid-input', `${kind.collection} has no order`, {
      userMessage: `El orden de ${noun.plural} no se puede cambiar.`,
    });
  const path = pathOf(kind, id);
  const { written, moved } = await services.documents[kind.database].transaction(async (tx) => {
    await requireParent(tx, kind);
    const list = await readList(tx, kind);
    if (list.documents.size > LIST_MAX) throw tooLong(ordered);
    const stored = list.documents.get(id);
    if (!stored) throw kind.notFound(id);
    const order = moveAfter(list.order, id, afterId);
    if (!order) throw listChanged(path);
    const written = writeOrder(tx, kind, list, order, actor);
    const [before, after] = [list.order.indexOf(id) + 1, order.indexOf(id) + 1];
    if (before === after) return { written, moved: null };
    writeAudit(tx, {
      actor,
      requestId,
      action: AUDIT_ACTIONS.recordMoved,
      targetPath: path,
      beforeData: { [ordered.field]: placeOf(kind, stored) },
      newData: { [ordered.field]: after },
    });
    const adjacent = list.documents.get(order[after === 1 ? 1 : after - 2] ?? '');
    const moved: Moved<Stored> = {
      record: kind.show(stored),
      neighbour: adjacent ? kind.show(adjacent) : null,
      wasAfter: list.order[before - 2] ?? '',
      place: after,
      of: order.length,
    };
    return { written, moved };
  });
  if (written.length > 0) await services.readModel.projectNow(kind.database, written);
  return moved;
}

function tooLong({ field, isKept }: { field: string; isKept: boolean }): AppError {
  return new AppError('invalid-input', `more than ${LIST_MAX} records to order`, {
    userMessage: `Hay demasiados registros para moverlos uno a uno.${isKept ? '' : ` Escriba el número en «${field}».`}`,
  });
}

/** The record or its target place is no longer in the list that the person saw. */
function listChanged(path: string): AppError {
  return new AppError('conflict', `the order around ${path} changed`, {
    userMessage: `La lista cambió mientras usted la ordenaba. Vea el orden actual y repita el cambio si aún hace falta.`,
  });
}
