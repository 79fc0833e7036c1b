import { formatPhone } from '../domain/digit-groups.ts';
import { AppError } from '../domain/errors.ts';
import { COLUMNS_PARAM, USUAL_COLUMNS } from '../domain/list-params.ts';
import { withoutUndefined } from '../records/record-fields.ts';
import type { Listed } from '../read-model/read-model.ts';
import type { ColumnKind, SheetColumn } from '../workbooks/sheet.ts';
import type { SortColumn } from '../read-model/pages/page-source.ts';

/** A column by which people sort, under the name that the address has for it. */
export interface ListSort extends SortColumn {
  /** Direction of the first click; times begin with the newest, everything else at the beginning, unless said. */
  first?: 'asc' | 'desc';
}

/** A column that only files have. */
export interface FileColumn<Row> extends SheetColumn {
  /** Of a row as it is read for a file, or as a page carries it. */
  value: (row: Row | Listed<Row>) => unknown;
}

/**
 * How the screen draws a cell: as its kind is written, only the day of a moment, its hour where there is room (`roomy`), a name whose end
 * tells as much as its beginning (of a file), a number to call, a picture by its address, or two lines of a text that its record has whole.
 */
type Drawing = ColumnKind | 'brief' | 'day' | 'name' | 'phone' | 'picture' | 'roomy';

/** A column of a list, said once: table, choice of columns, file, paper and the facts of a search follow from it. */
export interface ScreenColumn<Row> extends Omit<FileColumn<Row>, 'title'> {
  /** As the choice of columns and the address name it. */
  name: string;
  label: string;
  /** Head in a file, where it is another one. */
  title?: string;
  /** What the screen says where it is not the value; a text unless `as` says otherwise. */
  text?: (row: Listed<Row>) => string | null;
  as?: Drawing;
  /** Of a flag: for true and false. */
  words?: readonly [string, string];
  /** Classes of its cells: `num`, `cut`, `nowrap`, `picture`, `tabular`. The first column is the `key`, a link. */
  look?: string;
  /** Narrowest screen on which it shows by itself; without one it shows on phones too. */
  from?: 'sm' | 'md' | 'lg' | 'xl';
  /**
   * What people need on the phone, too, where a row is the first column with the others in lines under it: as it is, or behind its label, since
   * heads do not show there.
   */
  phone?: 'bare' | 'labelled';
  /** Shows only when somebody chose it. */
  optional?: boolean;
  /** People may sort by it. */
  sort?: ListSort;
  /** What a file has beside it. */
  also?: readonly FileColumn<Row>[];
}

/** Without a name the screen does not offer it. */
export type Column<Row> = FileColumn<Row> | ScreenColumn<Row>;

/** What a page carries of a row in one column; JSON. */
export type Cell = string | number | boolean | null;

/** What the screen knows of a column. What is undefined would travel with every page, and is left out. */
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

/** A value as lists write it: a telephone in its groups, everything else as it is. */
export function asWritten({ as }: { as?: Drawing | undefined }, value: unknown): unknown {
  return as === 'phone' && typeof value === 'string' ? formatPhone(value) : value;
}

const INSTANTS: ReadonlySet<string> = new Set<Drawing>(['datetime', 'day', 'roomy']);

/** No list shows more of an instant: `2026-11-28T16:16Z`. */
const toMinute = (instant: string) => instant.replace(/(T\d\d:\d\d):\d\d\.\d+Z$/, '$1Z');

/** Lists and maps are no cell. */
export function toCell<Row>(column: ScreenColumn<Row>, row: Listed<Row>): Cell {
  const shown = asWritten(column, column.text ? column.text(row) : column.value(row));
  if (typeof shown === 'string' && !column.text && INSTANTS.has(column.as ?? column.kind)) return toMinute(shown);
  return typeof shown === 'string' || typeof shown === 'number' || typeof shown === 'boolean' ? shown : null;
}

/** All columns of a file. */
export function fileColumns<Row>(columns: readonly Column<Row>[]): FileColumn<Row>[] {
  return columns.flatMap((column) => ('name' in column ? besideEachOther(column) : [{ ...column, isExtra: true }]));
}

function besideEachOther<Row>(column: ScreenColumn<Row>): FileColumn<Row>[] {
  const { label, title = label, kind, value, words, width, total, decimals, isId, look = '', optional: isExtra, also = [] } = column;
  const own = { title, kind, value, width, total, decimals, isId, isExtra, ...(/\bnowrap\b/.test(look) && { isUnbroken: true }) };
  const beside = also.map((one) => ({ ...one, isExtra: true }));
  if (!words) return [own, ...beside];
  return [{ ...own, kind: 'text', isUnbroken: true, value: (row) => words[value(row) === true ? 0 : 1] }, ...beside];
}

/**
 * The columns of a file that shows what the screen shows: parameter `columns`, once for each column of the screen by its name,
 * as the choice of columns sends it, in the order asked, or `*` for those that show where nobody chose. All of them where it is missing.
 * Errors: `invalid-input` for a name that the list does not have, since nobody would see a remark beside the rows.
 */
export function chooseColumns<Row>(
  all: readonly Column<Row>[],
  params: URLSearchParams,
): { columns: readonly FileColumn<Row>[]; isChosen: boolean } {
  const asked = [...new Set(params.getAll(COLUMNS_PARAM))];
  if (asked.length === 0) return { columns: fileColumns(all), isChosen: false };
  if (asked.length === 1 && asked[0] === USUAL_COLUMNS)
    return { columns: fileColumns(screenColumns(all).filter(({ optional }) => !optional)), isChosen: true };
  const found = asked.map((name) => screenColumns(all).find((column) => column.name === name));
  const known = found.filter((column) => column !== undefined);
  if (known.length === asked.length)
    return { columns: fileColumns(known.map((column) => ({ ...column, optional: false }))), isChosen: true };
  throw new AppError('invalid-input', 'unknown column of a list', {
    userMessage: 'La lista no tiene una de las columnas pedidas. Ábrala de nuevo y exporte desde ahí.',
    fields: { [COLUMNS_PARAM]: ['La lista no tiene esa columna.'] },
  });
}
