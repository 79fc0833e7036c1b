import type { ReactNode } from 'react';
import type { PlainColumn } from '../../ui/PlainTable.tsx';
import type { ComparisonData } from './run-data.ts';

/** The columns of kept rows, as a table draws them; `cell` says what a row has at a place. */
export function keptColumns<Row>(columns: ComparisonData['columns'], cell: (row: Row, index: number) => ReactNode): PlainColumn<Row>[] {
  return columns.map(({ title, isNumber, isTime }, index) => ({
    label: title,
    look: isNumber ? 'num' : isTime ? 'nowrap tabular' : index === 0 ? 'key min-w-40 wrap-anywhere' : '',
    cell: (row) => cell(row, index),
  }));
}
