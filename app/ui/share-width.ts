import type { ListColumn } from './ListTable.tsx';

type From = NonNullable<ListColumn<never>['from']>;

/** A column of numbers or dates. */
interface OtherColumn {
  from?: From | undefined;
  texts?: undefined;
}

/** A column of texts. */
export interface TextColumn {
  label: string;
  texts: readonly string[];
  from?: From | undefined;
  /** Its cells hold more than the text: an icon before it, a second word. */
  holdsMore?: boolean;
  /** Its cells wrap over as many lines as they need. */
  wraps?: boolean;
}

/** How many letters fit in a table beside the menu on screens of 600, 1000, 1366 and 1920 px. */
const SCREENS = [
  ['sm', 75],
  ['md', 120],
  ['lg', 145],
  ['xl', 220],
] as const satisfies readonly (readonly [From, number])[];
const NAMES: readonly From[] = SCREENS.map(([screen]) => screen);
const PARTS = 20;
/** Texts up to this length are never cut. */
const SHORT = 18;
/** Longer texts do not widen the column further. */
const MOST = 44;
const PICTURE = 4;
/** The column that names the row is cut last. */
const NAME_WEIGHT = 1.15;
/** Padding around a text, in letters. */
const SPACE = 3;
/** Columns with fewer letters in all leave part of the table to numbers and dates. */
const WHOLE_TABLE = 85;
/** Width of a column of numbers or dates, in letters. */
const OTHER = 16;

/**
 * Width classes of text columns; other columns get none. Short texts get the room they need; the others share the rest in proportion to the
 * usual length of their texts on this page, per screen among the columns it shows. `share` goes on the first row and holds for all.
 */
export function shareWidth(columns: readonly (TextColumn | OtherColumn)[]): { isShort: boolean; share: string | undefined }[] {
  const sizes = columns.map((column, index) => sizeOf(column, index));
  const shares = SCREENS.map(([screen, room]) => {
    const shown = sizes.map((size, index) => (isShownOn(columns[index]?.from, screen) ? size : NOTHING));
    const [least, most, taken] = [sumOf(shown, 'least'), sumOf(shown, 'most'), sumOf(shown, 'taken')];
    // Room left over by the minimum widths goes to columns that want more than their minimum.
    const given = Math.min(1, Math.max(0, room - taken - least) / (most - least || 1));
    return partsOf(shown.map((size) => size.least + given * (size.most - size.least)));
  });
  return sizes.map(({ isShort }, index) => {
    const parts = shares.map((of) => of[index] ?? 0);
    const classes = NAMES.flatMap((screen, at) => (parts[at] && parts[at] !== parts[at - 1] ? `${screen}:w-${parts[at]}/${PARTS}` : []));
    return { isShort, share: classes.join(' ') || undefined };
  });
}

/** Widths in letters: `taken` for a column without a share, else the least and the most that it asks for. */
interface Size {
  isShort: boolean;
  taken: number;
  least: number;
  most: number;
}

const NOTHING: Size = { isShort: false, taken: 0, least: 0, most: 0 };

const isShownOn = (from: From | undefined, screen: From) => from === undefined || NAMES.indexOf(from) <= NAMES.indexOf(screen);
const sumOf = (sizes: readonly Size[], what: 'taken' | 'least' | 'most') => sizes.reduce((sum, size) => sum + size[what], 0);

function sizeOf(column: TextColumn | OtherColumn, index: number): Size {
  if (!column.texts) return { ...NOTHING, taken: OTHER };
  const letters = lettersOf(column);
  const wanted = wantedBy(column, letters);
  if (index > 0 && letters <= Math.min(SHORT, wanted) && column.holdsMore !== true && column.wraps !== true)
    return { ...NOTHING, isShort: true, taken: SPACE + letters };
  const weight = index === 0 ? NAME_WEIGHT : 1;
  return { ...NOTHING, least: (SPACE + wanted) * weight, most: (SPACE + Math.max(wanted, letters)) * weight };
}

/**
 * The 90th percentile of the text lengths (of a few texts: the longest), at least the label's. How much a wrapping cell with extra content
 * holds is unknown here.
 */
function lettersOf({ label, texts, holdsMore = false, wraps = false }: TextColumn): number {
  if (wraps && holdsMore) return MOST;
  const lengths = texts.flatMap(({ length }) => length || []).sort((a, b) => a - b);
  const usual = lengths[Math.ceil(0.9 * (lengths.length - 1))] ?? 0;
  return Math.min(Math.max(usual + (holdsMore ? PICTURE : 0), label.length), MOST);
}

/** A column filled in fewer than half of the rows gives up room, down to the width of its label. */
function wantedBy({ label, texts, holdsMore = false }: TextColumn, letters: number): number {
  const filled = texts.filter((text) => text !== '').length / Math.max(1, texts.length);
  return holdsMore ? letters : Math.max(label.length, letters * Math.min(1, 2 * filled));
}

/** Whole numbers that add up to at most PARTS. */
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
