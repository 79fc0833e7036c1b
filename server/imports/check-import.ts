import type { FormValue } from '../domain/conflict.ts';
import { AppError } from '../domain/errors.ts';
import { fieldText } from '../domain/field-text.ts';
import type { Staff } from '../domain/permissions.ts';
import { questionOf } from '../domain/question.ts';
import type { FoundRecord, ListImport, SaveRowCall } from '../lists/list-import.ts';
import { runWithLease, WorkRefused } from '../ports/queue/work-leases.ts';
import { canonicalJson } from '../records/canonical-json.ts';
import { isSame } from '../records/content-version.ts';
import { idFromFormToken } from '../records/form-token.ts';
import type { Services } from '../services.ts';
import { loadStaff } from '../staff/load-staff.ts';
import { withoutWriting } from './in-one-transaction.ts';
import { openImporting } from './open-import.ts';
import { readCells, type Described } from './read-cell.ts';
import {
  changeImport,
  findImport,
  leaseKeyOf,
  storeCheckedRows,
  matchRows,
  findUncheckedRows,
  refuseUncheckedRows,
} from './stored-import.ts';
import type { Change, CheckedRow, UncheckedRow, StoredImport } from './stored-import.ts';

const BATCH = 200;
/** Batch size of imports without a `database`: staff are read one by one, from a backend that may be far away. */
const BATCH_WITHOUT_DATABASE = 20;
const SHOWN_LETTERS = 200;

/**
 * Checks the unchecked rows of a file, unless another process does: which record each names, what it would change, and all its problems. If
 * the worker is killed, another one continues.
 */
export async function checkImport(services: Services, id: string, signal: AbortSignal, actor?: Staff): Promise<void> {
  await runWithLease(services, {
    key: leaseKeyOf(id),
    signal,
    async begin() {
      const stored = await findImport(services.sql, id);
      return stored?.state === 'checking' ? stored : null;
    },
    async work(stored, held, progress) {
      const importer = actor ?? (await loadStaff(services, { uid: stored.userId, sessionId: '' }));
      if (!importer) throw new WorkRefused('Su cuenta está desactivada o ya no existe.');
      await checkRows(services, { stored, actor: importer, progress }, held);
      return 'over';
    },
    async giveUp({ requestId }, reason) {
      services.log.warn({ importId: id, requestId, reason }, 'check of an import given up');
      await refuseUncheckedRows(services.sql, id, reason);
      await changeImport(services.sql, id, 'checking', 'ready');
    },
  });
}

interface Checking {
  stored: StoredImport;
  actor: Staff;
  progress: () => Promise<void>;
}

async function checkRows(services: Services, { stored, actor: signedIn, progress }: Checking, signal: AbortSignal): Promise<void> {
  const { sql } = services;
  const { id, requestId } = stored;
  // The fresh proof of identity is required for applying, not for checking.
  const { signedInLongAgo: _, ...actor } = signedIn;
  const { imports } = openImporting(services, { actor, url: stored.url });
  const described: Described = new Map((await imports.describe(services, { actor })).map((field) => [field.name, field]));
  await matchRows(sql, id, imports);
  for (;;) {
    signal.throwIfAborted();
    const rows = await findUncheckedRows(sql, id, imports.database ? BATCH : BATCH_WITHOUT_DATABASE);
    if (rows.length === 0) break;
    const checked: CheckedRow[] = [];
    const checkAll = async (batchServices: Services) => {
      const context = { imports, described, call: { actor, requestId }, importId: id };
      const found = await imports.find(batchServices, recordIds(context, rows));
      for (const row of rows) checked.push(await checkRow(batchServices, context, row, found.get(row.recordId)));
    };
    await (imports.database ? withoutWriting(services, imports.database, checkAll) : checkAll(services));
    await storeCheckedRows(sql, id, checked);
    await progress();
  }
  await changeImport(sql, id, 'checking', 'ready');
}

/** Ids of the rows' records, including those that new records would get, to read all at once. */
function recordIds({ imports, call, importId }: CheckContext, rows: readonly UncheckedRow[]): string[] {
  const ownId = (place: number) => (imports.database ? newId(imports, call, rowToken(importId, place)) : '');
  return [...new Set(rows.flatMap(({ recordId, place }) => recordId || ownId(place) || []))];
}

