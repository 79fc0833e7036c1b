import { classNames } from '../../ui/class-names.ts';
import type { ListColumn, RowExtra } from '../../ui/ListTable.tsx';
import { SortHead, TableFrame, type Sorting } from '../../ui/table.tsx';
import type { ListData } from './load-list.ts';

interface ListTableProps<Row extends { id: string }> {
  caption: string;
  /** Those to show, the title first (`shownColumns`). */
  columns: readonly ListColumn<Row>[];
  data: ListData<Row>;
  /** As TableFrame takes it. */
  editable: boolean;
  before: RowExtra<Row> | undefined;
  after: RowExtra<Row> | undefined;
}

/** As many chosen columns as fit beside the menu of a 1366 px screen. */
const FITTING = 6;

/** The table of a list. Cells are drawn by plain calls: a component per cell makes server rendering several times slower. */
export function ListTable<Row extends { id: string }>({ caption, columns, data, editable, before, after }: ListTableProps<Row>) {
  const { rows, query: sorting, list, search } = data;
  const chosen = data.chosen !== null;
  const classes = columns.map(
    ({ look, from }, index) => classNames(index === 0 && 'key', look, from && !chosen && `from-${from}`) || undefined,
  );
  const back = search.slice(1);
  return (
    <TableFrame caption={caption} wide={chosen && columns.length > FITTING} editable={editable}>
      <thead>
        <tr>
          {before ? extraHead(before) : null}
          {columns.map((column, index) => drawHead(column, index, { first: list.sortable[column.name], chosen, sorting, search }))}
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
  const className = from && !chosen && index > 0 ? `from-${from}` : undefined;
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
