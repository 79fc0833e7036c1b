import type { ImportState, RowCounts, RowOutcome } from '../domain/imports.ts';
import { AppError } from '../domain/errors.ts';
import { comparableName } from '../domain/names.ts';
import { truncate } from '../domain/text.ts';
import { isDocumentId } from '../platform/document-id.ts';
import type { Sql } from '../platform/sql/sql.ts';
import type { MappedRow } from './map-rows.ts';

/** A file uploaded for a list, stored row by row, visible only to its owner. */
export interface StoredImport {
  id: string;
  userId: string;
  /** Address of the list. */
  url: string;
  fileName: string;
  requestId: string;
  state: ImportState;
  total: number;
}

export interface Change {
  label: string;
  from: string;
  to: string;
}

/** A checked row. */
export interface StoredRow {
  place: number;
  sheet: string;
  row: number;
  name: string;
  outcome: RowOutcome;
  /** Id of the record; for a new one the id that it will have. */
  recordId: string;
  /** Version of the record when checked; '' for a new one. */
  version: string;
  /** Canonical JSON of the values that the row writes, and of the record's values before; null if there are none. */
  wanted: string | null;
  before: string | null;
  changes: readonly Change[];
  problems: readonly string[];
  note: string;
}

type Queries = Pick<Sql, 'query'>;

/** The check of an import among the work of all workers. */
export const leaseKeyOf = (id: string) => `import:${id}`;

const IMPORT = `id, user_id AS "userId", url, file_name AS "fileName", request_id AS "requestId", state, total`;
const ROW = `place, sheet, row_number AS "row", name, outcome, record_id AS "recordId", version, wanted, before, changes, problems, note`;

/** The person's own import. Errors: `not-found`, also for another person's. */
export async function findOwnImport(sql: Queries, { userId, url, id }: { userId: string; url: string; id: string }): Promise<StoredImport> {
  const found = isDocumentId(id) ? await findImport(sql, id) : null;
  if (found?.userId === userId && found.url === url) return found;
  throw new AppError('not-found', `no import ${id.slice(0, 60)}`, {
    userMessage: 'Esa importación no existe, o ya no se guarda. Cargue el archivo de nuevo.',
  });
}

export async function findImport(sql: Queries, id: string): Promise<StoredImport | null> {
  const { rows } = await sql.query<StoredImport>(`SELECT ${IMPORT} FROM imports WHERE id = $1`, [id]);
  return rows[0] ?? null;
}

/** The newest import waiting for its owner; null for none. */
export async function findLastImport(sql: Queries, { userId, url }: { userId: string; url: string }): Promise<StoredImport | null> {
  const { rows } = await sql.query<StoredImport>(
    `SELECT ${IMPORT} FROM imports WHERE user_id = $1 AND url = $2 AND state IN ('checking', 'ready') ORDER BY created_at DESC LIMIT 1`,
    [userId, url],
  );
  return rows[0] ?? null;
}

/** Stores an import, hidden by its state until its rows are stored. */
export async function storeImport(sql: Queries, one: Omit<StoredImport, 'state' | 'total'>): Promise<void> {
  await sql.query(`INSERT INTO imports (id, user_id, url, file_name, request_id, state) VALUES ($1, $2, $3, $4, $5, 'reading')`, [
    one.id,
    one.userId,
    one.url,
    one.fileName.slice(0, 200),
    one.requestId,
  ]);
}

export async function storeRows(sql: Queries, id: string, first: number, key: string, rows: readonly MappedRow[]): Promise<void> {
  const rowRecords = rows.map(({ sheet, row, id: record, cells, problems, isNote }, index) => {
    const name = cells[key] ?? '';
    return {
      place: first + index,
      sheet,
      row,
      record,
      key: record === '' ? comparableName(name) : `id:${record}`,
      name,
      cells,
      problems: shownProblems(problems),
      outcome: isNote ? 'note' : isHeaderProblem(cells, record) ? 'wrong' : 'unchecked',
    };
  });
  await sql.query(
    `INSERT INTO import_rows (import_id, place, sheet, row_number, name, key, record_id, given, problems, outcome)
     SELECT $1, place, sheet, "row", left(btrim(name), 200), key, record, cells, problems, outcome
     FROM jsonb_to_recordset($2::jsonb) AS given(place int, sheet text, "row" int, name text, key text, record text, cells jsonb, problems jsonb, outcome text)`,
    [id, JSON.stringify(rowRecords)],
  );
}

