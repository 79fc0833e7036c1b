import { allOf, fragment, toQuery, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { recordFilter } from '../../lists/filters.ts';
import { AGENCIES } from '../../read-model/pages/choices.ts';
import { countFigure } from '../../reporting/figure.ts';
import { isOneOf } from '../../reporting/report-query.ts';
import {
  SHARE,
  TOP_ROWS,
  wholeShare,
  type Report,
  type ReportFigure,
  type ReportNumbers,
  type ReportQuery,
} from '../../reporting/report.ts';

interface ActivityRow {
  userId: string;
  name: string;
  agencyName: string;
  email: string;
  clicks: number;
  /** Days with at least one click. */
  days: number;
  /** Part of all clicks, 0 to 1. */
  share: number;
  /** ISO text. */
  lastActivityAt: string;
}

interface ActivityTotals {
  people: number;
  clicks: number;
}

/** Who uses the portal and how much: clicks and days with clicks of each person in the period, most clicks first. */
export const activityReport: Report<ActivityRow, ActivityTotals> = {
  id: 'user-activity',
  menu: 'users',
  isOnHome: true,
  title: 'Actividad por usuario',
  question: '¿Quién usa el portal, y cuánto?',
  url: '/reports/user-activity',
  place: { label: 'Usuarios', href: '/users/list-users' },
  filePrefix: 'actividad-por-usuario',
  tab: 'Actividad',
  days: 'open',
  parameters: [recordFilter({ name: 'agencyId', label: 'Agencia', all: 'Todas las agencias', records: AGENCIES, retired: true })],
  agencyParameter: 'agencyId',
  words: { event: 'clic', events: 'clics', row: 'usuario', rows: 'usuarios' },
  empty: {
    title: 'No hay actividad registrada en este período.',
    hint: 'Los clics de cada persona se cuentan mientras usa el portal.',
  },
  columns: [
    { name: 'name', title: 'Usuario', kind: 'text', width: 32, value: (row) => row.name },
    { name: 'agency', title: 'Agencia', kind: 'text', value: (row) => row.agencyName, from: 'sm' },
    { name: 'clicks', title: 'Clics', kind: 'integer', value: (row) => row.clicks, sum: (totals) => totals.clicks },
    { name: SHARE, title: '% del total', kind: 'percent', value: (row) => row.share, sum: ({ clicks }) => wholeShare(clicks), from: 'md' },
    { name: 'days', title: 'Días con actividad', kind: 'integer', value: (row) => row.days, from: 'md' },
    { name: 'lastAt', title: 'Último clic', kind: 'datetime', value: (row) => row.lastActivityAt, from: 'sm' },
    { name: 'id', title: 'Código', kind: 'text', isId: true, value: (row) => row.userId, only: 'file' },
    // People of one name differ by it; workbooks have no ids.
    { name: 'email', title: 'Correo electrónico', kind: 'text', width: 32, only: 'file', value: (row) => row.email },
  ],
  rowKey: (row) => row.userId,
  bar: (row) => ({ name: row.name, value: row.clicks }),
  figures: figuresOf,
  drillDown: (row) => `/users/list-users/${encodeURIComponent(row.userId)}`,
  async run(read, { query }) {
    // One row per person of the staff: few enough for one query.
    const all = (await read<StoredRow>(perPerson(query))).map(toRow);
    const page = Math.min(query.page, Math.max(1, Math.ceil(all.length / query.pageSize)));
    const start = (page - 1) * query.pageSize;
    const clicks = all.reduce((sum, row) => sum + row.clicks, 0);
    return {
      rows: all.slice(start, start + query.pageSize),
      page,
      count: all.length,
      totals: { people: all.length, clicks },
      top: all.slice(0, TOP_ROWS),
    };
  },
  async *rows(sql, { query }) {
    const { rows } = await sql.query<StoredRow>(toQuery(perPerson(query)));
    yield rows.map(toRow);
  },
  facts: ({ query }) => fragment`SELECT x.day, coalesce(u.agency, '') AS agency, x.clicks AS events
    FROM actividad_usuarios x LEFT JOIN usuarios u ON u.id = x."userId" WHERE ${clickConditions(query)}`,
};

interface StoredRow extends Omit<ActivityRow, 'lastActivityAt' | 'share'> {
  lastActivityAt: Date;
  allClicks: number;
}

function toRow({ allClicks, ...row }: StoredRow): ActivityRow {
  return { ...row, share: row.clicks / allClicks, lastActivityAt: row.lastActivityAt.toISOString() };
}

/** Conditions on days `x` and people `u`. */
function clickConditions({ from, to, filters: { agencyId = '' } }: ReportQuery): SqlFragment {
  return allOf([
    fragment`NOT x.source_deleted AND x.clicks > 0`,
    ...(from === '' ? [] : [fragment`x.day >= ${from}::date`]),
    ...(to === '' ? [] : [fragment`x.day <= ${to}::date`]),
    ...(agencyId === '' ? [] : [isOneOf(trusted('u.agency'), agencyId)]),
  ]);
}

/** SQL of a person's name; the id if there is none. */
const NAME = trusted(`coalesce(nullif(max(u.name), ''), x."userId")`);

function perPerson(query: ReportQuery): SqlFragment {
  // float8: other programs may have stored any numbers, whose sum an integer may not hold.
  return fragment`SELECT x."userId", ${NAME} AS name, coalesce(max(a.nombre), '') AS "agencyName", coalesce(max(u.email), '') AS email,
      sum(x.clicks)::float8 AS clicks, count(DISTINCT x.day)::integer AS days, max(x."lastAt") AS "lastActivityAt",
      (sum(sum(x.clicks)) OVER ())::float8 AS "allClicks"
    FROM actividad_usuarios x LEFT JOIN usuarios u ON u.id = x."userId" LEFT JOIN agencias a ON a.id = u.agency
    WHERE ${clickConditions(query)} GROUP BY x."userId" ORDER BY clicks DESC, ${NAME} COLLATE "es-x-icu", x."userId"`;
}

function figuresOf({
  totals: { people, clicks },
  top: [first],
}: Pick<ReportNumbers<ActivityRow, ActivityTotals>, 'totals' | 'top'>): ReportFigure[] {
  return [
    countFigure('Total de clics', clicks, 'en el período'),
    countFigure('Usuarios', people, 'con al menos un clic'),
    countFigure('Promedio por usuario', people === 0 ? 0 : Math.round(clicks / people), 'clics en el período'),
    countFigure('En primer lugar', first?.clicks, first?.name ?? ''),
  ];
}
