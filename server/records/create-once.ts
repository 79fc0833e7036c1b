import type { DocumentTransaction, Fields, StoredDocument } from '../ports/documents/document-store.ts';
import { newDocumentId } from '../platform/document-id.ts';
import { conflictError } from '../domain/conflict.ts';
import { AppError } from '../domain/errors.ts';
import { requireAct } from '../domain/permissions.ts';
import { isActive, storedVersion } from './content-version.ts';
import { idFromFormToken } from './form-token.ts';
import { differingFields } from './merge-changes.ts';
import { writeOrder, LIST_MAX, readList } from './ordered-list.ts';
import { pathOf, requireParent, type RecordKind, type RecordServices } from './record-kind.ts';
import { stamped } from './updated-by.ts';
import { writeAudit, type Acting } from './write-audit.ts';

interface CreateCall<Values> extends Acting {
  /** Validated form values by stored name. */
  values: Values;
  /** Fields that the server adds. */
  added?: Fields;
  /** Fields that the server adds and that must not be in the audit entry. */
  secrets?: Fields;
  /** Made once per form: a form sent twice (double click, retry after a lost answer) stores one record. '' for none. */
  formToken: string;
  /** The values are copied from another record, which may have changed when the same form is sent again: they are not compared. */
  isCopy?: boolean;
  /** Rules that need the store. Reads only. */
  check?(tx: DocumentTransaction): Promise<void>;
}

/**
 * Stores a new record with its audit entry, at the end of its list where the order is kept. Errors: `forbidden`, what `check` throws;
 * `conflict` when the form was saved before with other values (Conflict), or when the list is full.
 */
export async function createOnce<Values extends object, Stored>(
  services: RecordServices,
  kind: RecordKind<Values, Stored>,
  call: CreateCall<Values>,
): Promise<{ id: string }> {
  const { actor, requestId } = call;
  requireAct(actor, kind.menu, 'change');
  const id = idFromFormToken({ actor, collection: kind.collection }, call.formToken) ?? newDocumentId();
  const path = pathOf(kind, id);
  const { created } = kind.actions;
  if (!created) throw new Error(`records of ${kind.collection} are not created here`);
  const written = await services.documents[kind.database].transaction(async (tx) => {
    const parent = await requireParent(tx, kind);
    // Locked from here on, even if nothing is there: of two concurrent transactions the second sees the first.
    const list = kind.order?.isKept ? await readList(tx, kind) : null;
    const existing = list ? list.documents.get(id) : await tx.get(path);
    if (existing) {
      if (!call.isCopy) requireSameForm(kind, existing, call.values);
      return [path];
    }
    if (parent && !isActive(parent.data)) throw kind.parent?.deactivated();
    await call.check?.(tx);
    if (list && list.documents.size >= LIST_MAX) throw listIsFull(kind);
    const moved = list ? writeOrder(tx, kind, list, list.order, actor) : [];
    const place = kind.order && list ? { [kind.order.field]: list.order.length + 1 } : {};
    const newData: Fields = { ...(kind.toStored?.(call.values, {}) ?? call.values), ...call.added, ...place };
    tx.create(path, stamped(kind.read, { stored: null, changes: { ...newData, ...call.secrets }, actor }));
    writeAudit(tx, { actor, requestId, action: created, targetPath: path, beforeData: null, newData });
    return [path, ...moved];
  });
  await services.readModel.projectNow(kind.database, written);
  return { id };
}

function requireSameForm<Values extends object, Stored>(kind: RecordKind<Values, Stored>, existing: StoredDocument, values: Values): void {
  const stored = kind.read(existing.data);
  const submitted = { ...stored, ...values };
  const differing = differingFields(stored, submitted);
  if (differing.length === 0) return;
  throw conflictError(
    existing.path,
    'Este formulario ya se guardó antes con otros datos. Compare las dos versiones y elija qué conservar.',
    {
      base: null,
      stored: kind.show(existing),
      submitted,
      differing,
      merged: { theirs: [], mine: [] },
      savedBy: null,
      version: storedVersion(kind.read, existing.data),
    },
  );
}

function listIsFull({ collection, noun }: Pick<RecordKind<object, unknown>, 'collection' | 'noun'>): AppError {
  return new AppError('conflict', `${collection} is full`, {
    userMessage: `La lista admite hasta ${LIST_MAX} ${noun.plural}, con los eliminados.`,
  });
}
