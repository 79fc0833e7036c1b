import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { SortHead, TableFrame, type Sorting } from './table.tsx';

/** A column of a table as data. */
export interface ListColumn<Row> {
  /** The column's name in the column choice and, when it sorts, in the `sort` parameter. */
  name: string;
  label: string;
  /** `back` is the list's own address, so that a record can lead back to it. */
  cell: (row: Row, back: string) => ReactNode;
  /** Classes of its cells. */
  look?: string;
  /** Class for its share of the table's width (table.css), set on the first row only. */
  room?: string;
  title?: (row: Row) => string | undefined;
  /** Narrowest screen on which it shows by default; without one it shows on phones too. */
  from?: keyof typeof FROM;
  /** Shows on phones despite `from`, bare or with its label. */
  phone?: 'bare' | 'labelled';
}

/** Something in every row that is not a column: a check box before, arrows or a download after. */
export interface RowExtra<Row> {
  head: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  className?: string;
}

interface ListTableProps<Row extends { id: string }> {
  caption: string;
  /** The columns to show, the title first. */
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  sorting: Sorting;
  /** Columns that sort, with the direction of the first click. */
  sortable: Readonly<Record<string, 'asc' | 'desc'>>;
  /** `location.search` of the list. */
  search: string;
  /** Somebody chose these columns: all show at every width, on phones with their labels. */
  chosen: boolean;
  /** As in TableFrame. */
  editable?: boolean;
  before?: readonly RowExtra<Row>[];
  after?: RowExtra<Row> | undefined;
  /** Attributes of a row, by record id. */
  marks?: ((id: string) => object) | undefined;
}

/** How many chosen columns fit beside the menu on a 1366 px screen. */
const FITTING = 6;
/** Whole class names, so that the style sheet's build finds them. */
export const FROM = { sm: 'from-sm', md: 'from-md', lg: 'from-lg', xl: 'from-xl' } as const;

/**
 * The table of a list; on phones a row is its first column with the others in lines under it (table.css). Cells are drawn by plain function
 * calls: a component per cell makes server rendering several times slower.
 */
export function ListTable<Row extends { id: string }>({
  caption,
  columns,
  rows,
  sorting,
  sortable,
  search,
  chosen,
  editable = false,
  before = [],
  after,
  marks,
}: ListTableProps<Row>) {
  const classes = columns.map(
    ({ look, from, phone }, index) =>
      classNames(index === 0 && 'key', look, from && !chosen && FROM[from], phone && from && !chosen && 'on-phone') || undefined,
  );
  const firstClasses = columns.map(({ room }, index) => classNames(classes[index], room) || undefined);
  const labels = columns.map(({ label, phone }, index) => (index > 0 && (chosen || phone === 'labelled') ? label : undefined));
  const back = search.slice(1);
  return (
    <TableFrame caption={caption} wide={chosen && columns.length > FITTING} editable={editable} inLines>
      <thead>
        <tr>
          {before.map(extraHead)}
          {columns.map((column, index) => drawHead(column, index, { first: sortable[column.name], chosen, sorting, search }))}
          {after ? extraHead(after, before.length) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={row.id} {...marks?.(row.id)}>
            {before.map((extra, index) => (
              <td key={index} className={extra.className}>
                {extra.cell(row, place)}
              </td>
            ))}
            {columns.map((column, index) => {
              const shown = column.cell(row, back);
              return (
                <td
                  key={column.name}
                  className={(place === 0 ? firstClasses : classes)[index]}
                  title={column.title?.(row)}
                  // An empty cell takes no line on phones.
                  data-label={shown === '' || shown === null ? undefined : labels[index]}
                >
                  {shown}
                </td>
              );
            })}
            {after ? <td className={after.className}>{after.cell(row, place)}</td> : null}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function extraHead<Row>({ head, className }: RowExtra<Row>, index: number) {
  return (
    <th key={index} scope="col" className={className}>
      {head}
    </th>
  );
}

interface HeadFacts {
  /** Direction of the first click; none for a column that does not sort. */
  first: 'asc' | 'desc' | undefined;
  chosen: boolean;
  sorting: Sorting;
  search: string;
}

function drawHead<Row>({ name, label, look = '', from }: ListColumn<Row>, index: number, { first, chosen, sorting, search }: HeadFacts) {
  const numeric = look.split(' ').includes('num');
  const className = from && !chosen && index > 0 ? FROM[from] : undefined;
  if (first) {
    const facts = { name, label, current: sorting, search, numeric, first, className };
    return <SortHead key={name} {...facts} />;
  }
  return (
    <th key={name} scope="col" className={classNames(numeric && 'num', className) || undefined}>
      {label}
    </th>
  );
}
