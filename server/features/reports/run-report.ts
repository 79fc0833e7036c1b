import { addDays } from '../../domain/dates.ts';
import { fragment, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { readForScreen, type Read } from '../../read-model/pages/screen-query.ts';
import { streamQuery } from '../../read-model/pages/stream-rows.ts';
import { TOP_ROWS, type ReportNumbers, type ReportQuery } from '../../reporting/report.ts';
import { groupOrder, groups, rowColumns, toFileRow, type FileRow, type RawRow } from './report-rows.ts';
import { daySource, type CountedEvents, type Scope } from './report-source.ts';
import { widenBeyondData, type DaySpan } from './split-range.ts';

export interface FileTotals {
  events: number;
  /** How many users or files have at least one. */
  groups: number;
  /** Events per day, over the requested days up to today. */
  perDay: number;
  /** The day with most events, the earliest of equals; null when there are none. */
  busiest: { day: string; events: number } | null;
}

/**
 * One page with its totals. The permission covers the figures of every folder: the report is the manager's view of the whole Maletín and
 * opens no file.
 */
export async function readNumbers(
  read: Read,
  { report, query, today }: { report: CountedEvents; query: ReportQuery; today: string },
): Promise<ReportNumbers<FileRow, FileTotals>> {
  const scope = await findScope(read, report, query);
  if (!scope) return { page: 1, count: 0, rows: [], top: [], totals: { events: 0, groups: 0, perDay: 0, busiest: null } };
  const first = await readPage(read, scope, query);
  const lastPage = Math.max(1, Math.ceil(first.groups / query.pageSize));
  const page = Math.min(query.page, lastPage);
  const { rows, top, events, groups: count } = page === query.page ? first : await readPage(read, scope, { ...query, page });
  const busiest = await readBusiest(read, scope);
  const days = daysUntil(query, today);
  return { page, count, rows, top, totals: { events, groups: count, perDay: days === 0 ? 0 : events / days, busiest } };
}

/** When and where the counted events happened. */
export function countedSource({ area, kind, group }: CountedEvents, { from, to, filters }: ReportQuery): SqlFragment {
  const { agencyId = '', userId = '', folderId = '' } = filters;
  return daySource({ area, kind, group, agencyId, userId, folderId, from, to, isWhole: false });
}

/** Every row, in the table's order. */
export async function* readAllRows(sql: Sql, report: CountedEvents, query: ReportQuery): AsyncGenerator<FileRow[], void, undefined> {
  const scope = await readForScreen(sql, (read) => findScope(read, report, query));
  if (!scope) return;
  const rows = streamQuery<RawRow & { all_events: bigint }>(
    sql,
    fragment`
    WITH groups AS MATERIALIZED (${groups(scope)})
    SELECT g.id, g.events, (SELECT sum(events)::bigint FROM groups) AS all_events, ${rowColumns(scope)}
    FROM (SELECT * FROM groups g ORDER BY ${groupOrder(scope, query)}) AS g`,
  );
  for await (const batch of rows) yield batch.map((raw) => toFileRow(raw, Number(raw.all_events)));
}

/** The days to read: the requested ones, widened where there are no events; null if there can be no event among them. */
async function findScope(read: Read, report: CountedEvents, { from, to, filters }: ReportQuery): Promise<Scope | null> {
  const [data] = await read<{ from: string | null; to: string | null }>(
    // Within the years that dates.ts knows: a document with a date in the year 20226 must not break the report.
    trusted(`SELECT greatest(min(day), '1900-01-01')::text AS from, least(max(day), '2999-12-31')::text AS to
      FROM report_agency_days WHERE area = '${report.area}' AND kind = '${report.kind}'`),
  );
  if (!data?.from || !data.to || from > data.to || to < data.from) return null;
  const { agencyId = '', userId = '', folderId = '' } = filters;
  const { area, kind, group } = report;
  return { area, kind, group, agencyId, userId, folderId, ...widenBeyondData({ from, to }, { from: data.from, to: data.to }) };
}

interface PageOfRows {
  events: number;
  groups: number;
  rows: FileRow[];
  top: FileRow[];
}

async function readPage(read: Read, scope: Scope, query: ReportQuery): Promise<PageOfRows> {
  const order = groupOrder(scope, query);
  const raw = await read<RawRow & { all_groups: bigint; all_events: bigint; part: 'page' | 'top' | null }>(fragment`
    WITH groups AS MATERIALIZED (${groups(scope)}),
    totals AS (SELECT count(*) AS all_groups, coalesce(sum(events), 0)::bigint AS all_events FROM groups),
    shown AS (
      SELECT 'page' AS part, row_number() OVER () AS place, id, events
      FROM (SELECT * FROM groups g ORDER BY ${order} LIMIT ${query.pageSize} OFFSET ${(query.page - 1) * query.pageSize}) AS page
      UNION ALL
      SELECT 'top', row_number() OVER (), id, events FROM (SELECT * FROM groups ORDER BY events DESC, id LIMIT ${TOP_ROWS}) AS top
    )
    SELECT totals.*, g.part, g.id, g.events, ${rowColumns(scope)}
    FROM totals LEFT JOIN shown g ON true ORDER BY g.part, g.place`);
  const total = Number(raw[0]?.all_events ?? 0n);
  const rowsOf = (part: 'page' | 'top') => raw.filter((row) => row.part === part).map((row) => toFileRow(row, total));
  return { events: total, groups: Number(raw[0]?.all_groups ?? 0n), rows: rowsOf('page'), top: rowsOf('top') };
}

async function readBusiest(read: Read, scope: Scope): Promise<FileTotals['busiest']> {
  const [row] = await read<{ day: string; events: bigint }>(fragment`
    SELECT day::text AS day, sum(events)::bigint AS events FROM (${daySource(scope)}) AS days
    GROUP BY 1 HAVING sum(events) > 0 ORDER BY 2 DESC, 1 LIMIT 1`);
  return row ? { day: row.day, events: Number(row.events) } : null;
}

/** Days of the range that have begun. */
function daysUntil(range: DaySpan, today: string): number {
  const to = range.to < today ? range.to : today;
  if (to < range.from) return 0;
  const DAY_MS = 86_400_000;
  return Math.round((Date.parse(addDays(to, 1)) - Date.parse(range.from)) / DAY_MS);
}
