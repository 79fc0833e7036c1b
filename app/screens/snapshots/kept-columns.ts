import type { ReactNode } from 'react';
import type { PlainColumn } from '../../ui/PlainTable.tsx';
import type { ComparisonData } from './run-data.ts';

/** The columns of kept rows, as a table draws them for people; `cell` says what a row has at a place. */
export function keptColumns<Row>(columns: ComparisonData['columns'], cell: (row: Row, index: number) => ReactNode): PlainColumn<Row>[] {
  return columns.flatMap(({ title, isNumber, isTime, isId, isUnbroken }, index) => {
    const look = isNumber ? 'num' : isTime ? 'nowrap tabular' : index === 0 ? 'key min-w-40 wrap-anywhere' : isUnbroken ? 'nowrap' : '';
    return isId ? [] : [{ label: title, look, cell: (row: Row) => cell(row, index) }];
  });
}
