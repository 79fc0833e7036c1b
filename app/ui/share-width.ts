import type { ListColumn } from './ListTable.tsx';

type From = NonNullable<ListColumn<never>['from']>;

/** A column of texts. */
export interface TextColumn {
  label: string;
  texts: readonly string[];
  from?: From | undefined;
  /** It holds more than its text: a picture before it, a second word. */
  holdsMore?: boolean;
  /** It stands in as many lines as it needs. */
  wraps?: boolean;
}

const SCREENS: readonly From[] = ['sm', 'md', 'lg', 'xl'];
const PARTS = 20;
/** Texts of so few letters are never cut. */
const SHORT = 18;
/** More letters than these ask for no more room. */
const MOST = 44;
const PICTURE = 4;
/** What names a row is cut after the rest. */
const NAME_WEIGHT = 1.15;
/** The space around a text, in letters. */
const SPACE = 3;
/** Letters that fit a table of a usual desk: fewer leave some of it to numbers and dates. */
const WHOLE_TABLE = 85;

/**
 * The classes of columns of texts, null for those of anything else. Short texts take the room that they need; the others share what is
 * left by the letters that most of theirs have on this page, among those that each screen shows. `share` is the first row's word for all.
 */
export function shareWidth(columns: readonly (TextColumn | null)[]): { isShort: boolean; share: string | undefined }[] {
  const letters = columns.map((column) => (column ? lettersOf(column) : 0));
  const wanted = columns.map((column, index) => (column ? wantedBy(column, letters[index] ?? 0) : 0));
  const isShort = (column: TextColumn, index: number) =>
    index > 0 && (letters[index] ?? 0) <= Math.min(SHORT, wanted[index] ?? 0) && column.holdsMore !== true && column.wraps !== true;
  const weightOf = (index: number) => (SPACE + (wanted[index] ?? 0)) * (index === 0 ? NAME_WEIGHT : 1);
  const shares = SCREENS.map((screen) => {
    const shows = ({ from }: TextColumn) => from === undefined || SCREENS.indexOf(from) <= SCREENS.indexOf(screen);
    return partsOf(columns.map((column, index) => (column && shows(column) && !isShort(column, index) ? weightOf(index) : 0)));
  });
  return columns.map((column, index) => {
    const parts = shares.map((of) => of[index] ?? 0);
    const classes = SCREENS.flatMap((screen, at) => (parts[at] && parts[at] !== parts[at - 1] ? `${screen}:w-${parts[at]}/${PARTS}` : []));
    return { isShort: column !== null && isShort(column, index), share: classes.join(' ') || undefined };
  });
}

/** As many as nine of ten texts have, where there is one, or the label. How much more a cell in several lines holds nobody knows here. */
function lettersOf({ label, texts, holdsMore = false, wraps = false }: TextColumn): number {
  if (wraps && holdsMore) return MOST;
  const lengths = texts.flatMap(({ length }) => length || []).sort((a, b) => a - b);
  const usual = lengths[Math.floor(0.9 * (lengths.length - 1))] ?? 0;
  return Math.min(Math.max(usual + (holdsMore ? PICTURE : 0), label.length), MOST);
}

/** What stands in fewer than half of the rows gives the others of its room, down to its label. */
function wantedBy({ label, texts, holdsMore = false }: TextColumn, letters: number): number {
  const filled = texts.filter((text) => text !== '').length / Math.max(1, texts.length);
  return holdsMore ? letters : Math.max(label.length, letters * Math.min(1, 2 * filled));
}

/** Whole parts, at most PARTS together. */
function partsOf(weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const whole = Math.max(sum, WHOLE_TABLE);
  let before = 0;
  return weights.map((weight) => {
    const start = Math.round((before / whole) * PARTS);
    before += weight;
    return Math.round((before / whole) * PARTS) - start;
  });
}
