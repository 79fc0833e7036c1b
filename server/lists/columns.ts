import { formatPhone } from '../domain/digit-groups.ts';
import { AppError } from '../domain/errors.ts';
import { COLUMNS_PARAM, DEFAULT_COLUMNS } from '../domain/list-params.ts';
import { withoutUndefined } from '../records/record-fields.ts';
import type { Listed } from '../read-model/read-model.ts';
import type { ColumnKind, SheetColumn } from '../workbooks/sheet.ts';
import type { SortColumn } from '../read-model/pages/page-source.ts';

/** A sort order, under the name that the address uses for it. */
export interface ListSort extends SortColumn {
  /** Direction of the first click. Default: newest first for times, ascending for everything else. */
  first?: 'asc' | 'desc';
}

/** A column that appears only in exported files. */
export interface FileColumn<Row> extends SheetColumn {
  /** The row comes either as read for a file or as a page carries it. */
  value: (row: Row | Listed<Row>) => unknown;
}

/**
 * How the screen draws a cell: by its kind; the day of an instant; the day, and the time where there is room (`roomy`); a name that may be
 * cut but not at its end (a file's `name`); a phone number to call; a picture from its address; or two lines of a text that the record's
 * page shows whole (`brief`).
 */
type Drawing = ColumnKind | 'brief' | 'day' | 'name' | 'phone' | 'picture' | 'roomy';

/** A column of a list, declared once: the table, column picker, file, print-out and search facts are derived from it. */
export interface ScreenColumn<Row> extends Omit<FileColumn<Row>, 'title'> {
  /** Name in the column picker and in the address. */
  name: string;
  label: string;
  /** Heading in a file, where it differs from `label`. */
  title?: string;
  /** What the screen shows instead of the value; drawn as text unless `as` says otherwise. */
  text?: (row: Listed<Row>) => string | null;
  as?: Drawing;
  /** Words shown for `true` and `false`. */
  words?: readonly [string, string];
  /** CSS classes of its cells: `num`, `cut`, `nowrap`, `picture`, `tabular`. The first column has `key`, a link. */
  look?: string;
  /** Narrowest screen that shows it by default; without one, phones show it too. */
  from?: 'sm' | 'md' | 'lg' | 'xl';
  /**
   * Shown on phones too, where a row is the first column with the other values in lines under it: bare, or
   * after its label, since there are no headings.
   */
  phone?: 'bare' | 'labelled';
  /** Hidden until chosen in the column picker. */
  optional?: boolean;
  /** Present if the list can be sorted by it. */
  sort?: ListSort;
  /** Further columns that follow it in a file. */
  also?: readonly FileColumn<Row>[];
}

/** Columns without a name appear only in files. */
export type Column<Row> = FileColumn<Row> | ScreenColumn<Row>;

type OfText<Row> = Omit<FileColumn<Row>, 'kind'> & { kind?: ColumnKind };

/** A column as a list declares it. Default kind: text; default value: the row's own under the column's name. */
export type DeclaredColumn<Row> =
  | OfText<Row>
  | (Omit<ScreenColumn<Row>, 'also' | 'kind' | 'name' | 'value'> & {
      kind?: ColumnKind;
      also?: readonly OfText<Row>[];
    } & ({ name: keyof Row & string; value?: undefined } | Pick<ScreenColumn<Row>, 'name' | 'value'>));

/** The complete columns of a list; the type of its rows comes from the list. */
export function declareColumns<Row>(columns: readonly DeclaredColumn<NoInfer<Row>>[]): Column<Row>[] {
  return columns.map((column) =>
    'name' in column
      ? { kind: 'text', ...column, value: column.value ?? ((row) => row[column.name]), also: column.also?.map(ofText) }
      : ofText(column),
  );
}

function ofText<Row>(column: OfText<Row>): FileColumn<Row> {
  return { kind: 'text', ...column };
}

/** One cell of a page; JSON. */
export type Cell = string | number | boolean | null;

/** What the browser knows of a column. Undefined values are omitted: they would travel with every page. */
export type ShownColumn = Pick<
  ScreenColumn<never>,
  'as' | 'decimals' | 'from' | 'label' | 'look' | 'name' | 'optional' | 'phone' | 'words'
