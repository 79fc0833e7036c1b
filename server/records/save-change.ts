import type { DocumentTransaction, Fields, StoredDocument } from '../documents/document-store.ts';
import { conflictError, type FormBase, type Merged } from '../domain/conflict.ts';
import type { ChangeAction } from './audit-entries.ts';
import { isActive, storedVersion, type ReadValues } from './content-version.ts';
import { differingFields, mergeChanges } from './merge-changes.ts';
import { pathOf, requireParent, tellConflict, wholeRecord, type RecordKind, type RecordServices } from './record-kind.ts';
import { saverOf, stamped, stampFor, stampOf } from './updated-by.ts';
import { writeAudit, type Acting } from './write-audit.ts';

export interface SaveCall<Values> extends Acting {
  id: string;
  /** Version that the person saw (storedVersion); '' when nothing was stored. Without it the save goes over any version. */
  ifVersion?: string | undefined;
  /** What the form was opened with. Without it everything that differs from a newer version is disputed. */
  base?: FormBase | null;
  /** Valid values by stored name, where they depend on what is stored made from that; fields left out stay as they are. */
  values: Partial<Values> | ((current: Values) => Partial<Values>);
  /** Whether the person may change this document; throws when not. */
  admit?(stored: StoredDocument): void;
  /** Rules on the record as it would be, on the fields that change, and on what it is now. Reads only; throws what they refuse with. */
  check?(tx: DocumentTransaction, wanted: Values, changed: readonly string[], current: Values): void | Promise<void>;
}

/**
 * The one way to change a document: transaction, read, merge with what others saved meanwhile, rules, update, audit,
 * projection. A save that changes nothing (also one repeated after a lost answer) succeeds without writing.
 * @returns what others changed meanwhile and the save has kept; null when nothing.
 * Errors: the kind's `notFound`, what `admit` and `check` throw, and `conflict` (Conflict) when somebody else changed the
 * same field.
 */
export async function saveChange<Values extends object, Stored>(
  services: RecordServices,
  records: RecordKind<Values, Stored>,
  call: SaveCall<Values>,
): Promise<Merged | null> {
  const kind = { ...records, read: (data: Fields) => records.read(data, call.id) };
  const path = pathOf(kind, call.id);
  const { wrote, merged } = await services.documents[kind.database].transaction(async (tx) => {
    await requireParent(tx, kind);
    const stored = await readRecord(tx, kind, path);
    const current = stored.data ? kind.read(stored.data) : kind.initial;
    if (!current) throw kind.notFound(call.id);
    if (stored.main) call.admit?.(stored.main);
    const { wanted, merged } = mergeWithStored(kind, call, stored, current);
    const changed = differingFields(current, wanted);
    const returns = stored.main !== null && kind.initial !== undefined && !isActive(stored.main.data);
    if (stored.data && changed.length === 0 && !returns) return { wrote: [], merged };
    await call.check?.(tx, wanted, changed, current);
    return { wrote: writeRecord(tx, kind, call, stored, { path, wanted, changed, returns }), merged };
  });
  if (wrote.length > 0) await services.readModel.projectNow(kind.database, wrote);
  return merged;
}

/** The documents of a record as a transaction has read them, and what they say together. */
interface StoredRecord {
  main: StoredDocument | null;
  second: StoredDocument | null;
  data: Fields | null;
}

async function readRecord<Values extends object, Stored>(
  tx: DocumentTransaction,
  kind: RecordKind<Values, Stored>,
  path: string,
): Promise<StoredRecord> {
  const [main = null, second = null] = await tx.getMany(kind.companion ? [path, kind.companion.path] : [path]);
  return { main, second, data: wholeRecord(kind, main, second) };
}

