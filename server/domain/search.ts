import { arrivingMax, QUERY_MAX } from './bounded-text.ts';
import { formatDateTime, formatDay, MONTHS, type Instant } from './dates.ts';
import { normalizeForSearch, NOT_STORABLE } from './normalize.ts';

/** Longest part of one value that takes part in search: what the longest field of our own forms holds. */
const SEARCHED_CHARACTERS = 4_000;
/** Longest `search_text`; the rest of a record that other programs filled only makes the index big. */
export const SEARCH_TEXT_MAX = 16_000;
const MAX_TERMS = 8;

/**
 * The `search_text` of a record. `keys` are what it is known by (code, telephone, file name): a search for all of one comes
 * first. `values` are everything else that people see of it; a value that is neither text nor number is left out. Numbers that are written
 * in groups stand there with and without what separates them.
 */
export function searchText(values: readonly unknown[], keys: readonly string[] = []): string {
  const known = [...new Set(keys.flatMap(keySpellings))];
  const front = known.length === 0 ? [] : [`${KEY} ${known.join(` ${KEY} `)} ${KEY}`];
  const rest = values
    .map((value) => (typeof value === 'string' || typeof value === 'number' ? everySpelling(String(value)) : ''))
    .filter((text) => text !== '' && !known.includes(text));
  const text = [...front, ...rest].join(' ');
  // Normalised, it holds no half of a pair, unless it is cut between the two.
  return (text.length <= SEARCH_TEXT_MAX ? text : text.slice(0, SEARCH_TEXT_MAX).replace(NOT_STORABLE, '')).trim();
}

/**
 * A moment as `search_text` holds it: found by its day and by its time, but by no number of two digits that begins either. Without the
 * slashes that normalising takes away: the sync writes two for every record, and nothing has to look for dates in them.
 */
export function searchedMoment(at: Instant): string {
  return asSearched(formatDateTime(at));
}

/** The same of a day `YYYY-MM-DD`. */
export function searchedDay(day: string): string {
  return asSearched(formatDay(day));
}

const asSearched = (written: string) => (written === '' ? '' : `:${written.replaceAll('/', '').replace(' ', ':')}`);

function everySpelling(value: string): string {
  const text = value.slice(0, SEARCHED_CHARACTERS);
  const whole = normalizeForSearch(text);
  if (!/\d/.test(whole)) return whole;
  const joined = isGrouped(whole) ? [digitsOf(whole)] : [];
  const ofWords = SEPARATED.test(whole) ? whole.split(' ').flatMap(spellingsOf) : [];
  const others = [...datesIn(text), ...joined, ...ofWords].filter((other) => !whole.includes(other));
  return others.length === 0 ? whole : [whole, ...new Set(others)].join(' ');
}

/** Stands around each key of a `search_text`; never part of a text. */
const KEY = '|';

/** The condition that a `search_text` has this as one of its keys, as text that it holds. */
export function keyMark(spelling: string): string {
  return `${KEY} ${spelling} ${KEY}`;
}

/** A text as the keys of records spell it: normalised, and a code or a number in groups also without what separates it. */
export function keySpellings(text: string): string[] {
  const whole = normalizeForSearch(withoutCountryCode(text.slice(0, QUERY_MAX)));
  const joined = isGrouped(whole) ? [digitsOf(whole)] : whole.includes(' ') ? [] : spellingsOf(whole);
  return [...new Set([whole, ...joined])].filter((spelling) => spelling !== '');
}

/** The parameter `q`, without blanks around it; what is longer than a search can be is cut. */
export function readQuery(params: URLSearchParams): string {
  return (params.get('q') ?? '').slice(0, arrivingMax(QUERY_MAX)).trim().slice(0, QUERY_MAX);
}

/** Whether `q` holds more than is looked for. */
export function isCut(params: URLSearchParams): boolean {
  return (params.get('q') ?? '').trim().length > QUERY_MAX;
}

