import { classNames } from '../../ui/class-names.ts';
import { SortHead, TableFrame } from '../../ui/table.tsx';
import type { ReportData } from './report-data.ts';

type Column = ReportData['columns'][number];

/** One page of the report, with the total of all pages under it. */
export function ReportTable({ data: { title, columns, rows, search, sorting } }: { data: ReportData }) {
  return (
    <TableFrame caption={title}>
      <thead>
        <tr>
          {columns.map((column) =>
            column.sort === undefined ? (
              <th key={column.title} scope="col" className={classNames(isNumeric(column) && 'num', fromClass(column)) || undefined}>
                {column.title}
              </th>
            ) : (
              <SortHead
                key={column.title}
                name={column.sort}
                label={column.title}
                current={sorting}
                search={search}
                numeric={isNumeric(column)}
              />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {columns.map((column, index) => {
              const text = row.cells[index];
              return (
                <td key={column.title} className={cellClass(column, index)} title={column.kind === 'text' ? text : undefined}>
                  {index > 0 || row.href === null ? text : <a href={row.href}>{text}</a>}
                </td>
              );
            })}
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr className="font-semibold">
          <th scope="row" className="text-start">
            Total
          </th>
          {columns.slice(1).map((column) =>
            column.total === '' ? (
              <td key={column.title} className={fromClass(column)} aria-hidden />
            ) : (
              <td key={column.title} className={classNames('num', fromClass(column))}>
                {column.total}
              </td>
            ),
          )}
        </tr>
      </tfoot>
    </TableFrame>
  );
}

const isNumeric = ({ kind }: Column) => kind === 'integer' || kind === 'percent';
const fromClass = ({ from }: Column) => from && `from-${from}`;

function cellClass(column: Column, index: number): string {
  if (index === 0) return 'key cut';
  const look = isNumeric(column) ? 'num' : column.kind === 'text' ? 'cut w-1/4!' : 'nowrap tabular';
  return classNames(look, fromClass(column));
}
