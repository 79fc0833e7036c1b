import { formatDay, parseDayRange, type DayRange } from '../../domain/dates.ts';
import { requireMenu, type Staff } from '../../domain/permissions.ts';
import { allOf, fragment, toQuery, type SqlFragment } from '../../platform/sql-fragment.ts';
import type { RowBatches, Sheet, SheetColumn } from '../../workbooks/sheet.ts';
import type { ActivityReport, ActivityRow } from './clicks.ts';
import type { ClicksServices } from './create-clicks.ts';

const ROWS_MAX = 1_000;
const FILTER_MAX = 200;

interface ReportCall {
  actor: Staff;
  params: URLSearchParams;
}
interface Row extends Omit<ActivityRow, 'lastActivityAt'> {
  lastActivityAt: Date;
}
interface Parameters {
  dates: DayRange;
  agencyId: string;
}

/** "Actividad por usuario": clicks and days with clicks of each person in the period. Errors: `forbidden`. */
export async function findActivity({ sql }: ClicksServices, call: ReportCall): Promise<ActivityReport> {
  requireMenu(call.actor, 'users');
  const parameters = readParameters(call.params);
  const [rows, totals] = await Promise.all([
    sql.query<Row>(toQuery(fragment`${perPerson(parameters)} LIMIT ${ROWS_MAX}`)),
    sql.query<ActivityReport['totals']>(
      toQuery(fragment`SELECT count(DISTINCT x."userId")::integer AS people, coalesce(sum(x.clicks), 0)::integer AS clicks
        FROM actividad_usuarios x LEFT JOIN usuarios u ON u.id = x."userId" WHERE ${conditions(parameters)}`),
    ),
  ]);
  return {
    ...parameters,
    rows: rows.rows.map((row) => ({ ...row, lastActivityAt: row.lastActivityAt.toISOString() })),
    totals: totals.rows[0] ?? { people: 0, clicks: 0 },
  };
}

const COLUMNS: readonly SheetColumn[] = [
  { title: 'Usuario', kind: 'text', width: 32 },
  { title: 'Agencia', kind: 'text' },
  { title: 'Clics', kind: 'integer', total: true },
  { title: 'Días con actividad', kind: 'integer' },
  { title: 'Última actividad', kind: 'datetime' },
  { title: 'Código', kind: 'text' },
];

/** The report of the same parameters with everybody in it. Errors: `forbidden`. */
export async function exportActivity(
  { liveSettings, sql }: ClicksServices,
  call: ReportCall,
): Promise<{ sheet: Sheet; rows: (signal: AbortSignal) => RowBatches }> {
  requireMenu(call.actor, 'users');
  const parameters = readParameters(call.params);
  const agency =
    parameters.agencyId === ''
      ? null
      : await sql.query<{ nombre: string }>('SELECT nombre FROM agencias WHERE id = $1', [parameters.agencyId]);
  const { from, to } = parameters.dates;
  const sheet: Sheet = {
    title: 'Actividad por usuario',
    name: 'Actividad',
    columns: COLUMNS,
    generatedAt: new Date(),
    generatedBy: call.actor.name,
    organisation: liveSettings.current().cooperativeName,
    parameters: [
      ...(from ? [['Desde', formatDay(from)] as const] : []),
      ...(to ? [['Hasta', formatDay(to)] as const] : []),
      ...(agency ? [['Agencia', agency.rows[0]?.nombre ?? parameters.agencyId] as const] : []),
    ],
  };
  return { sheet, rows: () => readCells({ sql }, parameters) };
}

/** One row per person of the staff: few enough for one query. */
async function* readCells({ sql }: Pick<ClicksServices, 'sql'>, parameters: Parameters): RowBatches {
  const { rows } = await sql.query<Row>(toQuery(perPerson(parameters)));
  yield rows.map((row) => [row.name, row.agencyName, row.clicks, row.days, row.lastActivityAt, row.userId]);
}

function perPerson(parameters: Parameters): SqlFragment {
  return fragment`SELECT x."userId", coalesce(max(u.name), x."userId") AS name, coalesce(max(a.nombre), '') AS "agencyName",
      sum(x.clicks)::integer AS clicks, count(*)::integer AS days, max(x."lastAt") AS "lastActivityAt"
    FROM actividad_usuarios x LEFT JOIN usuarios u ON u.id = x."userId" LEFT JOIN agencias a ON a.id = u.agency
    WHERE ${conditions(parameters)} GROUP BY x."userId" ORDER BY clicks DESC, coalesce(max(u.name), x."userId") COLLATE "es-x-icu", x."userId"`;
}

function conditions({ dates, agencyId }: Parameters): SqlFragment {
  return allOf([
    fragment`NOT x.source_deleted AND x.clicks > 0`,
    ...(dates.from ? [fragment`x.day >= ${dates.from}::date`] : []),
    ...(dates.to ? [fragment`x.day <= ${dates.to}::date`] : []),
    ...(agencyId === '' ? [] : [fragment`u.agency = ${agencyId}`]),
  ]);
}

/** Leniently, like every address of ours. */
function readParameters(params: URLSearchParams): Parameters {
  const agencyId = params.get('agencyId') ?? '';
  return {
    dates: parseDayRange(params.get('from'), params.get('to')),
    agencyId: agencyId.length > FILTER_MAX || /\p{Cc}|\p{Cs}/u.test(agencyId) ? '' : agencyId,
  };
}
