import { readStateNames } from '#server/domain/constants.ts';
import type { Staff } from '#server/domain/permissions.ts';
import { createReports, type Reports } from '#server/reporting/create-reports.ts';
import { FILE_REPORTS, REPORT_IDS, REPORTS, type ReportId } from '#server/features/reports/report-definition.ts';
import { bulkLoadEvents } from '#server/features/reports/roll-ups.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { withDatabase } from './cluster.ts';
import { atLeast, atMost, isTrue, medianMs, ms, type BenchOptions, type BenchResult } from './measure.ts';
import { CURRENT_READ_MODEL } from '#server/testing/current-read-model.ts';
import { unchangedSettings } from '#server/testing/live-settings.ts';
import { someServices } from '#server/testing/some-services.ts';

const EVENTS = { full: 5_000_000, quick: 200_000 };
const YEAR_LIMIT_MS = 100;
/** In the quick run GROUP BY reads only a twenty-fifth of the events. */
const RATIO_LIMIT = { full: 10, quick: 2 };
const RUNS = 9;
const BASELINE_RUNS = 3;
const PAGE_SIZE = 100;

/** Three years of events up to 19/11/2026. */
const RANGES = [
  { name: 'a month', from: '2026-10-01', to: '2026-10-31', isYear: false },
  { name: '30 days across months', from: '2026-09-12', to: '2026-10-11', isYear: false },
  { name: 'a year', from: '2025-01-01', to: '2025-12-31', isYear: true },
  { name: '365 days in the middle', from: '2024-06-15', to: '2025-06-14', isYear: true },
  { name: '365 days across years', from: '2025-11-20', to: '2026-11-19', isYear: true },
  { name: 'all time', from: '2000-01-01', to: '2026-11-19', isYear: false },
] as const;

const READER: Staff = {
  id: 'bench',
  name: 'Bench',
  email: '',
  role: 'user',
  roleTitle: 'Reportes',
  agencyId: '',
  menus: new Set(['briefcase-reports']),
  folders: [],
  permissionSetId: '',
  permissionSet: null,
  pageSize: PAGE_SIZE,
  stateNames: readStateNames({}),
  theme: 'system',
  sessionId: '',
};

/** The three reports as the screen runs them (page, totals, top, busiest day), compared with GROUP BY on a copy without indexes. */
export function benchReports({ quick }: BenchOptions): Promise<BenchResult[]> {
  return withDatabase(async ({ sql }) => {
    await fillLedger(sql, quick ? EVENTS.quick : EVENTS.full);
    await sql.query('CREATE TABLE bare AS SELECT * FROM eventos_archivos');
    await sql.query('VACUUM ANALYZE bare');
    return measure(sql, quick);
  });
}

/**
 * 400 people of 40 agencies, 25 folders, 20,000 files; few people and files cause most events, as in real life.
 * @param digitized share of the events that concern digitized documents, 0 to 1
 */
export async function fillLedger(sql: Sql, events: number, digitized = 0): Promise<void> {
  const { rows: indexes } = await sql.query<{ name: string; definition: string }>(
    `SELECT indexrelid::regclass::text AS name, pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indrelid = 'eventos_archivos'::regclass AND NOT indisprimary`,
  );
  for (const index of indexes) await sql.query(`DROP INDEX ${index.name}`);
  await sql.query(
    `CREATE FUNCTION dice(n bigint, seed bigint) RETURNS double precision LANGUAGE sql IMMUTABLE RETURN (hashint8extended(n, seed) & 2147483647) / 2147483648.0`,
  );
  await bulkLoadEvents(sql, (client) =>
    client.query(
      `INSERT INTO eventos_archivos (id, kind, "fileId", "fileName", area, "folderId", "userId", "userName", "agencyId", at, source_version)
     SELECT 'evento-' || lpad(n::text, 9, '0'), (ARRAY['upload','upload','download','download','download','download','view','view','view','print'])[1 + floor(dice(n, 1) * 10)::int],
       CASE WHEN is_document THEN 'd' || file + 1 ELSE 'archivo-' || lpad(file::text, 8, '0') END, 'Documento ' || file,
       CASE WHEN is_document THEN 'digitalization' ELSE 'briefcase' END, CASE WHEN is_document THEN '' ELSE 'carpeta-' || file % 25 END, 'usuario-' || lpad(person::text, 6, '0'), 'Usuario ' || person,
       'agencia-' || person % 40, timestamptz '2023-11-20 06:00Z' + n * (interval '1096 days' / $1::float8), n
     FROM (SELECT n, floor(20000 * power(dice(n, 2), 3))::int AS file, floor(400 * power(dice(n, 3), 2))::int AS person, dice(n, 4) < $2::float8 AS is_document FROM generate_series(1, $1::int) n) AS drawn`,
      [events, digitized],
    ),
  );
  for (const index of indexes) await sql.query(index.definition);
  await sql.query('VACUUM ANALYZE');
}

