import type { ReactNode } from 'react';
import { formatFileSize } from '#server/domain/file-size.ts';
import { shownThumbnail } from '#server/domain/images.ts';
import { formatQuetzales } from '#server/domain/money.ts';
import { hasAddress } from '#server/domain/record-address.ts';
import { formatCount, formatShare, toDecimals } from '#server/domain/text.ts';
import type { Cell, ShownColumn } from '#server/lists/columns.ts';
import type { ListColumn } from '../../ui/ListTable.tsx';
import { withVisibleEnd } from '../../ui/visible-end.tsx';
import { phoneHref } from '../../ui/contact-links.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { recordHref, withBack } from '../../record-links.ts';
import { shortDate, roomyDateTime, shortDateTime, shortDay } from '../../ui/short-dates.tsx';

/** A row with its cells in the order of the shown columns. */
export interface ShownRow {
  id: string;
  cells: readonly Cell[];
}

/** A column with the class for its share of the table's width. */
export type SizedColumn = ShownColumn & Pick<ListColumn<never>, 'room'>;

/** The chosen columns, or the default ones; the first one always. */
export function shownColumns<Column extends ShownColumn>(columns: readonly Column[], chosen: readonly string[] | null): Column[] {
  return columns.filter(({ name, optional }, index) => index === 0 || (chosen ? chosen.includes(name) : !optional));
}

/** The name of a row: its first cell. */
export function titleOfRow({ cells: [title] }: Pick<ShownRow, 'cells'>): string {
  return String(title ?? '');
}

/** A cell that shows more than the list's own value, by column name. */
export interface OwnCell<Row> {
  /** Fields it reads of a row: only these are sent besides the shown cells. */
  needs: readonly (keyof Row & string)[];
  /** `shown` is the list's own rendering, without a link. */
  draw?: (row: Row, shown: ReactNode, way: RecordWay) => ReactNode;
  /** More text on hover than the cell shows; a truncated cell needs none (TableFrame). */
  title?: (row: Row) => string | undefined;
  /** Its full text when that is only longer than the list's: the column width is computed from it (share-width.ts). */
  says?: (row: Row) => string;
}

/** Address of the row's record with its way back, and the list's own address, for ways back from other pages. */
interface RecordWay {
  href: string;
  back: string;
}

export type OwnCells<Row> = Readonly<Record<string, OwnCell<Row>>>;

/** `ownCell<Row>()(…)`: a cell that can read only the fields it names. */
export function ownCell<Row extends object>() {
  return <Need extends keyof Row & string>(
    needs: readonly Need[],
    draw?: (row: Pick<Row, Need>, shown: ReactNode, way: RecordWay) => ReactNode,
    title?: (row: Pick<Row, Need>) => string | undefined,
    says?: (row: Pick<Row, Need>) => string,
  ): OwnCell<Row> => ({ needs, draw, title, says });
}

/** `linkedCell<Row>()`: links to what the row is about, unless `href` is null because the person may not open it. */
export const linkedCell = <Row extends { href: string | null }>() =>
  ownCell<Row>()(['href'], ({ href }, shown, { back }) => (href === null ? shown : <a href={withBack(href, back)}>{shown}</a>));

/** Table columns as the list declares them. @param recordsUrl base address for the links of the first cell; null for none */
export function drawColumns<Row extends ShownRow>(
  shown: readonly SizedColumn[],
  recordsUrl: string | null,
  own: OwnCells<Row>,
): ListColumn<Row>[] {
  const hrefOf = ({ id }: Row, back: string) => recordHref(recordsUrl ?? '', id, { back });
  return shown.map((column, index) => {
    const { draw, title } = own[column.name] ?? {};
    const write = drawing(column);
    const written = (row: Row) => write(row.cells[index] ?? null, row);
    const linked = (row: Row, back: string) => <a href={hrefOf(row, back)}>{written(row)}</a>;
    const isLink = index === 0 && recordsUrl !== null;
    const usual = isLink ? linked : written;
    const drawn = draw ? (row: Row, back: string) => draw(row, written(row), { href: hrefOf(row, back), back }) : usual;
    const cell = isLink ? (row: Row, back: string) => (hasAddress(row.id) ? drawn(row, back) : written(row)) : drawn;
    return { ...column, title, cell };
  });
}

/** How the cells of a column are rendered. Plain calls: a component per cell makes server rendering several times slower. */
function drawing({ as = 'text', words, decimals = 2 }: ShownColumn): (cell: Cell, row: ShownRow) => ReactNode {
  const written = (draw: (text: string) => ReactNode) => (cell: Cell) => (typeof cell === 'string' ? draw(cell) : null);
  const counted = (format: (value: number) => string) => (cell: Cell) => (typeof cell === 'number' ? format(cell) : '');
  switch (as) {
    case 'boolean':
      return (cell) => <StateLabel on={cell === true} yes={words?.[0]} no={words?.[1]} />;
    case 'integer':
      return counted(formatCount);
    case 'decimal':
      return counted((value) => toDecimals(value, decimals));
    case 'money':
      return (cell) => (cell === null ? '' : formatQuetzales(cell));
    case 'percent':
      return counted(formatShare);
    case 'bytes':
      return counted(formatFileSize);
    case 'date':
      return written((day) => shortDay(day) ?? day);
    case 'datetime':
      return written(shortDateTime);
    case 'day':
      return written(shortDate);
    case 'roomy':
      return written(roomyDateTime);
    case 'brief':
      return (cell) => <div className="line-clamp-2">{cell}</div>;
    case 'name':
      return written(withVisibleEnd);
    case 'phone':
      return written(callLink);
    case 'picture':
      return (cell, row) => thumbnail(cell, titleOfRow(row));
    case 'month':
    case 'text':
      return (cell) => cell;
  }
}

/** A phone number as a link that dials it; other text as it is. */
function callLink(phone: string): ReactNode {
  const href = phoneHref(phone);
  return href === null ? (
    phone
  ) : (
    <a className="call" href={href}>
      {phone}
    </a>
  );
}

function thumbnail(address: Cell, title: string) {
  if (typeof address !== 'string' || address === '') return null;
  return <img src={shownThumbnail(address)} alt={`Imagen de ${title}`} width={44} height={30} loading="lazy" />;
}
