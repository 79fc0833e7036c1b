import type { SheetColumn } from '../workbooks/sheet.ts';
import { valueText } from '../workbooks/value-text.ts';
import type { ReportFigure } from './report.ts';

/** A headline figure: text for screens, the raw value for workbooks; `—` when there is none. */
export function figureOf(
  label: string,
  cell: Pick<SheetColumn, 'decimals' | 'kind'> & { value: number | null | undefined },
  note: string,
): ReportFigure {
  const { value } = cell;
  if (value === null || value === undefined) return { label, value: '—', note };
  return { label, value: valueText(cell, value) || '—', note, cell: { ...cell, value } };
}

export function countFigure(label: string, value: number | undefined, note: string): ReportFigure {
  return figureOf(label, { kind: 'integer', value }, note);
}

export function shareFigure(label: string, value: number | undefined, note: string): ReportFigure {
  return figureOf(label, { kind: 'percent', value }, note);
}
