import { formatCount, truncate } from '../domain/text.ts';
import { BAR, drawSvg, MUTED, TEXT } from './draw-svg.ts';

/** The same chart for desktop, half width, phone and paper, so that its text has the same size everywhere. */
export type ChartShape = 'half' | 'narrow' | 'paper' | 'wide';

const SHAPES = {
  wide: { width: 1000, labelCharacters: 44, labelWidth: 320, numberWidth: 70, lineCharacters: 130, fontSize: 13 },
  half: { width: 560, labelCharacters: 26, labelWidth: 196, numberWidth: 64, lineCharacters: 76, fontSize: 13 },
  paper: { width: 760, labelCharacters: 36, labelWidth: 260, numberWidth: 70, lineCharacters: 104, fontSize: 13 },
  narrow: { width: 330, labelCharacters: 21, labelWidth: 154, numberWidth: 48, lineCharacters: 52, fontSize: 12 },
} as const;
const BAR_HEIGHT = 27;
/** Including a separate line for the name. */
const TALL_BAR_HEIGHT = 44;
const MARGIN = 12;

export interface Bar {
  name: string;
  value: number;
  href: string | null;
  /** All others together: a number without a bar, beside which those of the rest would all look alike. */
  isRest?: boolean;
}

interface BarChart {
  shape: ChartShape;
  idPrefix: string;
  /** From top to bottom. */
  bars: readonly Bar[];
  /** Read out instead of the chart. */
  title: string;
  description: string;
}

/**
 * Horizontal bars with names and numbers, linked where they have an address; '' when there is nothing to draw. If any name is too long to
 * stand beside its bar, all names are put above their bars: truncated names could make two routes or files indistinguishable.
 */
export async function drawBars({ shape, bars, ...page }: BarChart): Promise<string> {
  if (bars.length === 0) return '';
  const { width, labelCharacters, labelWidth, numberWidth, lineCharacters, fontSize } = SHAPES[shape];
  const isAbove = bars.some(({ name }) => name.length > labelCharacters);
  const height = isAbove ? TALL_BAR_HEIGHT : BAR_HEIGHT;
  const label = { color: TEXT, fontSize, interval: 0 } as const;
  return drawSvg({
    ...page,
    width,
    height: bars.length * height + 2 * MARGIN,
    links: bars.flatMap(({ name, value, href }, place) =>
      href === null ? [] : [{ href, label: `${name}: ${formatCount(value)}`, x: 0, y: MARGIN + place * height, width, height }],
    ),
    option: {
      grid: { left: isAbove ? 0 : labelWidth, right: numberWidth, top: MARGIN, bottom: MARGIN },
      xAxis: { type: 'value', show: false, min: 0 },
      yAxis: {
        type: 'category',
        inverse: true,
        data: bars.map((bar) => truncate(bar.name, isAbove ? lineCharacters : labelCharacters)),
        axisLine: { show: false },
        axisTick: { show: false },
        axisLabel: isAbove ? { ...label, inside: true, margin: 0, verticalAlign: 'bottom', padding: [0, 0, 10, 0] } : label,
      },
      series: [
        {
          type: 'bar',
          data: bars.map(({ value, isRest }) => (isRest ? 0 : value)),
          barWidth: 16,
          silent: true,
          itemStyle: { color: BAR, borderRadius: [0, 3, 3, 0] },
          label: {
            show: true,
            position: 'right',
            color: MUTED,
            textBorderWidth: 0,
            fontSize: 13,
            formatter: ({ dataIndex }: { dataIndex: number }) => formatCount(bars[dataIndex]?.value ?? 0),
          },
        },
      ],
    },
  });
}
