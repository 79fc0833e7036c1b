import { writeAudit } from '../records/write-audit.ts';
import type { StoredDocument } from '../documents/document-store.ts';
import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { AppError } from '../domain/errors.ts';
import { readInteger } from '../read-model/field-readers.ts';
import { openCatalog, recordNotFound, type CatalogCall, type CatalogServices } from './record.ts';

export interface MoveRecordCall extends CatalogCall {
  id: string;
  direction: 'up' | 'down';
}

/** Every record of the catalog is read, and in the worst case written with its audit entry, in one transaction. */
const MOVABLE_MAX = 200;

/**
 * Changes places with the record before or after it; at the end of the list nothing happens. Numbers stay as they are but
 * where two records had the same one. Errors: `forbidden`, `not-found`, `invalid-input` for a catalog without an order or
 * with too many records.
 */
export async function moveRecord(services: CatalogServices, call: MoveRecordCall): Promise<void> {
  const definition = openCatalog(call);
  const { orderField, noun } = definition;
  if (!orderField)
    throw new AppError('invalid-input', `${definition.id} has no order`, {
      userMessage: `El orden de ${noun.plural} no se puede cambiar.`,
    });
  const changed = await services.documents[definition.database].transaction(async (tx) => {
    const stored = await tx.query({ collection: definition.id, limit: MOVABLE_MAX + 1 });
    if (stored.length > MOVABLE_MAX) {
      throw new AppError('invalid-input', `more than ${MOVABLE_MAX} records to order`, {
        userMessage: `Hay demasiados registros para moverlos uno a uno. Escriba el número en «${orderField}».`,
      });
    }
    const order = inOrder(stored, orderField);
    const from = order.findIndex((document) => document.id === call.id);
    const to = call.direction === 'up' ? from - 1 : from + 1;
    const [moved, other] = [order[from], order[to]];
    if (!moved) throw recordNotFound(definition, call.id);
    if (!other) return [];
    const places = placesOf(order, orderField);
    [order[from], order[to]] = [other, moved];
    const changes = order.flatMap((document, index) =>
      numberOf(document, orderField) === places[index] ? [] : [{ document, place: places[index] ?? 0 }],
    );
    for (const { document, place } of changes) {
      tx.update(document.path, { [orderField]: place }, { ifVersion: document.version });
      writeAudit(tx, {
        actor: call.actor,
        action: AUDIT_ACTIONS.recordUpdated,
        targetPath: document.path,
        beforeData: { [orderField]: document.data[orderField] ?? null },
        newData: { [orderField]: place },
        at: new Date(),
        requestId: call.requestId,
      });
    }
    return changes.map(({ document }) => document.path);
  });
  if (changed.length > 0) await services.readModel.projectNow(definition.database, changed);
}

const numberOf = (document: StoredDocument, orderField: string) => readInteger(document.data, orderField, 0);

/** Active records as the list shows them: by number, equal ones by creation. */
function inOrder(stored: readonly StoredDocument[], orderField: string): StoredDocument[] {
  const createdAt = (document: StoredDocument) =>
    document.data['createdAt'] instanceof Date ? document.data['createdAt'].getTime() : Number(document.createdVersion / 1000n);
  return stored
    .filter((document) => document.data['isActive'] !== false)
    .sort((a, b) => numberOf(a, orderField) - numberOf(b, orderField) || createdAt(a) - createdAt(b) || (a.id < b.id ? -1 : 1));
}

/** The numbers in use, each at least one more than the one before. */
function placesOf(order: readonly StoredDocument[], orderField: string): number[] {
  const places: number[] = [];
  for (const document of order) places.push(Math.max(numberOf(document, orderField), (places.at(-1) ?? -1) + 1));
  return places;
}
