import type { DocumentTransaction, Fields, StoredDocument } from '../ports/documents/document-store.ts';
import { requireAct } from '../domain/permissions.ts';
import type { ChangeAction, CreationAction } from './audit-entries.ts';
import type { ReadValues } from './content-version.ts';
import { auditIdOf } from './form-token.ts';
import { pathOf, type RecordKind, type RecordServices } from './record-kind.ts';
import { pick } from './save-change.ts';
import { requireSelection } from './some-records.ts';
import { stamped } from './updated-by.ts';
import { AUDIT_COLLECTION, writeAudit, type Acting } from './write-audit.ts';

export interface ActCall extends Acting {
  /** 1 to 100; else `invalid-input`. */
  ids: readonly string[];
  /** Made once per form: the same form sent twice (double click, retry after a lost answer) acts once. '' for none. */
  formToken: string;
  /** Name of the act and the typed values: together with the token they identify a repeated form. */
  words: readonly string[];
  action: ChangeAction;
  /** Throws what the act would throw, and writes nothing. */
  dryRun?: boolean | undefined;
}

/** What an act does to one record. */
export interface Decision {
  changes: Fields;
  /** Fields of the audit entry besides the changed ones: words that the record does not store. */
  told?: Fields;
  /** Other documents to write in the same transaction. */
  further?: readonly Further[];
}

/** Another document to change or create in the same transaction, with its own audit entry. */
export type Further = FurtherChange | FurtherCreation;

interface FurtherChange {
  action: ChangeAction;
  document: StoredDocument;
  changes: Fields;
  read: ReadValues<object>;
}

interface FurtherCreation {
  action: CreationAction;
  path: string;
  fields: Fields;
  read: ReadValues<object>;
}

export type Reader = Pick<DocumentTransaction, 'getMany'>;

/** Decides what happens to each record, null for nothing; throws when the act is not allowed in their current state. Only reads. */
type Decide = (records: readonly StoredDocument[], reader: Reader) => Promise<readonly (Decision | null)[]> | readonly (Decision | null)[];

/** For an act that decides each record separately. */
export function each(decide: (record: StoredDocument, reader: Reader) => Promise<Decision | null> | Decision | null): Decide {
  return (records, reader) => Promise.all(records.map(async (record) => decide(record, reader)));
}

type Writer = Pick<DocumentTransaction, 'create' | 'update'>;

/**
 * An act on records that is more than new form values (such as assigning or archiving): all or none, in
 * one transaction, with one audit entry each.
 *
 * `decide` runs before the transaction, so that most refusals come before anything is locked, and again inside it. Errors: `forbidden`, the
 * kind's `notFound`, `invalid-input`, what `decide` throws.
 * @returns the records as they were, without those on which this form has already acted or to which nothing was done
 */
export async function act<Values extends object, Stored>(
  services: RecordServices,
  kind: RecordKind<Values, Stored>,
  call: ActCall,
  decide: Decide,
): Promise<StoredDocument[]> {
  requireAct(call.actor, kind.menu, 'change');
  const places = requireSelection(kind, call.ids).map((id) => ({
    id,
    path: pathOf(kind, id),
    entryId: auditIdOf({ ...call, id }, call.words),
  }));
  const paths = places.map(({ path }) => path);
  const decidePending = async (reader: Reader) => {
    const found = await reader.getMany([...paths, ...places.map(({ entryId }) => `${AUDIT_COLLECTION}/${entryId}`)]);
    const pending = places.flatMap(({ id, entryId }, index) => {
      const record = found[index];
      if (!record) throw kind.notFound(id);
      return found[places.length + index] ? [] : [{ record, entryId }];
    });
    if (pending.length === 0) return [];
    const decisions = await decide(
      pending.map(({ record }) => record),
      reader,
    );
    return pending.flatMap((one, index) => {
      const decision = decisions[index];
      return decision ? [{ ...one, decision }] : [];
    });
  };
  const store = services.documents[kind.database];
  const write = () =>
    store.transaction(async (tx) => {
      const decided = await decidePending(tx);
      for (const { record, entryId, decision } of decided) {
        const { changes, told } = decision;
        writeChange(tx, call, { action: call.action, document: record, changes, read: kind.read }, { id: entryId, told });
      }
      const others = decided.flatMap(({ decision: { further = [] } }) => further.map((one) => writeFurther(tx, call, one)));
      return { done: decided.map(({ record }) => record), others };
    });
  const preliminary = await decidePending(store);
  if (call.dryRun) return [];
  const { done, others } = preliminary.length > 0 ? await write() : { done: [], others: [] };
  // Also for a repeated form: the first attempt may have ended before this.
  await services.readModel.projectNow(kind.database, [...paths, ...others]);
  return done;
}

/** @returns the path written, for the read model */
function writeFurther(tx: Writer, acting: Acting, further: Further): string {
  return 'document' in further ? writeChange(tx, acting, further) : writeCreation(tx, acting, further);
}

function writeChange(
  tx: Writer,
  { actor, requestId }: Acting,
  { action, document: { path, data, version }, changes, read }: FurtherChange,
  { id, told }: { id?: string; told?: Fields | undefined } = {},
): string {
  tx.update(path, stamped(read, { stored: data, changes, actor }), { ifVersion: version });
  const sides = { beforeData: pick(data, Object.keys(changes)), newData: { ...changes, ...told } };
  writeAudit(tx, { actor, requestId, action, targetPath: path, ...(id !== undefined && { id }), ...sides });
  return path;
}

function writeCreation(tx: Writer, { actor, requestId }: Acting, { action, path, fields, read }: FurtherCreation): string {
  tx.create(path, stamped(read, { stored: null, changes: fields, actor }));
  writeAudit(tx, { actor, requestId, action, targetPath: path, beforeData: null, newData: fields });
  return path;
}