/** A row has few problems, but each may repeat a cell of any length. */
const PROBLEMS_MAX = 20;
const PROBLEM_LETTERS = 500;

function shownProblems(problems: readonly string[]): string[] {
  return problems.slice(0, PROBLEMS_MAX).map((problem) => truncate(problem, PROBLEM_LETTERS));
}

/** Whether a row only reports an error in the header. */
function isHeaderProblem(cells: MappedRow['cells'], record: string): boolean {
  return record === '' && Object.keys(cells).length === 0;
}

/** Removes earlier imports of the same person for the same list that were not applied. */
export async function removeEarlier(sql: Queries, { id, userId, url }: Pick<StoredImport, 'id' | 'url' | 'userId'>): Promise<void> {
  await sql.query(
    `WITH gone AS (DELETE FROM imports WHERE user_id = $1 AND url = $2 AND id <> $3 AND state <> 'applied' RETURNING id)
     DELETE FROM import_rows r USING gone WHERE r.import_id = gone.id`,
    [userId, url, id],
  );
}

/** Reports the rows that no check reached as wrong. */
export async function refuseUncheckedRows(sql: Queries, id: string, reason: string): Promise<void> {
  await sql.query(
    `UPDATE import_rows SET outcome = 'wrong', problems = problems || jsonb_build_array($2::text) WHERE import_id = $1 AND outcome = 'unchecked'`,
    [id, reason],
  );
}

/** Changes nothing once another process has carried it further. */
export async function changeImport(sql: Queries, id: string, from: ImportState | 'reading', to: ImportState): Promise<void> {
  await sql.query(
    `UPDATE imports SET state = $3, total = (SELECT count(*) FROM import_rows WHERE import_id = $1 AND outcome <> 'note')
     WHERE id = $1 AND state = $2`,
    [id, from, to],
  );
}

/** @returns false for one that was applied: its run needs the rows */
export async function removeImport(sql: Queries, id: string): Promise<boolean> {
  const { rowCount } = await sql.query(`DELETE FROM imports WHERE id = $1 AND state <> 'applied'`, [id]);
  await sql.query('DELETE FROM import_rows r WHERE import_id = $1 AND NOT EXISTS (SELECT FROM imports i WHERE i.id = r.import_id)', [id]);
  return rowCount === 1;
}

/** Where the records of an import are, and which of their columns names them. */
interface NamedTable {
  table: string;
  key: string;
}

/** Finds the records that rows name. The read model only tells where to look: the check reads the records. */
export async function matchRows(sql: Queries, id: string, named: NamedTable): Promise<void> {
  await sql.query(
    `UPDATE import_rows r SET record_id = found.id, matches = found.matches
     FROM (SELECT t.key, min(t.id) AS id, count(*)::int AS matches FROM ${NAMED_RECORDS} GROUP BY 1) found
     WHERE r.import_id = $1 AND r.outcome = 'unchecked' AND r.key = found.key AND r.key <> ''`,
    [id, await readNamedRecords(sql, named)],
  );
}

/** Marks new rows as wrong if a record got their name since the check. @returns how many */
export async function refuseNameConflicts(sql: Queries, id: string, named: NamedTable): Promise<number> {
  const { rowCount } = await sql.query(
    `UPDATE import_rows r SET outcome = 'wrong', problems = jsonb_build_array($3::text)
     FROM ${NAMED_RECORDS} WHERE r.import_id = $1 AND r.outcome = 'new' AND t.key = r.key AND t.id <> r.record_id`,
    [id, await readNamedRecords(sql, named), 'Alguien creó este registro después de la revisión. Cargue el archivo de nuevo.'],
  );
  return rowCount ?? 0;
}

const NAMED_RECORDS = 'jsonb_to_recordset($2::jsonb) AS t(key text, id text)';

