import { writeAudit } from '../../records/write-audit.ts';
import { differingFields, readStoredValues, validateNewValues } from '../../catalogs/record-values.ts';
import { newDocumentId, type Fields } from '../../documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { idFromFormToken } from '../../records/form-token.ts';
import {
  isActive,
  itemPath,
  MAX_ITEMS,
  openList,
  readList,
  writeOrder,
  type ItemCall,
  type OpenList,
  type ProductServices,
} from './item-list.ts';
import { itemConflict } from './item-record.ts';

export interface CreateItemCall extends ItemCall {
  /** Typed values by stored field name; fields left out take their initial value. */
  values: Readonly<Record<string, unknown>>;
  /** Made once per form or uploaded picture: sent twice it stores one record. '' for none. */
  formToken: string;
}

/**
 * Stores a new record at the end of its list, with its audit entry. Errors: `forbidden`, `invalid-input` (errors by
 * field), `not-found` (no such service), `conflict` (the form was saved before with other values: CatalogConflict; the
 * service is deactivated; the list is full).
 */
export async function createItem(services: ProductServices, call: CreateItemCall): Promise<{ id: string }> {
  const open = openList(call);
  const { definition } = open;
  const values = validateNewValues(definition, call.values);
  const id = idFromFormToken({ actor: call.actor, collection: open.collection }, call.formToken) ?? newDocumentId();
  const path = itemPath(open, id);
  const written = await services.documents.main.transaction(async (tx) => {
    const list = await readList(tx, open);
    const existing = list.documents.get(id);
    if (existing) {
      if (differingFields(definition, readStoredValues(definition, existing.data), values).length > 0)
        throw itemConflict(definition, existing, values, { ownForm: true });
      return [path];
    }
    if (list.parent && !isActive(list.parent)) throw parentDeactivated();
    if (list.documents.size >= MAX_ITEMS) throw listIsFull(open);
    const moved = writeOrder(tx, open, list, list.order);
    const newData: Fields = { ...values, orden: list.order.length + 1 };
    tx.create(path, newData);
    writeAudit(tx, {
      actor: call.actor,
      action: AUDIT_ACTIONS.recordCreated,
      targetPath: path,
      beforeData: null,
      newData,
      at: new Date(),
      requestId: call.requestId,
    });
    return [path, ...moved];
  });
  await services.readModel.projectNow('main', written);
  return { id };
}

function parentDeactivated(): AppError {
  return new AppError('conflict', 'the service is deactivated', {
    userMessage: 'El servicio está eliminado. Restáurelo antes de agregarle contenido.',
  });
}

function listIsFull({ definition }: OpenList): AppError {
  return new AppError('conflict', `${definition.id} is full`, {
    userMessage: `La lista admite hasta ${MAX_ITEMS} ${definition.noun.plural}, con los eliminados.`,
  });
}