/** Digits with nothing but separators between them: telephones, DPI. */
function isGrouped(normalized: string): boolean {
  return normalized.length <= 40 && /^[+(]?\d[\d ().-]*\d$/.test(normalized);
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/**
 * The words that a row's `search_text` must all hold, each in one of its spellings and anywhere in it: at most 8, without
 * repetition and without those that are part of another. An absurdly long query is cut, not refused.
 */
export function searchTerms(q: string): string[] {
  const text = joinDates(withoutCountryCode(q.slice(0, QUERY_MAX)));
  const typed = normalizeForSearch(text).split(' ').map(withoutCommas).filter(Boolean);
  const words = typed.filter((word) => /[\p{L}\p{N}]/u.test(word));
  const longestFirst = [...new Set(words.length > 0 ? words : typed)].sort((a, b) => b.length - a.length);
  const kept: string[] = [];
  for (const word of longestFirst) {
    if (!kept.some((other) => other.includes(word))) kept.push(word);
  }
  return kept.slice(0, MAX_TERMS);
}

/** Commas of a sentence, not of a number. */
function withoutCommas(word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && ',;'.includes(word.charAt(start))) start += 1;
  while (start < end && ',;'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;
const BETWEEN_GROUPS = /(?<=[\p{L}\d])-(?=\d)|(?<=\d)[()](?=\d)|(?<=(?<!\d)\d{4})\.(?=\d{4}(?!\d))/gu;
const LONG_WITH_COUNTRY = /^\+?502(\d{8})$/;

/** What a word must hold to be written in another way as well: the sync asks that of every text and every word of every record. */
const SEPARATED = /\d[-/.,()]|\p{L}-\d|502\d/u;

/** The ways in which a word may stand in a `search_text`: as it is, and a date, amount or number without its separators. */
export function spellingsOf(term: string): string[] {
  if (!SEPARATED.test(term)) return [term];
  const [date] = datesIn(term);
  const joined = date !== undefined && isOneDate(term) ? date : term.replace(THOUSANDS, '').replace(BETWEEN_GROUPS, '');
  return [...new Set([term, joined, LONG_WITH_COUNTRY.exec(joined)?.[1] ?? joined])];
}

/** Whether a text of a `search_text`'s kind holds a term; some only at the beginning of a word. */
export function holdsTerm(normalized: string, term: string): boolean {
  return spellingsOf(term).some((spelling) =>
    standsAtWordStart(spelling) ? ` ${normalized}`.includes(` ${spelling}`) : normalized.includes(spelling),
  );
}

/**
 * Terms that are looked for at the beginning of words alone: «Inactivo» is not what people look for who type «Activo», and a
 * number of two digits stands somewhere in the dates of nearly every row.
 */
const AT_WORD_START = /^(?:activ[oa]s?|\d{1,2})$/;

export function standsAtWordStart(term: string): boolean {
  return AT_WORD_START.test(term);
}

/** Whether a text of a screen that no row holds is found by what was typed. */
export function isSaid(text: string, q: string): boolean {
  const terms = searchTerms(q);
  return terms.length > 0 && terms.every((term) => holdsTerm(normalizeForSearch(text), term));
}

/**
 * How nearly a title is what was typed: 3 the same, 2 its words in another order, number or gender («prospecciones nuevas» is «Nueva
 * prospección»), 1 its beginning, 0 something else.
 */
export function nearnessOfTitle(title: string, q: string): number {
  const [name, asked] = [normalizeForSearch(title), normalizeForSearch(q)];
  if (asked === '' || name === asked) return Number(asked !== '') * 3;
  if (wordSet(name) === wordSet(asked)) return 2;
  return Number(name.startsWith(asked));
}

function wordSet(normalized: string): string {
  const words = normalized.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return [...new Set(words.map((word) => word.replace(/[aeo]?s?$/, '')))].sort().join(' ');
}

const COUNTRY_CODE = /(?:^|\s)(?:\+502[\s-]{0,3}|\(\+?502\)\s?|502[\s-])(?=\d)/g;

function withoutCountryCode(text: string): string {
  return text.replace(COUNTRY_CODE, ' ');
}

const DATE = /(?<!\d)(?:(\d{1,2})([/.-])(\d{1,2})\2(\d{4})|(\d{4})-(\d{2})-(\d{2}))(?!\d)/g;
const LONG_DATE =
  /(?<!\d)(\d{1,2}) de (enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre) del? (\d{4})(?!\d)/gi;

/** Cheap to ask of the many texts that hold none. */
const MAY_HOLD_DATE = /\d(?:[/.-]\d{1,2}[/.-]\d| de )/i;

/** Every date of a text, as day, month and year without anything between: `12052026`. */
function datesIn(text: string): string[] {
  if (!MAY_HOLD_DATE.test(text)) return [];
  const short = [...text.matchAll(DATE)].map(([, day, , month, year, isoYear, isoMonth, isoDay]) =>
    toDate(day ?? isoDay, month ?? isoMonth, year ?? isoYear),
  );
  const long = [...text.matchAll(LONG_DATE)].map(([, day, month = '', year]) => toDate(day, monthNumber(month), year));
  return [...short, ...long].filter((date) => date !== null);
}

function isOneDate(term: string): boolean {
  return /^(?:\d{1,2}[.-]\d{1,2}[.-]\d{4}|\d{4}-\d{2}-\d{2})$/.test(term);
}

/** Dates whose separators normalising would take away, and those of several words, as one word. */
function joinDates(text: string): string {
  return text
    .replace(LONG_DATE, (written, day: string, month: string, year: string) => toDate(day, monthNumber(month), year) ?? written)
    .replace(/(?<!\d)(\d{1,2})\/(\d{1,2})\/(\d{4})(?!\d)/g, (written, day: string, month: string, year: string) => {
      return toDate(day, month, year) ?? written;
    });
}

function monthNumber(name: string): string {
  return String(MONTHS.indexOf(name.toLowerCase()) + 1);
}

function toDate(day = '', month = '', year = ''): string | null {
  const exists = Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
  return exists ? `${day.padStart(2, '0')}${month.padStart(2, '0')}${year}` : null;
}
