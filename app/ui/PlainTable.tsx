import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { TableFrame } from './table.tsx';

/** A column of a table without sorting. */
export interface PlainColumn<Row> {
  label: string;
  /** The label is for screen readers only. */
  quiet?: boolean;
  /** More about the label, on hover. */
  title?: string;
  /** Classes of its cells: `num` also sets the head. */
  look?: string;
  /** Narrower screens omit it: it matters little, or another column says it there. */
  from?: 'lg' | 'sm';
  cell: (row: Row) => ReactNode;
}

interface PlainTableProps<Row> {
  caption: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** On phones each row is stacked: its first column, then the others behind their labels. */
  inLines?: boolean;
}

/** A table of all rows, without sorting or pages. */
export function PlainTable<Row>({ caption, columns, rows, keyOf, inLines = false }: PlainTableProps<Row>) {
  return (
    <TableFrame caption={caption} wide inLines={inLines}>
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
            {columns.map(({ label, quiet, look, from, cell }, index) => (
              <td
                key={label}
                className={classNames(inLines && index === 0 && 'key', look, from && `from-${from}`) || undefined}
                data-label={inLines && index > 0 && !quiet ? label : undefined}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
