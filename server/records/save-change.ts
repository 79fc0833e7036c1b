import type { DocumentTransaction, Fields, StoredDocument } from '../ports/documents/document-store.ts';
import type { FormBase, Merged } from '../domain/conflict.ts';
import { requireAct } from '../domain/permissions.ts';
import { isActive, isSame, storedVersion } from './content-version.ts';
import { differingFields, mergeChanges, settleMerge } from './merge-changes.ts';
import { asTyped } from './record-fields.ts';
import { missingFields, pathOf, requireParent, describeConflict, type RecordKind, type RecordServices } from './record-kind.ts';
import { saverOf, stamped } from './updated-by.ts';
import { writeAudit, type Acting } from './write-audit.ts';

/** What the person saw when the form was opened. Partial for calls that may save over any version. */
export interface Baseline {
  /** Version that the person saw (storedVersion); '' when nothing was stored. undefined saves over any. */
  ifVersion: string | undefined;
  /** The values with which the form was opened. Without them every difference from a newer version is disputed. */
  base?: FormBase | null;
}

export interface SaveCall<Values> extends Acting, Partial<Baseline> {
  id: string;
  /** Validated values by stored name, or a function of the stored ones; fields left out stay as they are. */
  values: Partial<Values> | ((current: Values) => Partial<Values>);
  /** Whether the person may change this document; throws when not. */
  admit?(stored: StoredDocument): void;
  /** Rules on the record after the save, the changed fields, and the record now. Reads only; throws its refusals. */
  check?(tx: DocumentTransaction, wanted: Values, changed: readonly string[], current: Values): void | Promise<void>;
}

/**
 * The one way to change a document: transaction, read, merge with what others saved meanwhile, rules, update, audit, projection. A save
 * that changes nothing (also a repeat after a lost answer) succeeds without writing. Errors: `forbidden`, the kind's `notFound`, what
 * `admit` and `check` throw, and `conflict` (Conflict) when somebody else changed the same field.
 * @returns what others changed meanwhile and the save kept; null for nothing
 */
export async function saveChange<Values extends object, Stored>(
  services: RecordServices,
  records: RecordKind<Values, Stored>,
  call: SaveCall<Values>,
): Promise<Merged | null> {
  requireAct(call.actor, records.menu, 'change');
  const kind = { ...records, read: (data: Fields) => records.read(data, call.id) };
  const path = pathOf(kind, call.id);
  const merged = await services.documents[kind.database].transaction(async (tx) => {
    await requireParent(tx, kind);
    const stored = await tx.get(path);
    const current = stored ? kind.read(stored.data) : kind.initial;
    if (!current) throw kind.notFound(call.id);
    if (stored) call.admit?.(stored);
    const values = typeof call.values === 'function' ? call.values(current) : call.values;
    const { wanted, merged } = mergeWithStored(kind, { ...call, values }, stored, current);
    const changed = differingFields(current, wanted);
    const returns = stored !== null && kind.initial !== undefined && !isActive(stored.data);
    const missing = stored ? missingFields(kind, stored.data) : [];
    if (stored && changed.length === 0 && missing.length === 0 && !returns) return merged;
    await call.check?.(tx, wanted, changed, current);
    // A record without isActive counts as active.
    const written = stored ? pick({ isActive: true, ...wanted }, [...changed, ...missing]) : wanted;
    writeRecord(tx, kind, call, { path, stored, returns, values: written });
    return merged;
  });
  // Also for a save that changes nothing: the first attempt may have ended before this.
  await services.readModel.projectNow(kind.database, [path]);
  return merged;
}

/**
 * Merges a save with what somebody else may have saved meanwhile. Errors: `conflict`.
 * @param document null while nothing is stored
 * @returns the merged record, and what only others changed
 */
export function mergeWithStored<Values extends object, Stored>(
  kind: Pick<RecordKind<Values, Stored>, 'noun' | 'read' | 'show' | 'told'>,
  { ifVersion, base = null, actor, values }: Pick<SaveCall<Values>, 'actor' | 'base' | 'ifVersion'> & { values: Partial<Values> },
  document: StoredDocument | null,
  current: Values,
): { wanted: Values; merged: Merged | null } {
  const version = document ? storedVersion(kind.read, document.data) : '';
  if (!document || ifVersion === undefined) return { wanted: { ...current, ...values }, merged: null };
  if (version === ifVersion) return { wanted: { ...current, ...touched(values, current) }, merged: null };
  const { wanted, ...changes } = mergeChanges(base, current, touched(values, base ?? current));
  const savedBy = saverOf(kind.read, document.data, actor);
  const merged = settleMerge(changes, {
    path: document.path,
    userMessage: describeConflict(kind, savedBy),
    base,
    stored: kind.show(document),
    submitted: wanted,
    savedBy,
    version,
  });
  return { wanted, merged };
}

/** The values that a person changed in a form: texts that other programs stored with blanks around them come back without. */
function touched<Values extends object>(values: Partial<Values>, shown: object): Partial<Values> {
  const before = shown as Fields;
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => !(Object.hasOwn(before, name) && isSame(asTyped(value), asTyped(before[name])))),
  ) as Partial<Values>;
}

interface RecordWrite {
  path: string;
  stored: StoredDocument | null;
  /** The save restores a deactivated record. */
  returns: boolean;
  /** All values of a new document, otherwise only the changed and missing ones. */
  values: object;
}

function writeRecord<Values extends object, Stored>(
  tx: DocumentTransaction,
  { actions, read, toStored }: RecordKind<Values, Stored>,
  { actor, requestId, channel }: Acting,
  { path, stored, returns, values }: RecordWrite,
): void {
  const changes = toStored?.(values, stored?.data ?? {}) ?? (values as Fields);
  if (!actions.updated) throw new Error(`${path} is not changed by a form`);
  const action = typeof actions.updated === 'string' ? actions.updated : actions.updated(changes);
  const writtenFields = returns ? { ...changes, isActive: true } : changes;
  const fields = stamped(read, { stored: stored?.data ?? null, changes: writtenFields, actor });
  if (stored) tx.update(path, fields, { ifVersion: stored.version });
  else tx.create(path, fields);
  const beforeData = stored && pick(stored.data, Object.keys(changes));
  writeAudit(tx, { actor, requestId, channel, action, targetPath: path, beforeData, newData: changes });
}

/** Values of these names, null for missing ones. */
export function pick(values: object, names: readonly string[]): Fields {
  const allValues = values as Fields;
  return Object.fromEntries(names.map((name) => [name, allValues[name] ?? null]));
}
