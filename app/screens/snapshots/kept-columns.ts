import type { ReactNode } from 'react';
import type { PlainColumn } from '../../ui/PlainTable.tsx';
import type { ComparisonData } from './run-data.ts';

/** Table columns for a run's stored rows; `cell` renders a row's value at a column index. */
export function keptColumns<Row>(columns: ComparisonData['columns'], cell: (row: Row, index: number) => ReactNode): PlainColumn<Row>[] {
  return columns.flatMap(({ title, isNumber, isTime, isId, isUnbroken }, index) => {
    const look = isNumber ? 'num' : isTime ? 'nowrap tabular' : index === 0 ? 'key min-w-40 wrap-anywhere' : isUnbroken ? 'nowrap' : '';
    return isId ? [] : [{ label: title, look, cell: (row: Row) => cell(row, index) }];
  });
}
