import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { TableFrame } from './table.tsx';

/** A column of a table that does not sort. */
export interface PlainColumn<Row> {
  label: string;
  /** The label is only read out. */
  quiet?: boolean;
  /** More about the label, on hover. */
  title?: string;
  /** Classes of its cells: `num` also sets the head. */
  look?: string;
  /** Narrower screens leave it out: it matters little, or another column says it there. */
  from?: 'lg' | 'sm';
  cell: (row: Row) => ReactNode;
}

interface PlainTableProps<Row> {
  caption: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

/** All rows of something, as they are. */
export function PlainTable<Row>({ caption, columns, rows, keyOf }: PlainTableProps<Row>) {
  return (
    <TableFrame caption={caption} wide>
      <thead>
        <tr>
          {columns.map(({ label, quiet, title, look, from }) => (
            <th
              key={label}
              scope="col"
              className={classNames(look === 'num' && !quiet && 'num', from && `from-${from}`) || undefined}
              title={title}
            >
              {quiet ? <span className="sr-only">{label}</span> : label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ label, look, from, cell }) => (
              <td key={label} className={classNames(look, from && `from-${from}`) || undefined}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
