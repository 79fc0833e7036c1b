import { formatDay } from '../domain/dates.ts';
import type { Staff } from '../domain/permissions.ts';
import { capitalize, uncapitalize } from '../domain/grammar.ts';
import { countOf, formatCount } from '../domain/text.ts';
import { wordsOf } from './columns.ts';
import type { ReportResult } from './run-report.ts';
import { drawBars, type Bar, type ChartShape } from './draw-bars.ts';
import { drawStrip } from './draw-strip.ts';
import type { AgencyShare } from './read-pictures.ts';
import { reportHref } from './report-urls.ts';
import { BY_MONTH, TOP_ROWS } from './report.ts';
import { withWayBack } from './way-back.ts';

/** SVG that is safe to insert into our pages; '' when there is nothing to draw. */
export interface ReportCharts {
  /** Events over time. */
  strip: string;
  /** The largest rows. */
  top: string;
  /** Agencies. */
  agencies: string;
}

/** The parts of a report's result that charts need. */
export type ChartedReport = Pick<ReportResult, 'count' | 'pictures' | 'query' | 'report' | 'top'>;

/** The shape that fits each page or sheet. */
const SHAPES = { desk: 'wide', tablet: 'medium', phone: 'narrow', paper: 'paper' } as const;
const ID_PREFIXES = { desk: 'grafica', tablet: 'grafica-media', phone: 'grafica-angosta', paper: 'grafica' } as const;

type Place = keyof typeof SHAPES;

/** The charts of a report; their bars link to the rows behind them. Tables beside them hold the same numbers. */
export async function drawReportCharts(
  result: ChartedReport,
  { actor, place }: { actor: Staff; place: Exclude<Place, 'tablet'> },
): Promise<ReportCharts> {
  const { report, query, top, count, pictures } = result;
  const { event, events, row, rows } = wordsOf(report, query);
  const idPrefix = ID_PREFIXES[place];
  const sharesLine = pictures.agencies.length > 0 && query.by !== BY_MONTH;
  const shape: ChartShape = place === 'desk' && sharesLine ? 'half' : SHAPES[place];
  const title = titleOf(result);
  const first = top[0] && report.bar(top[0]);
  const { agencies } = pictures;
  return {
    strip: await drawReportStrip(result, place),
    // The strip already shows months.
    top:
      query.by === BY_MONTH
        ? ''
        : await drawBars({
            shape,
            idPrefix,
            title,
            bars: top.map((one) => ({ ...report.bar(one), href: withWayBack(report.drillDown(one, query, actor), result) })),
            description: `${countOf(top.length, row, rows)} con más ${events}, de ${formatCount(count)}. En primer lugar ${first?.name ?? ''}, con ${formatCount(first?.value ?? 0)}.`,
          }),
    agencies: await drawBars({
      shape,
      idPrefix: `${idPrefix}-agencias`,
      title: `${title}, ${uncapitalize(agenciesTitle(agencies))}`,
      bars: agencyBars(result, agencies),
      description: `En primer lugar ${agencies[0]?.name ?? ''}, con ${countOf(agencies[0]?.events ?? 0, event, events)}.`,
    }),
  };
}

/** Bars of agencies beyond these are one bar, unless that would hide a single agency. */
const shownAgencies = (agencies: readonly AgencyShare[]) => (agencies.length > TOP_ROWS + 1 ? TOP_ROWS : agencies.length);

/** The largest agencies, and all others together. */
function agencyBars(result: Parameters<typeof agencyHref>[0], agencies: readonly AgencyShare[]): Bar[] {
  const shown = shownAgencies(agencies);
  const bars = agencies.slice(0, shown).map(({ id, name, events }): Bar => ({ name, value: events, href: agencyHref(result, id) }));
  const others = agencies.slice(shown);
  if (others.length === 0) return bars;
  const value = others.reduce((sum, other) => sum + other.events, 0);
  return [...bars, { name: `Otras ${others.length} agencias`, value, href: null, isRest: true }];
}

/** `Por agencia`, or `Por agencia (10 de 39)` when not every agency has a bar of its own. */
export function agenciesTitle(agencies: readonly AgencyShare[]): string {
  const shown = shownAgencies(agencies);
  return shown < agencies.length ? `Por agencia (${shown} de ${agencies.length})` : 'Por agencia';
}

/** Only the chart over time, which fills its card and therefore needs more shapes than the bars. '' when the report has no days. */
export async function drawReportStrip(result: ChartedReport, place: Place): Promise<string> {
  const { strip } = result.pictures;
  if (!strip) return '';
  return drawStrip({
    shape: SHAPES[place],
    strip,
    idPrefix: `${ID_PREFIXES[place]}-tiempo`,
    title: `${titleOf(result)}: cuándo`,
    description: `${capitalize(wordsOf(result.report, result.query).events)} por ${{ day: 'día', month: 'mes', year: 'año' }[strip.grain]}.`,
    hrefOf: ({ from, to }) => reportHref(result, { from, to }),
  });
}

function titleOf({ report, query: { from, to } }: Pick<ChartedReport, 'query' | 'report'>): string {
  return from === '' || to === '' ? report.title : `${report.title}, del ${formatDay(from)} al ${formatDay(to)}`;
}

/** null for events without an agency. */
export function agencyHref(result: Pick<ChartedReport, 'query' | 'report'>, id: string): string | null {
  return id === '' ? null : reportHref(result, { [result.report.agencyParameter ?? '']: id });
}
