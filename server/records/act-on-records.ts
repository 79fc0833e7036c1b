import type { DocumentTransaction, Fields, StoredDocument } from '../documents/document-store.ts';
import type { ChangeAction } from './audit-entries.ts';
import { auditIdOf } from './form-token.ts';
import { pathOf, type RecordKind, type RecordServices } from './record-kind.ts';
import { pick } from './save-change.ts';
import { requireSome } from './some-records.ts';
import { stamped } from './updated-by.ts';
import { AUDIT_COLLECTION, writeAudit, type Acting } from './write-audit.ts';

export interface ActCall extends Acting {
  /** 1 to 100; else `invalid-input`. */
  ids: readonly string[];
  /** Made once per form: the same form sent twice (double click, retry after a lost answer) acts once. '' for none. */
  formToken: string;
  /** Name of the act and what was typed: with the token they tell a repeated form. */
  words: readonly string[];
  action: ChangeAction;
  /** What the audit entry holds beside the changed fields: words that the record does not keep. */
  told?(): Fields;
  /**
   * Whether it may be done to these records as they are now; throws. Reads only, further documents by `reader`; asked before the
   * transaction and in it.
   */
  requireAll(records: readonly StoredDocument[], reader: Reader): Promise<void> | void;
  changes(record: StoredDocument): Fields;
  /**
   * What else is stored with it, in the same transaction, from what `requireAll` has read. Writes only.
   * @returns the paths written, for the read model
   */
  also?(tx: Pick<DocumentTransaction, 'create' | 'update'>): readonly string[];
}

type Reader = Pick<DocumentTransaction, 'getMany'>;

interface Pending {
  record: StoredDocument;
  entryId: string;
}

/**
 * An act on records that is more than new values for their form (to assign, to archive): all or none, in one transaction, with
 * an audit entry each. Errors: the kind's `notFound`, `invalid-input`, what `requireAll` throws.
 * @returns the records as they were; none of those to which this form has done it before
 */
export async function actOnRecords<Values extends object, Stored>(
  services: RecordServices,
  kind: RecordKind<Values, Stored>,
  call: ActCall,
): Promise<StoredDocument[]> {
  const places = requireSome(kind, call.ids).map((id) => ({ id, path: pathOf(kind, id), entryId: auditIdOf({ ...call, id }, call.words) }));
  const store = services.documents[kind.database];
  const findPending = async (reader: Reader): Promise<Pending[]> => {
    const found = await reader.getMany([
      ...places.map(({ path }) => path),
      ...places.map(({ entryId }) => `${AUDIT_COLLECTION}/${entryId}`),
    ]);
    const pending = places.flatMap(({ id, entryId }, index) => {
      const record = found[index];
      if (!record) throw kind.notFound(id);
      return found[places.length + index] ? [] : [{ record, entryId }];
    });
    if (pending.length > 0)
      await call.requireAll(
        pending.map(({ record }) => record),
        reader,
      );
    return pending;
  };
  // Most refusals are seen here, before anything is locked.
  await findPending(store);
  const { done, others } = await store.transaction(async (tx) => {
    const pending = await findPending(tx);
    for (const one of pending) writeAct(tx, kind, call, one);
    return { done: pending.map(({ record }) => record), others: pending.length > 0 ? (call.also?.(tx) ?? []) : [] };
  });
  await services.readModel.projectNow(kind.database, [...places.map(({ path }) => path), ...others]);
  return done;
}

function writeAct<Values extends object, Stored>(
  tx: DocumentTransaction,
  { read }: RecordKind<Values, Stored>,
  call: ActCall,
  { record, entryId }: Pending,
): void {
  const { actor, requestId, action } = call;
  const { path, data, version } = record;
  const changes = call.changes(record);
  tx.update(path, stamped(read, { stored: data, changes, actor }), { ifVersion: version });
  const beforeData = pick(data, Object.keys(changes));
  writeAudit(tx, { ...{ actor, requestId, action, targetPath: path, id: entryId }, beforeData, newData: { ...changes, ...call.told?.() } });
}
