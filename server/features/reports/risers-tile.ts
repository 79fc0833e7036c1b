import { canOpen } from '../../domain/permissions.ts';
import { formatCount } from '../../domain/text.ts';
import { tileRows, type Tile, type TileLine, type TileRow } from '../../lists/tile.ts';
import { fragment, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { differenceText } from '../../reporting/compared.ts';
import { agencyRows, monthFacts } from '../../reporting/report-tiles.ts';
import { lastMonths, type LastMonths } from '../../reporting/last-months.ts';
import { FILE_EVENTS } from './event-list.ts';
import { REPORTS } from './report-definition.ts';

/** Rows of each kind. */
const ROWS_SHOWN = 3;
const FILE = 'file/';

/** Files and agencies whose downloads rose most from one month to the next, by the roll-ups of whole months and days. */
export const risersTile: Tile = {
  id: 'risers',
  title: 'Lo que más subió',
  look: 'changes',
  empty: 'Ninguna descarga subió de un mes al otro.',
  prepare(question) {
    const report = REPORTS['downloads-by-user'];
    const months = lastMonths(question.now);
    const facts = canOpen(question.actor, report.menu) ? monthFacts(report, months, question) : null;
    if (!facts) return null;
    const fileHref = (fileId: string) =>
      `${FILE_EVENTS.url}?${new URLSearchParams({ area: report.area, kind: report.kind, ...months.last, fileId })}`;
    const agencyHref = (agencyId: string) => `${report.url}?${new URLSearchParams({ ...months.last, agencyId })}`;
    return {
      note: `descargas, ${months.words}`,
      selects: [fileRows(months), agencyRows(facts, months)],
      show: (rows) => {
        const isFile = ({ key }: TileRow) => key.startsWith(FILE);
        return [
          ...risers(rows.filter(isFile), (key) => fileHref(key.slice(FILE.length))),
          ...risers(
            rows.filter((row) => !isFile(row)),
            agencyHref,
          ),
        ];
      },
    };
  },
};

function risers(rows: readonly TileRow[], hrefOf: (key: string) => string): TileLine[] {
  const rise = ({ value, before }: TileRow) => value - before;
  return rows
    .filter((row) => rise(row) > 0)
    .sort((a, b) => rise(b) - rise(a) || b.value - a.value || a.key.localeCompare(b.key))
    .slice(0, ROWS_SHOWN)
    .map((row) => ({
      key: row.key,
      label: row.name,
      href: hrefOf(row.key),
      figure: formatCount(row.value),
      count: row.value,
      change: { direction: 'up', text: differenceText(row.value, row.before) },
    }));
}

/** The files that rose most; names are read only for these. */
function fileRows({ last, both }: LastMonths): SqlFragment {
  const { area, kind } = REPORTS['downloads-by-file'];
  const months = fragment`SELECT t."fileId" AS id, coalesce(sum(t.events) FILTER (WHERE t.start >= ${last.from}::date), 0) AS events,
      coalesce(sum(t.events) FILTER (WHERE t.start < ${last.from}::date), 0) AS earlier
    FROM report_file_periods t
    WHERE t.area = '${trusted(area)}' AND t.kind = '${trusted(kind)}' AND t.grain = 'month' AND t.start BETWEEN ${both.from}::date AND ${both.to}::date
    GROUP BY t."fileId"`;
  const most = fragment`SELECT * FROM (${months}) AS found WHERE found.events > found.earlier
    ORDER BY found.events - found.earlier DESC, found.events DESC, found.id LIMIT ${trusted(String(ROWS_SHOWN))}`;
  return tileRows({
    key: fragment`${FILE}::text || most.id`,
    // As in the report: the ledger's own name for what no longer exists.
    name: fragment`coalesce(nullif(f.nombre, ''), (SELECT nullif(t."fileName", '') FROM eventos_archivos t
      WHERE NOT t.source_deleted AND t.area = '${trusted(area)}' AND t.kind = '${trusted(kind)}' AND t."fileId" = most.id
      ORDER BY t.at DESC, t.id DESC LIMIT 1), most.id)`,
    value: trusted('most.events'),
    before: trusted('most.earlier'),
    from: fragment`(${most}) AS most LEFT JOIN maletin_archivos f ON f.id = most.id`,
  });
}