const newId = ({ table }: ListImport, { actor }: Pick<SaveRowCall, 'actor'>, formToken: string) =>
  idFromFormToken({ actor, collection: table }, formToken) ?? '';

interface CheckContext {
  imports: ListImport;
  described: Described;
  call: Pick<SaveRowCall, 'actor' | 'requestId'>;
  importId: string;
}

async function checkRow(
  services: Services,
  rowContext: CheckContext,
  row: UncheckedRow,
  found: FoundRecord | undefined,
): Promise<CheckedRow> {
  const { imports, described, call, importId } = rowContext;
  const record = found?.isActive ? found : null;
  const isNew = !row.isById && !record;
  const { values, problems: wrong } = readCells(imports.fields, described, row.cells, { isNew, current: record?.values ?? {} });
  const problems = [...row.problems, ...placeProblems(row, record), ...wrong];
  const { place, recordId } = row;
  const checked: CheckedRow = {
    place,
    recordId,
    problems,
    outcome: 'wrong',
    version: '',
    wanted: null,
    before: null,
    changes: [],
    note: '',
  };
  if (problems.length > 0) return checked;
  if (!record) {
    const formToken = rowToken(importId, place);
    const { note, refused } = await tryRow(services, imports, {
      ...call,
      id: null,
      version: '',
      base: null,
      values,
      formToken,
      isConfirmed: false,
    });
    const ownId = newId(imports, call, formToken);
    return { ...checked, recordId: ownId, note, problems: refused, outcome: outcomeOf('new', refused), wanted: canonicalJson(values) };
  }
  const names = Object.keys(values).filter((name) => !isSame(record.values[name], values[name]));
  if (names.length === 0) return { ...checked, outcome: 'same' };
  const changed = pickValues(values, names);
  const { version } = record;
  const { note, refused } = await tryRow(services, imports, {
    ...call,
    id: recordId,
    version,
    base: null,
    values: changed,
    formToken: '',
    isConfirmed: false,
  });
  return {
    ...checked,
    version,
    note,
    problems: refused,
    outcome: outcomeOf('changed', refused),
    wanted: canonicalJson(changed),
    before: canonicalJson(pickValues(record.values, names)),
    changes: names.map((name) => describeChange(described, name, record.values[name] ?? null, values[name] ?? null)),
  };
}

/** Form token of a new record: the same row never creates two. */
export function rowToken(importId: string, place: number): string {
  return `${importId}-${String(place).padStart(6, '0')}`;
}

const outcomeOf = (outcome: 'changed' | 'new', refused: readonly string[]) => (refused.length > 0 ? 'wrong' : outcome);

export function pickValues(values: Readonly<Record<string, FormValue>>, names: readonly string[]): Record<string, FormValue> {
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
}

function placeProblems({ earlier, isById, matches }: UncheckedRow, record: FoundRecord | null): string[] {
  return [
    ...(earlier ? [`Repite lo de la ${earlier.sheet === '' ? '' : `hoja «${earlier.sheet}», `}fila ${earlier.row}.`] : []),
    ...(isById && !record ? ['El código no es de ningún registro que esté en uso. Para uno nuevo, déjelo vacío.'] : []),
    ...(!isById && matches > 1 ? [`Hay ${matches} registros con este nombre: escriba el código del que quiere cambiar.`] : []),
  ];
}

/** Tries a row with the form's own verb, or with `check`. */
async function tryRow(services: Services, imports: ListImport, call: SaveRowCall): Promise<{ note: string; refused: string[] }> {
  try {
    await (imports.check ?? imports.save)(services, call);
    return { note: '', refused: [] };
  } catch (error) {
    const question = questionOf(error);
    return question ? { note: question.sentences.join(' '), refused: [] } : { note: '', refused: refusalOf(error) };
  }
}

/** All reasons why a row was refused; rethrows errors that a retry may fix. */
export function refusalOf(error: unknown): string[] {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  const fieldMessages = Object.values(error.fields ?? {}).flat();
  return fieldMessages.length > 0 ? fieldMessages : [error.userMessage];
}

function describeChange(described: Described, name: string, from: FormValue, to: FormValue): Change {
  const field = described.get(name);
  // Cut by code points: half a surrogate pair cannot be stored.
  const text = (value: FormValue) => [...(field ? fieldText(field, value) : '')].slice(0, SHOWN_LETTERS).join('');
  return { label: field?.label ?? name, from: text(from), to: text(to) };
}
