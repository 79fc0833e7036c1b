import type { CatalogValue } from '#server/catalogs/definition.ts';
import { formatDateTime } from '#server/domain/dates.ts';
import { shownThumbnail } from '#server/domain/images.ts';
import { ListTable, type ListColumn } from '../../ui/ListTable.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { rowChoice } from '../lists/BulkBar.tsx';
import { recordHref } from '../lists/record-links.ts';
import { columnWidths, type Column } from './columns.ts';
import { valueText } from './FieldValue.tsx';
import type { CatalogListData } from './list-data.ts';
import { orderCell } from './RowOrder.tsx';

type Row = CatalogListData['rows'][number];

/** The rows of any catalog; what its columns are comes with the data. */
export function CatalogTable({ data, caption }: { data: CatalogListData; caption: string }) {
  const { columns, listUrl, search, page, rows } = data;
  const back = search.slice(1);
  const widths = columnWidths(columns);
  const move = {
    head: 'Mover',
    className: 'nowrap px-1!',
    cell: (row: Row, place: number) => {
      const isFirst = page.previous === null && place === 0;
      const isLast = page.next === null && place === rows.length - 1;
      return orderCell({ id: row.id, title: titleOf(row), isFirst, isLast });
    },
  };
  const shown = columns.map((column, index): ListColumn<Row> => {
    const plain = toListColumn(column, index, widths);
    return index === 0
      ? { ...plain, look: 'cut', title: titleOf, cell: (row) => <a href={recordHref(listUrl, row.id, { back })}>{titleOf(row)}</a> }
      : plain;
  });
  return (
    <ListTable
      caption={caption}
      columns={shown}
      rows={rows}
      sorting={page.query}
      search={search}
      chosen={data.chosen}
      editable
      before={{ ...rowChoice(titleOf), className: data.movable ? 'pick from-sm' : 'pick' }}
      after={data.movable ? move : undefined}
    />
  );
}

function toListColumn(column: Column, index: number, widths: ReturnType<typeof columnWidths>): ListColumn<Row> {
  const from = widths.get(column.name);
  return {
    name: column.name,
    label: column.label,
    ...drawingOf(column, index),
    ...(column.sortable ? { sort: column.kind === 'time' ? 'desc' : 'asc' } : {}),
    ...(from ? { from } : {}),
  };
}

/** How the cells of a kind look; values stand in the order of the columns. */
function drawingOf(column: Column, index: number): Pick<ListColumn<Row>, 'cell' | 'look' | 'title'> {
  const value = (row: Row): CatalogValue => row.cells[index] ?? null;
  const text = (row: Row) =>
    valueText(
      { kind: column.kind === 'time' ? 'date' : column.kind, options: column.options.length > 0 ? column.options : undefined },
      value(row),
    );
  switch (column.kind) {
    case 'image':
      return { look: 'picture', cell: (row) => thumbnail(value(row), titleOf(row)) };
    case 'time':
      return { cell: (row) => timeOf(value(row)) };
    case 'flag':
      return { cell: (row) => <StateLabel on={value(row) === true} yes={text(row)} no={text(row)} /> };
    case 'integer':
    case 'decimal':
      return { look: 'num', cell: text };
    case 'phone':
      return { look: 'nowrap tabular', cell: text };
    case 'text':
    case 'long-text':
    case 'words':
      return { look: 'cut written', cell: text, title: text };
    default:
      return { look: 'cut', cell: text, title: text };
  }
}

function thumbnail(address: CatalogValue, title: string) {
  if (typeof address !== 'string' || address === '') return null;
  return (
    <img src={shownThumbnail(address)} alt={`Imagen de ${title}`} width={44} height={30} loading="lazy" referrerPolicy="no-referrer" />
  );
}

function timeOf(value: CatalogValue) {
  return <time dateTime={String(value ?? '')}>{formatDateTime(typeof value === 'string' ? value : null)}</time>;
}

function titleOf({ id, cells: [title] }: Row): string {
  return typeof title === 'string' && title !== '' ? title : id;
}
