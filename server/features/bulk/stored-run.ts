import { BULK_STATES, type BulkOutcome, type BulkState } from '../../domain/bulk.ts';
import { AppError } from '../../domain/errors.ts';
import type { ActInput, BulkOutcomes, Value } from '../../lists/bulk-act.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { isDocumentId } from '../../platform/document-id.ts';

/** An act on many records, as it was asked for. */
export interface StoredRun {
  id: string;
  userId: string;
  /** Address of the list. */
  url: string;
  /** What the list was asked, as in its address. */
  search: string;
  act: string;
  asked: ActInput;
  /** What was chosen, in words; '' for nothing. */
  chosen: string;
  requestId: string;
  state: BulkState;
  total: number;
  createdAt: Date;
}

/** A record of a run. */
export interface StoredItem {
  id: string;
  /** What the record held; null until it has been read. */
  before: { value: Value } | null;
}

type Queries = Pick<Sql, 'query'>;

interface RunRow {
  id: string;
  user_id: string;
  url: string;
  search: string;
  act: string;
  asked: ActInput;
  chosen: string;
  request_id: string;
  state: string;
  total: number;
  created_at: Date;
}

const COLUMNS = 'id, user_id, url, search, act, asked, chosen, request_id, state, total, created_at';

const read = (row: RunRow): StoredRun => ({
  id: row.id,
  userId: row.user_id,
  url: row.url,
  search: row.search,
  act: row.act,
  asked: row.asked,
  chosen: row.chosen,
  requestId: row.request_id,
  state: BULK_STATES.find((state) => state === row.state) ?? 'done',
  total: row.total,
  createdAt: row.created_at,
});

/** One's own act. Errors: `not-found`, also for somebody else's. */
export async function findOwnRun(sql: Queries, { userId, id }: { userId: string; id: string }): Promise<StoredRun> {
  const run = isDocumentId(id) ? await findRun(sql, id) : null;
  if (run?.userId === userId) return run;
  throw new AppError('not-found', `no bulk act ${id.slice(0, 60)}`, { userMessage: 'Esa acción no existe, o ya no se guarda.' });
}

export async function findRun(sql: Queries, id: string): Promise<StoredRun | null> {
  const { rows } = await sql.query<RunRow>(`SELECT ${COLUMNS} FROM bulk_runs WHERE id = $1`, [id]);
  return rows[0] ? read(rows[0]) : null;
}

/** The run among the work of all workers. */
export const leaseKeyOf = (id: string) => `bulk:${id}`;

/** Changes the state from one of these to another. @returns false when it was in none of them */
export async function changeState(sql: Queries, id: string, from: readonly BulkState[], to: BulkState): Promise<boolean> {
  const { rowCount } = await sql.query(
    `UPDATE bulk_runs SET state = $3, finished_at = CASE WHEN $3 IN ('done', 'undone') THEN now() END WHERE id = $1 AND state = ANY($2::text[])`,
    [id, from, to],
  );
  return rowCount === 1;
}

export async function countOutcomes(sql: Queries, id: string): Promise<BulkOutcomes> {
  const { rows } = await sql.query<{ outcome: BulkOutcome; found: number }>(
    'SELECT outcome, count(*)::int AS found FROM bulk_items WHERE run_id = $1 GROUP BY outcome',
    [id],
  );
  const none: BulkOutcomes = { waiting: 0, done: 0, same: 0, refused: 0, undone: 0, kept: 0 };
  return { ...none, ...Object.fromEntries(rows.map(({ outcome, found }) => [outcome, found])) };
}

/** The next records of a run whose outcome so far is `outcome`, in their order. */
export async function nextItems(sql: Queries, id: string, outcome: BulkOutcome, most: number): Promise<StoredItem[]> {
  const { rows } = await sql.query<StoredItem>(
    `SELECT record_id AS id, before FROM bulk_items WHERE run_id = $1 AND outcome = $2 ORDER BY place LIMIT $3`,
    [id, outcome, most],
  );
  return rows;
}

/** Stores what the records held, before anything is done to them: if this worker ends in between, the next one finds it. */
export async function storeValuesBefore(sql: Queries, id: string, held: ReadonlyMap<string, Value>): Promise<void> {
  await sql.query(
    `UPDATE bulk_items i SET before = given.before FROM jsonb_to_recordset($2::jsonb) AS given(id text, before jsonb)
     WHERE i.run_id = $1 AND i.record_id = given.id AND i.before IS NULL`,
    [id, JSON.stringify([...held].map(([record, value]) => ({ id: record, before: { value } })))],
  );
}

export interface ItemOutcome {
  id: string;
  outcome: BulkOutcome;
  /** Name of the record, for people who may see it. */
  name?: string;
  /** Why it was refused, or not restored. */
  reason?: string;
}

export async function storeOutcomes(sql: Queries, id: string, outcomes: readonly ItemOutcome[]): Promise<void> {
  await sql.query(
    `UPDATE bulk_items i SET outcome = given.outcome, name = coalesce(given.name, i.name), reason = coalesce(given.reason, '')
     FROM jsonb_to_recordset($2::jsonb) AS given(id text, outcome text, name text, reason text)
     WHERE i.run_id = $1 AND i.record_id = given.id`,
    [id, JSON.stringify(outcomes)],
  );
}

/** Reports the records that a run has not reached as refused or not restored. */
export async function storeRestUnchanged(sql: Queries, { id, state }: Pick<StoredRun, 'id' | 'state'>, reason: string): Promise<void> {
  const [from, to]: BulkOutcome[] = state === 'undoing' ? ['done', 'kept'] : ['waiting', 'refused'];
  await sql.query('UPDATE bulk_items SET outcome = $3, reason = $4 WHERE run_id = $1 AND outcome = $2', [id, from, to, reason]);
}

/** Records that hold what the run set or restored. */
export async function findChanged(sql: Queries, { id, state }: Pick<StoredRun, 'id' | 'state'>): Promise<string[]> {
  const { rows } = await sql.query<{ id: string }>(
    `SELECT record_id AS id FROM bulk_items WHERE run_id = $1 AND outcome = $2 ORDER BY place`,
    [id, state === 'undone' ? 'undone' : 'done'],
  );
  return rows.map(({ id: record }) => record);
}

/** Records that were refused or not restored for one reason. */
export interface Refusals {
  reason: string;
  count: number;
  /** The first of them, `name` '' where the person may not know it. */
  records: { id: string; name: string }[];
}

/** At most so many refused records are named; the audit has every record that was changed. */
const NAMED_MAX = 1_000;
/** Named for every reason, however many records another one has. */
const NAMED_FOR_EACH = 20;

/** What was refused or not restored, by reason: the reason with the most records first. */
export async function findRefusals(sql: Queries, id: string): Promise<Refusals[]> {
  const { rows } = await sql.query<Refusals>(
    `SELECT reason, total AS count, json_agg(json_build_object('id', record_id, 'name', name) ORDER BY place) AS records
     FROM (SELECT *, min(place) OVER same AS first, (count(*) OVER same)::int AS total
           FROM (SELECT *, row_number() OVER (PARTITION BY reason ORDER BY place) AS nth
                 FROM bulk_items WHERE run_id = $1 AND outcome IN ('refused', 'kept')) numbered
           WINDOW same AS (PARTITION BY reason)
           ORDER BY nth > $2, total DESC, first, place LIMIT $3) named
     GROUP BY reason, total, first ORDER BY total DESC, first`,
    [id, NAMED_FOR_EACH, NAMED_MAX],
  );
  return rows;
}
