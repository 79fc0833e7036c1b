import { countOf, formatCount } from '../../domain/text.ts';
import { drawBars, type ChartShape } from '../reports/report-chart.ts';
import type { ActivityReport } from './clicks.ts';

const BARS = 10;

/** Bars of those who use the portal most; the table under it holds the same numbers. */
export async function drawActivity({ rows, totals }: ActivityReport, shape: ChartShape): Promise<string> {
  const top = rows.slice(0, BARS);
  return drawBars({
    shape,
    bars: top.map((row) => ({ name: row.name, value: row.clicks })),
    title: 'Actividad por usuario',
    description: `Los ${countOf(top.length, 'usuario', 'usuarios')} con más clics, de ${formatCount(totals.people)}. En primer lugar ${top[0]?.name ?? ''}, con ${formatCount(top[0]?.clicks ?? 0)}.`,
  });
}