>;

export function screenColumns<Row>(columns: readonly Column<Row>[]): ScreenColumn<Row>[] {
  return columns.filter((column) => 'name' in column);
}

export function toShown<Row>(column: ScreenColumn<Row>): ShownColumn {
  const { name, label, kind, text, as = text ? 'text' : kind, words, look, from, phone, optional, decimals } = column;
  return {
    name,
    label,
    ...withoutUndefined({ as: as === 'text' ? undefined : as, words, look, from, phone, optional: optional || undefined, decimals }),
  };
}

/** A value as lists write it: a phone number grouped, everything else unchanged. */
export function asWritten({ as }: { as?: Drawing | undefined }, value: unknown): unknown {
  return as === 'phone' && typeof value === 'string' ? formatPhone(value) : value;
}

const INSTANTS: ReadonlySet<string> = new Set<Drawing>(['datetime', 'day', 'roomy']);

/** Lists show instants to the minute: `2026-11-28T16:16Z`. */
const toMinute = (instant: string) => instant.replace(/(T\d\d:\d\d):\d\d\.\d+Z$/, '$1Z');

/** The value of a cell; arrays and objects give null. */
export function toCell<Row>(column: ScreenColumn<Row>, row: Listed<Row>): Cell {
  const shown = asWritten(column, column.text ? column.text(row) : column.value(row));
  if (typeof shown === 'string' && !column.text && INSTANTS.has(column.as ?? column.kind)) return toMinute(shown);
  return typeof shown === 'string' || typeof shown === 'number' || typeof shown === 'boolean' ? shown : null;
}

/** All columns of a full export. */
export function fileColumns<Row>(columns: readonly Column<Row>[]): FileColumn<Row>[] {
  return columns.flatMap((column) => ('name' in column ? withFurtherColumns(column) : [{ ...column, isExtra: true }]));
}

function withFurtherColumns<Row>(column: ScreenColumn<Row>): FileColumn<Row>[] {
  const { label, title = label, kind, value, words, width, total, decimals, isId, look = '', optional: isExtra, also = [] } = column;
  const mainColumn = { title, kind, value, width, total, decimals, isId, isExtra, ...(/\bnowrap\b/.test(look) && { isUnbroken: true }) };
  const furtherColumns = also.map((one) => ({ ...one, isExtra: true }));
  if (!words) return [mainColumn, ...furtherColumns];
  return [{ ...mainColumn, kind: 'text', isUnbroken: true, value: (row) => words[value(row) === true ? 0 : 1] }, ...furtherColumns];
}

/**
 * The columns of a file that shows what the screen shows. Parameter `columns` comes once for each screen column, by name and in the wanted
 * order, as the column picker sends it, or is `*` for the default ones. Without it: all columns. Errors: `invalid-input` for a name that
 * the list does not have, because nobody would notice a remark beside the rows.
 */
export function chooseColumns<Row>(
  all: readonly Column<Row>[],
  params: URLSearchParams,
): { columns: readonly FileColumn<Row>[]; isChosen: boolean } {
  const requestedNames = [...new Set(params.getAll(COLUMNS_PARAM))];
  if (requestedNames.length === 0) return { columns: fileColumns(all), isChosen: false };
  if (requestedNames.length === 1 && requestedNames[0] === DEFAULT_COLUMNS)
    return { columns: fileColumns(screenColumns(all).filter(({ optional }) => !optional)), isChosen: true };
  const found = requestedNames.map((name) => screenColumns(all).find((column) => column.name === name));
  const chosen = found.filter((column) => column !== undefined);
  if (chosen.length === requestedNames.length)
    return { columns: fileColumns(chosen.map((column) => ({ ...column, optional: false }))), isChosen: true };
  throw new AppError('invalid-input', 'unknown column of a list', {
    userMessage: 'La lista no tiene una de las columnas pedidas. Ábrala de nuevo y exporte desde ahí.',
    fields: { [COLUMNS_PARAM]: ['La lista no tiene esa columna.'] },
  });
}