function mergeWithStored<Values extends object, Stored>(
  kind: RecordKind<Values, Stored>,
  { ifVersion, base = null, actor, ...call }: SaveCall<Values>,
  { main, second, data }: StoredRecord,
  current: Values,
): { wanted: Values; merged: Merged | null } {
  const values = typeof call.values === 'function' ? call.values(current) : call.values;
  const version = data ? storedVersion(kind.read, data) : '';
  if (!data || ifVersion === undefined || version === ifVersion) return { wanted: { ...current, ...values }, merged: null };
  const { wanted, disputed, theirs, mine } = mergeChanges(base, current, values);
  const savedBy = saverOf(kind.read, data, actor) ?? (second && saverOf(kind.read, { ...data, ...stampOf(second.data) }, actor));
  const shown = main ?? second;
  if (disputed.length > 0 && shown)
    throw conflictError(shown.path, tellConflict(kind, savedBy), {
      base,
      stored: kind.show({ ...shown, data }),
      submitted: wanted,
      differing: disputed,
      merged: { theirs, mine },
      savedBy,
      version,
    });
  return { wanted, merged: theirs.length > 0 ? { savedBy, fields: theirs } : null };
}

interface RecordWrite<Values> {
  path: string;
  wanted: Values;
  changed: readonly string[];
  /** A deactivated record that the save brings back. */
  returns: boolean;
}

/** A document that is not there yet gets all its fields, any other one what changes of it. @returns the paths written */
function writeRecord<Values extends object, Stored>(
  tx: DocumentTransaction,
  kind: RecordKind<Values, Stored>,
  call: Acting,
  { main, second, data }: StoredRecord,
  { path, wanted, changed, returns }: RecordWrite<Values>,
): string[] {
  const { companion, read, actions } = kind;
  const seconds: readonly string[] = companion?.fields ?? [];
  const own = Object.keys(wanted).filter((name) => !seconds.includes(name));
  const changesOf = (names: readonly string[], stored: StoredDocument | null) =>
    pick(wanted, stored ? names.filter((name) => changed.includes(name)) : names);
  const isMeant = (names: readonly string[]) => names.some((name) => changed.includes(name)) || data === null;
  const written: string[] = [];
  const whole: Fields = { ...data, ...pick(wanted, own), ...companion?.read(pick(wanted, seconds)), ...(returns && { isActive: true }) };
  if (!companion || returns || isMeant(own)) {
    const values = changesOf(own, main);
    const changes = kind.toStored?.(values as Partial<Values>, main?.data ?? {}) ?? values;
    if (!actions.updated) throw new Error(`${path} is not changed by a form`);
    const updated = typeof actions.updated === 'string' ? actions.updated : actions.updated(changes);
    writeFields(tx, { ...call, read, whole: companion ? whole : null, action: updated }, { path, stored: main, changes, returns });
    written.push(path);
  }
  if (companion && isMeant(seconds)) {
    const place = {
      path: companion.path,
      stored: second,
      changes: changesOf(seconds, second),
      returns: second !== null && !isActive(second.data),
    };
    writeFields(tx, { ...call, read, whole, action: companion.updated }, place);
    written.push(companion.path);
  }
  return written;
}

interface WriteTerms<Values> extends Acting {
  read: ReadValues<Values>;
  action: ChangeAction;
  /** The record as it will be, where the document holds a part of it only: what its stamp tells of. */
  whole: Fields | null;
}

function writeFields<Values extends object>(
  tx: DocumentTransaction,
  { actor, requestId, read, whole, action }: WriteTerms<Values>,
  { path, stored, changes, returns }: { path: string; stored: StoredDocument | null; changes: Fields; returns: boolean },
): void {
  const given = returns ? { ...changes, isActive: true } : changes;
  const fields = whole
    ? { ...given, ...stampFor(read, whole, actor) }
    : stamped(read, { stored: stored?.data ?? null, changes: given, actor });
  if (stored) tx.update(path, fields, { ifVersion: stored.version });
  else tx.create(path, fields);
  const beforeData = stored && pick(stored.data, Object.keys(changes));
  writeAudit(tx, { actor, requestId, action, targetPath: path, beforeData, newData: changes });
}

/** Values of these names, null for those that there are not. */
export function pick(values: object, names: readonly string[]): Fields {
  const given = values as Fields;
  return Object.fromEntries(names.map((name) => [name, given[name] ?? null]));
}
