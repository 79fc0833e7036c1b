import { formatDay } from '../domain/dates.ts';
import { countOf, formatCount, truncate } from '../domain/text.ts';
import type { ReportResult } from './create-reports.ts';
import { toPageSvg } from './page-svg.ts';

/** The same bars for two places: a desk, and a phone, where the wide ones would be too small to read. */
type ChartShape = 'wide' | 'narrow';

/** Units of the viewBox; the page shows it as wide as there is room. */
const SHAPES = {
  wide: { idPrefix: 'grafica', width: 1000, labelCharacters: 44, labelWidth: 320, numberWidth: 70 },
  narrow: { idPrefix: 'grafica-angosta', width: 330, labelCharacters: 21, labelWidth: 142, numberWidth: 48 },
} as const;
const BAR_HEIGHT = 27;
const MARGIN = 12;

/** Stand-ins that page-svg.ts turns into the theme's colours. */
const BAR = '#010101';
const TEXT = '#020202';
const MUTED = '#030303';

/**
 * echarts is big: it is loaded with the first chart and shared from then on, as the one file of its own bundle, since its
 * hundreds of modules cost the first report of a process seconds. It never reaches a browser.
 */
let loading: ReturnType<typeof loadCharts> | undefined;
const loadCharts = () => import('echarts/dist/echarts.esm.min');

/** Bars of those with most events: the answer to "who" or "what most". The table beside it holds the same numbers. */
export async function drawReportChart({ report, query: { from, to }, top, count }: ReportResult, shape: ChartShape): Promise<string> {
  const { title, words } = report;
  const bars = top.map((row) => report.bar(row));
  const first = bars[0];
  return drawBars({
    shape,
    bars,
    title: from === '' || to === '' ? title : `${title}, del ${formatDay(from)} al ${formatDay(to)}`,
    description: `Los ${countOf(bars.length, words.row, words.rows)} con más ${words.events}, de ${formatCount(count)}. En primer lugar ${first?.name ?? ''}, con ${formatCount(first?.value ?? 0)}.`,
  });
}

interface BarChart {
  shape: ChartShape;
  /** From top to bottom. */
  bars: readonly { name: string; value: number }[];
  /** Read out instead of the drawing. */
  title: string;
  description: string;
}

/** SVG for our pages, to be put in as it is; '' when there is nothing to draw. */
async function drawBars({ shape, bars, title, description }: BarChart): Promise<string> {
  if (bars.length === 0) return '';
  const echarts = await (loading ??= loadCharts());
  const { idPrefix, width, labelCharacters, labelWidth, numberWidth } = SHAPES[shape];
  const height = bars.length * BAR_HEIGHT + 2 * MARGIN;
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({
      animation: false,
      grid: { left: labelWidth, right: numberWidth, top: MARGIN, bottom: MARGIN },
      xAxis: { type: 'value', show: false, min: 0 },
      yAxis: {
        type: 'category',
        inverse: true,
        data: bars.map((bar) => truncate(bar.name, labelCharacters)),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: { color: TEXT, fontSize: 13, interval: 0 },
      },
      series: [
        {
          type: 'bar',
          data: bars.map((bar) => bar.value),
          barWidth: 16,
          silent: true,
          itemStyle: { color: BAR, borderRadius: [0, 3, 3, 0] },
          label: {
            show: true,
            position: 'right',
            color: MUTED,
            textBorderWidth: 0,
            fontSize: 13,
            formatter: ({ value }: { value: unknown }) => formatCount(Number(value)),
          },
        },
      ],
    });
    return toPageSvg(chart.renderToSVGString(), {
      idPrefix,
      title,
      description,
      colours: { [BAR]: 'var(--color-primary)', [TEXT]: 'currentColor', [MUTED]: 'var(--muted)' },
    });
  } finally {
    chart.dispose();
  }
}
