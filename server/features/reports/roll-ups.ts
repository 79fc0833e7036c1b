import { inTransaction, type Sql, type SqlClient } from '../../platform/sql/sql.ts';

/**
 * Triggers keep the roll-ups of the event ledger (migration file_events). This file checks them, fills them again, and loads many events at
 * once.
 */
interface RollUp {
  table: string;
  keys: readonly string[];
  /** The same rows, computed from the ledger. */
  truth: string;
}

const COUNTED = `FROM eventos_archivos WHERE NOT source_deleted`;

const ROLL_UPS: readonly RollUp[] = [
  {
    table: 'report_agency_days',
    keys: ['area', 'kind', 'day', 'agencyId'],
    truth: `SELECT area, kind, guatemala_day(at) AS day, "agencyId", count(*) AS events ${COUNTED} GROUP BY 1, 2, 3, 4`,
  },
  periods('report_user_periods', ['day', 'month', 'year'], ['userId', 'agencyId']),
  periods('report_file_periods', ['month', 'quarter', 'year', 'all'], ['fileId', 'folderId']),
];

function periods(table: string, grains: readonly string[], ids: readonly string[]): RollUp {
  const columns = ids.map((id) => `"${id}"`).join(', ');
  const truth = grains
    .map(
      (grain) =>
        `SELECT area, kind, '${grain}' AS grain, report_period('${grain}', guatemala_day(at)) AS start, ${columns}, count(*) AS events ${COUNTED} GROUP BY area, kind, 4, ${columns}`,
    )
    .join(' UNION ALL ');
  return { table, keys: ['area', 'kind', 'grain', 'start', ...ids], truth };
}

interface RollUpDifference {
  table: string;
  /** The row, e.g. `area=briefcase kind=upload grain=day start=2026-11-19 userId=u1 agencyId=a1`. */
  key: string;
  stored: number;
  expected: number;
}

const MAX_DIFFERENCES = 100;

/** Compares every roll-up with GROUP BY over the ledger, in one snapshot. Empty when all are right; 100 differences at most per table. */
export async function verifyRollUps(sql: Sql): Promise<RollUpDifference[]> {
  return inTransaction(sql, async (client) => {
    await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const differences: RollUpDifference[] = [];
    for (const rollUp of ROLL_UPS) differences.push(...(await compare(client, rollUp)));
    return differences;
  });
}

async function compare(client: SqlClient, { table, keys, truth }: RollUp): Promise<RollUpDifference[]> {
  const using = keys.map((key) => `"${key}"`).join(', ');
  const key = keys.map((name) => `'${name}=' || "${name}"`).join(` || ' ' || `);
  const { rows } = await client.query<{ key: string; stored: bigint; expected: bigint }>(
    `SELECT ${key} AS key, coalesce(stored.events, 0)::bigint AS stored, coalesce(truth.events, 0)::bigint AS expected
     FROM (SELECT * FROM ${table} WHERE events <> 0) AS stored FULL JOIN (${truth}) AS truth USING (${using})
     WHERE stored.events IS DISTINCT FROM truth.events ORDER BY 1 LIMIT ${MAX_DIFFERENCES}`,
  );
  return rows.map((row) => ({ table, key: row.key, stored: Number(row.stored), expected: Number(row.expected) }));
}

/** Fills the roll-ups again from the ledger. Reports go on answering with the old numbers until it is done; events wait. */
export async function rebuildRollUps(sql: Sql): Promise<void> {
  await inTransaction(sql, async (client) => {
    await client.query('LOCK TABLE eventos_archivos IN SHARE ROW EXCLUSIVE MODE');
    await refill(client);
  });
}

async function refill(client: SqlClient): Promise<void> {
  for (const { table, keys, truth } of ROLL_UPS) {
    const columns = [...keys, 'events'].map((key) => `"${key}"`).join(', ');
    await client.query(`DELETE FROM ${table}`);
    await client.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM (${truth}) AS truth ORDER BY ${keys.map((_key, index) => index + 1).join(', ')}`,
    );
  }
}

/**
 * Runs `load` with their triggers off and fills the roll-ups afterwards, all in one transaction: for hundreds of thousands
 * of events at once. Other writers of the ledger wait meanwhile, so `load` must use the given client.
 */
export async function bulkLoadEvents<Result>(sql: Sql, load: (client: SqlClient) => Promise<Result>): Promise<Result> {
  return inTransaction(sql, async (client) => {
    const result = await withoutRollUps(client, load);
    await refill(client);
    return result;
  });
}

/**
 * To be called inside a transaction: `work` may change what is not rolled up, of any number of events. Other writers of the ledger wait.
 */
export async function withoutRollUps<Result>(client: SqlClient, work: (client: SqlClient) => Promise<Result>): Promise<Result> {
  await client.query(`LOCK TABLE eventos_archivos IN SHARE ROW EXCLUSIVE MODE; SET LOCAL portal.roll_ups = 'off'`);
  const result = await work(client);
  await client.query(`SET LOCAL portal.roll_ups = 'on'`);
  return result;
}
