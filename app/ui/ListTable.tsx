import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { SortHead, TableFrame, type Sorting } from './table.tsx';

/** Narrowest screen on which a column shows by itself; without one it shows on phones too. */
export type ColumnFrom = 'sm' | 'md' | 'lg' | 'xl';

/** A column of a list as data, so that each list says only what is its own. */
export interface ListColumn<Row> {
  /** As the column choice and, when it sorts, the `sort` parameter name it. */
  name: string;
  label: string;
  /** What it reads of a row: a page carries nothing else. Without `cell` the first one shows as text. */
  fields: readonly (keyof Row & string)[];
  /** `back` is the list's own address, for the way back from a record. */
  cell?: (row: Row, back: string) => ReactNode;
  /** Classes of its cells: `num`, `cut`, `nowrap`, `picture`, `tabular`. The first column is the `key`, a link. */
  look?: string;
  /** More on hover than the cell shows; what is cut needs none (TableFrame). */
  title?: (row: Row) => string | undefined;
  from?: ColumnFrom;
  /** Shows only when somebody chose it. */
  optional?: boolean;
}

/** `columnsOf<Row>()(…)`: a column whose cell can read the fields that it names and no other. */
export function columnsOf<Row extends object>() {
  return <Field extends keyof Row & string>(
    column: Omit<ListColumn<Row>, 'fields' | 'cell' | 'title'> & {
      fields: readonly Field[];
      cell?: (row: Pick<Row, Field>, back: string) => ReactNode;
      title?: (row: Pick<Row, Field>) => string | undefined;
    },
  ): ListColumn<Row> => column;
}

/** Something of every row that is no column: a check box before, arrows or a download after. */
export interface RowExtra<Row> {
  head: ReactNode;
  cell: (row: Row, index: number) => ReactNode;
  className?: string;
}

interface ListTableProps<Row extends { id: string }> {
  caption: string;
  /** Those to show, the title first (`shownColumns`). */
  columns: readonly ListColumn<Row>[];
  rows: readonly Row[];
  sorting: Sorting;
  /** Columns that sort, with the direction of the first click. */
  sortable: Readonly<Record<string, 'asc' | 'desc'>>;
  /** `location.search` of the list. */
  search: string;
  /** Somebody chose these columns: all of them show on every width. */
  chosen: boolean;
  /** As TableFrame takes it. */
  editable?: boolean;
  before?: RowExtra<Row> | undefined;
  after?: RowExtra<Row> | undefined;
}

/** As many chosen columns as fit beside the menu of a 1366 px screen. */
const FITTING = 6;
/** Whole class names, so that the style sheet's build finds them. */
const FROM: Readonly<Record<ColumnFrom, string>> = { sm: 'from-sm', md: 'from-md', lg: 'from-lg', xl: 'from-xl' };

/** The columns that somebody chose, or those that show by themselves; the first one always. */
export function shownColumns<Column extends { name: string; optional?: boolean }>(
  columns: readonly Column[],
  chosen: readonly string[] | null,
): Column[] {
  return columns.filter(({ name, optional }, index) => index === 0 || (chosen ? chosen.includes(name) : !optional));
}

/** The table of a list. Cells are drawn by plain calls: a component per cell makes server rendering several times slower. */
export function ListTable<Row extends { id: string }>({
  caption,
  columns,
  rows,
  sorting,
  sortable,
  search,
  chosen,
  editable = false,
  before,
  after,
}: ListTableProps<Row>) {
  const classes = columns.map(
    ({ look, from }, index) => classNames(index === 0 && 'key', look, from && !chosen && FROM[from]) || undefined,
  );
  const back = search.slice(1);
  return (
    <TableFrame caption={caption} wide={chosen && columns.length > FITTING} editable={editable}>
      <thead>
        <tr>
          {before ? extraHead(before) : null}
          {columns.map((column, index) => drawHead(column, index, { first: sortable[column.name], chosen, sorting, search }))}
          {after ? extraHead(after) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, place) => (
          <tr key={row.id}>
            {before ? <td className={before.className}>{before.cell(row, place)}</td> : null}
            {columns.map((column, index) => (
              <td key={column.name} className={classes[index]} title={column.title?.(row)}>
                {column.cell ? column.cell(row, back) : textOf(column, row)}
              </td>
            ))}
            {after ? <td className={after.className}>{after.cell(row, place)}</td> : null}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function textOf<Row>({ fields: [field] }: ListColumn<Row>, row: Row): string {
  return field === undefined ? '' : String(row[field] ?? '');
}

function extraHead<Row>({ head, className }: RowExtra<Row>) {
  return (
    <th scope="col" className={className}>
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
