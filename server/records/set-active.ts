import type { DocumentTransaction, StoredDocument } from '../ports/documents/document-store.ts';
import { requireAct } from '../domain/permissions.ts';
import { requireFresh } from '../domain/proof.ts';
import { insertAt } from '../domain/record-order.ts';
import { isActive } from './content-version.ts';
import { writeOrder, placeOf, readList, type ListState } from './ordered-list.ts';
import { pathOf, requireParent, type RecordKind, type RecordServices } from './record-kind.ts';
import { requireSelection } from './some-records.ts';
import { isOwnDeletion, stamped } from './updated-by.ts';
import { writeAudit, type Acting } from './write-audit.ts';

interface ActivationCall extends Acting {
  /** 1 to 100; else `invalid-input`. */
  ids: readonly string[];
  isActive: boolean;
  /** Whether the person may change this document; throws when not. */
  admit?(stored: StoredDocument): void;
  /** Rules that need the store, run only if something changes. Reads only; throws its refusals. */
  check?(tx: DocumentTransaction): Promise<void>;
}

/**
 * Deactivates (isActive false: a soft delete) or restores records, all or none, in one transaction, with an audit entry each; repeating it
 * changes nothing. In a list with a kept order the following records move up, and a restored one returns to its former number. For a kind
 * that needs no document (`initial`), deactivating creates it. Restoring requires a fresh proof of identity (requireFresh), except for what
 * the person has just deleted. Errors: `forbidden`, the kind's `notFound`, `invalid-input`, what `admit` and `check` throw.
 * @returns the documents as they were
 */
export async function setActive<Values extends object, Stored>(
  services: RecordServices,
  kind: RecordKind<Values, Stored>,
  call: ActivationCall,
): Promise<StoredDocument[]> {
  requireAct(call.actor, kind.menu, 'delete');
  const ids = requireSelection(kind, call.ids);
  const paths = ids.map((id) => pathOf(kind, id));
  const { documents, written } = await services.documents[kind.database].transaction(async (tx) => {
    await requireParent(tx, kind);
    const list = kind.order?.isKept ? await readList(tx, kind) : null;
    const found = list ? ids.map((id) => list.documents.get(id) ?? null) : await tx.getMany(paths);
    const documents = found.flatMap((document, index) => {
      if (!document && !kind.initial) throw kind.notFound(ids[index] ?? '');
      if (document) call.admit?.(document);
      return document ?? [];
    });
    const changing = documents.filter(({ data }) => isActive(data) !== call.isActive);
    if (call.isActive && !changing.every(({ id, data }) => isOwnDeletion((fields) => kind.read(fields, id), data, call.actor)))
      requireFresh(call.actor, 'Inició sesión hace un rato, y lo que pidió restaura algo que usted no acaba de eliminar.');
    const missing = call.isActive ? [] : paths.filter((_path, index) => !found[index]);
    if (changing.length + missing.length > 0) await call.check?.(tx);
    for (const stored of changing) activate(tx, kind, call, stored);
    for (const path of missing) createInactive(tx, kind, call, path);
    const moved = list && changing.length > 0 ? writeOrder(tx, kind, list, orderWith(kind, list, changing, call), call.actor) : [];
    return { documents, written: [...new Set([...paths, ...moved])] };
  });
  await services.readModel.projectNow(kind.database, written);
  return documents;
}

function activate<Values extends object, Stored>(
  tx: DocumentTransaction,
  kind: RecordKind<Values, Stored>,
  call: ActivationCall,
  { path, id, data, version }: StoredDocument,
): void {
  const { actor, isActive } = call;
  tx.update(
    path,
    stamped((fields) => kind.read(fields, id), { stored: data, changes: { isActive }, actor }),
    { ifVersion: version },
  );
  auditActivation(tx, kind, call, path);
}

/** Deactivates a record that has no document yet. */
function createInactive<Values extends object, Stored>(
  tx: DocumentTransaction,
  kind: RecordKind<Values, Stored>,
  call: ActivationCall,
  path: string,
): void {
  const { read, initial = {}, toStored } = kind;
  const changes = { ...(toStored?.(initial, {}) ?? initial), isActive: false };
  tx.create(path, stamped(read, { stored: null, changes, actor: call.actor }));
  auditActivation(tx, kind, call, path);
}

function auditActivation<Values extends object, Stored>(
  tx: DocumentTransaction,
  { actions: { activated } }: RecordKind<Values, Stored>,
  { actor, requestId, isActive }: ActivationCall,
  path: string,
): void {
  const action = isActive ? activated?.restored : activated?.deactivated;
  if (!action) throw new Error(`${path} cannot be ${isActive ? 'restored' : 'deactivated'}`);
  writeAudit(tx, {
    actor,
    requestId,
    action,
    targetPath: path,
    beforeData: { isActive: !isActive },
    newData: { isActive },
  });
}

function orderWith(
  kind: Pick<RecordKind<object, unknown>, 'order'>,
  { order }: ListState,
  changing: readonly StoredDocument[],
  { isActive }: ActivationCall,
): string[] {
  const leaving = new Set(changing.map(({ id }) => id));
  if (!isActive) return order.filter((id) => !leaving.has(id));
  return [...changing]
    .sort((a, b) => placeOf(kind, a) - placeOf(kind, b))
    .reduce<string[]>((ids, document) => insertAt(ids, document.id, placeOf(kind, document)), order);
}
