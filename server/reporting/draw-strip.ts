import { formatDateLong, formatDay, formatMonth, MONTHS, startOfDay } from '../domain/dates.ts';
import { formatCount } from '../domain/text.ts';
import { BAR, drawSvg, LINE, MUTED } from './draw-svg.ts';
import type { Strip, StripBar } from './read-pictures.ts';

/** For desktop, paper, tablet and phone, so that its text has the same size everywhere. */
const SHAPES = {
  wide: { width: 1000, height: 190, left: 52, right: 12, fontSize: 12 },
  paper: { width: 760, height: 190, left: 52, right: 12, fontSize: 12 },
  medium: { width: 720, height: 190, left: 52, right: 12, fontSize: 12 },
  narrow: { width: 330, height: 170, left: 44, right: 8, fontSize: 11 },
} as const;
const TOP = 12;
const BOTTOM = 26;

interface StripChart {
  shape: keyof typeof SHAPES;
  idPrefix: string;
  strip: Strip;
  /** Where a bar links to. */
  hrefOf: (bar: StripBar) => string;
  title: string;
  description: string;
}

/** Events over time: vertical bars, with the earlier period as a line. */
export async function drawStrip({ shape, strip: { grain, bars }, hrefOf, ...page }: StripChart): Promise<string> {
  if (bars.length === 0) return '';
  const { width, height, left, right, fontSize } = SHAPES[shape];
  const step = (width - left - right) / bars.length;
  const compares = bars.some(({ earlier }) => earlier !== null);
  return drawSvg({
    ...page,
    width,
    height,
    links: bars.map((bar, place) => ({
      href: hrefOf(bar),
      label: barText(grain, bar),
      x: left + place * step,
      y: TOP,
      width: step,
      height: height - TOP - BOTTOM,
      // Keyboard users get the table of the same numbers instead of a tab stop per day.
      isSkipped: true,
    })),
    option: {
      grid: { left, right, top: TOP, bottom: BOTTOM },
      xAxis: {
        type: 'category',
        data: bars.map(({ from }) => axisText(grain, from)),
        axisLine: { lineStyle: { color: LINE } },
        axisTick: { show: false },
        axisLabel: { color: MUTED, fontSize, hideOverlap: true },
      },
      yAxis: {
        type: 'value',
        min: 0,
        minInterval: 1,
        splitNumber: 3,
        splitLine: { lineStyle: { color: LINE } },
        axisLabel: { color: MUTED, fontSize, formatter: (value: number) => formatCount(value) },
      },
      series: [
        {
          type: 'bar',
          data: bars.map(({ events }) => events),
          barMaxWidth: 28,
          barCategoryGap: '30%',
          silent: true,
          itemStyle: { color: BAR, borderRadius: [2, 2, 0, 0] },
        },
        ...(compares
          ? [
              {
                type: 'line' as const,
                data: bars.map(({ earlier }) => earlier),
                showSymbol: bars.length === 1,
                silent: true,
                lineStyle: { color: MUTED, width: 1.5, type: 'dashed' as const },
                itemStyle: { color: MUTED },
              },
            ]
          : []),
      ],
    },
  });
}

/** `12 de noviembre de 2026`, `noviembre de 2026`, `2026`. */
export function partName(grain: Strip['grain'], { from }: Pick<StripBar, 'from'>): string {
  if (grain === 'day') return formatDateLong(startOfDay(from));
  return grain === 'month' ? formatMonth(from.slice(0, 7)) : from.slice(0, 4);
}

function barText(grain: Strip['grain'], bar: StripBar): string {
  const before = bar.earlier === null ? '' : ` (antes ${formatCount(bar.earlier)})`;
  return `${partName(grain, bar)}: ${formatCount(bar.events)}${before}`;
}

/** `12/11`, `nov 26`, `2026`. */
function axisText(grain: Strip['grain'], day: string): string {
  if (grain === 'day') return formatDay(day).slice(0, 5);
  const month = MONTHS[Number(day.slice(5, 7)) - 1]?.slice(0, 3) ?? '';
  return grain === 'month' ? `${month} ${day.slice(2, 4)}` : day.slice(0, 4);
}