/** The active records by comparable name, as JSON. PostgreSQL does not compare names as the rest of the portal does. */
async function readNamedRecords(sql: Queries, { table, key }: NamedTable): Promise<string> {
  const { rows } = await sql.query<{ id: string; name: string | null }>(
    `SELECT t.id, t."${key}" AS name FROM "${table}" t WHERE t."isActive" AND NOT t.source_deleted`,
  );
  return JSON.stringify(rows.map(({ id, name }) => ({ id, key: comparableName(name ?? '') })));
}

/** A row as in the file, with the record that it names and an earlier row for the same one. */
export interface UncheckedRow extends Pick<StoredRow, 'place' | 'problems' | 'recordId'> {
  cells: Readonly<Record<string, string>>;
  /** It names its record by id. */
  isById: boolean;
  matches: number;
  earlier: { sheet: string; row: number } | null;
}

export async function findUncheckedRows(sql: Queries, id: string, most: number): Promise<UncheckedRow[]> {
  const { rows } = await sql.query<UncheckedRow>(
    `SELECT r.place, r.problems, r.record_id AS "recordId", r.given AS cells, r.key LIKE 'id:%' AS "isById", r.matches,
       (SELECT jsonb_build_object('sheet', e.sheet, 'row', e.row_number) FROM import_rows e
        WHERE e.import_id = r.import_id AND e.key = r.key AND e.key <> '' AND e.place < r.place ORDER BY e.place LIMIT 1) AS earlier
     FROM import_rows r WHERE r.import_id = $1 AND r.outcome = 'unchecked' ORDER BY r.place LIMIT $2`,
    [id, most],
  );
  return rows;
}

export type CheckedRow = Pick<
  StoredRow,
  'before' | 'changes' | 'note' | 'outcome' | 'place' | 'problems' | 'recordId' | 'version' | 'wanted'
>;

export async function storeCheckedRows(sql: Queries, id: string, checked: readonly CheckedRow[]): Promise<void> {
  await sql.query(
    `UPDATE import_rows r SET outcome = c.outcome, record_id = c."recordId", version = c.version, wanted = c.wanted, before = c.before,
       changes = c.changes, problems = c.problems, note = c.note
     FROM jsonb_to_recordset($2::jsonb) AS c(place int, outcome text, "recordId" text, version text, wanted text, before text, changes jsonb, problems jsonb, note text)
     WHERE r.import_id = $1 AND r.place = c.place AND r.outcome = 'unchecked'`,
    [id, JSON.stringify(checked.map((row) => ({ ...row, problems: shownProblems(row.problems) })))],
  );
}

export async function countRows(sql: Queries, id: string): Promise<RowCounts> {
  const { rows } = await sql.query<{ outcome: RowOutcome; found: number }>(
    'SELECT outcome, count(*)::int AS found FROM import_rows WHERE import_id = $1 GROUP BY outcome',
    [id],
  );
  const none: RowCounts = { unchecked: 0, new: 0, changed: 0, same: 0, wrong: 0, note: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ outcome, found }) => [outcome, found])) };
}

export async function findRows(
  sql: Queries,
  id: string,
  { outcomes, offset = 0, most }: { outcomes: readonly RowOutcome[]; offset?: number; most: number },
): Promise<StoredRow[]> {
  const { rows } = await sql.query<StoredRow>(
    `SELECT ${ROW} FROM import_rows WHERE import_id = $1 AND outcome = ANY($2::text[]) ORDER BY place OFFSET $3 LIMIT $4`,
    [id, outcomes, offset, most],
  );
  return rows;
}

/** The rows at these places. */
export async function findRowsAt(sql: Queries, id: string, places: readonly string[]): Promise<StoredRow[]> {
  const { rows } = await sql.query<StoredRow>(`SELECT ${ROW} FROM import_rows WHERE import_id = $1 AND place = ANY($2::int[])`, [
    id,
    places,
  ]);
  return rows;
}

export async function removeOldImports(sql: Queries, retentionDays: number): Promise<void> {
  await sql.query(
    `WITH gone AS (DELETE FROM imports i WHERE created_at < now() - make_interval(days => $1)
       AND NOT EXISTS (SELECT 1 FROM bulk_runs b WHERE b.id = i.id) RETURNING id)
     DELETE FROM import_rows r USING gone WHERE r.import_id = gone.id`,
    [retentionDays],
  );
}