async function measure(sql: Sql, quick: boolean): Promise<BenchResult[]> {
  const services = someServices({
    sql,
    liveSettings: unchangedSettings({ cooperativeName: 'Bench' }),
    readModel: CURRENT_READ_MODEL,
    registries: { reports: FILE_REPORTS },
  });
  const reports = createReports(services);
  const results: BenchResult[] = [];
  for (const report of REPORT_IDS) {
    for (const range of RANGES)
      results.push(...(await measureOne({ sql, reports, report, range, ratio: quick ? RATIO_LIMIT.quick : RATIO_LIMIT.full })));
  }
  return results;
}

interface Case {
  sql: Sql;
  reports: Reports;
  report: ReportId;
  range: (typeof RANGES)[number];
  ratio: number;
}

async function measureOne({ sql, reports, report, range, ratio }: Case): Promise<BenchResult[]> {
  const group = REPORTS[report].title;
  const params = new URLSearchParams({ from: range.from, to: range.to });
  const run = () => reports.runReport({ actor: READER, report: REPORTS[report], params });
  const result = await run();
  const expected = await computeNaively(sql, report, range);
  const total = expected.rows.reduce((sum, row) => sum + row.events, 0);
  const shown = result.rows.map(({ id, events, lastAt }) => [id, events, lastAt?.getTime()]);
  const equal =
    result.totals.events === total &&
    result.totals.groups === expected.rows.length &&
    result.totals.busiest?.events === expected.busiest &&
    JSON.stringify(shown) ===
      JSON.stringify(expected.rows.slice(0, PAGE_SIZE).map(({ id, events, last_at }) => [id, events, last_at.getTime()]));
  const rolledUp = await medianMs(RUNS, run);
  const naive = await medianMs(BASELINE_RUNS, () => computeNaively(sql, report, range));
  const what = `${range.name} (${total} events, ${expected.rows.length} rows)`;
  return [
    isTrue(group, `${what}: numbers equal GROUP BY`, equal),
    ...(range.isYear ? [atMost(group, `${what}: time`, rolledUp, YEAR_LIMIT_MS)] : []),
    atLeast(group, `${what}: GROUP BY ${ms(naive)} against ${ms(rolledUp)}`, naive / rolledUp, ratio),
  ];
}

interface NaiveReport {
  rows: { id: string; events: number; last_at: Date }[];
  /** Number of events on the busiest day. */
  busiest: number;
}

/** The screen's content by GROUP BY over the copy without indexes: rows with their last event, and the busiest day. */
async function computeNaively(sql: Sql, report: ReportId, range: { from: string; to: string }): Promise<NaiveReport> {
  const { kind, group } = REPORTS[report];
  const column = group === 'user' ? '"userId"' : '"fileId"';
  const where = `NOT source_deleted AND area = 'briefcase' AND kind = $1
     AND at >= ($2::date + interval '6 hours') AT TIME ZONE 'UTC' AND at < ($3::date + interval '30 hours') AT TIME ZONE 'UTC'`;
  const values = [kind, range.from, range.to];
  const rows = await sql.query<NaiveReport['rows'][number]>(
    `SELECT ${column} AS id, count(*)::int AS events, max(at) AS last_at FROM bare WHERE ${where} GROUP BY 1 ORDER BY 2 DESC, 1`,
    values,
  );
  const days = await sql.query<{ events: number }>(
    `SELECT count(*)::int AS events FROM bare WHERE ${where} GROUP BY (at AT TIME ZONE 'America/Guatemala')::date ORDER BY 1 DESC LIMIT 1`,
    values,
  );
  return { rows: rows.rows, busiest: days.rows[0]?.events ?? 0 };
}
