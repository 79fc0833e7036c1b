import { rawLengthMax, QUERY_MAX } from './bounded-text.ts';
import { formatDateTime, formatDay, type Instant } from './dates.ts';
import { normalizeForSearch, NOT_STORABLE } from './normalize.ts';
import { withoutAccents } from './text.ts';
import { monthNamed } from './written-days.ts';

/** Longest part of a single value that is searched: as long as the longest field of our own forms. */
const SEARCHED_CHARACTERS = 4_000;
/** Longest `search_text`; more, from records that other programs filled, would only bloat the index. */
export const SEARCH_TEXT_MAX = 16_000;
const MAX_TERMS = 8;

/**
 * The `search_text` of a record. `keys` identify it (code, telephone, file name): a search that equals one ranks
 * first. `values` are everything else that people see of it; values that are neither text nor number are ignored. Numbers written
 * in groups are included with and without separators.
 */
export function searchText(values: readonly unknown[], keys: readonly string[] = []): string {
  const known = [...new Set(keys.flatMap(keySpellings))];
  const front = known.length === 0 ? [] : [`${KEY} ${known.join(` ${KEY} `)} ${KEY}`];
  const rest = values
    .map((value) => (typeof value === 'string' || typeof value === 'number' ? everySpelling(String(value)) : ''))
    .filter((text) => text !== '' && !known.includes(text));
  const text = [...front, ...rest].join(' ');
  // Normalised text has no lone surrogates, unless the cut splits a pair.
  return (text.length <= SEARCH_TEXT_MAX ? text : text.slice(0, SEARCH_TEXT_MAX).replace(NOT_STORABLE, '')).trim();
}

/**
 * A moment as `search_text` holds it: it matches its date and its time, but no two-digit number at the beginning of either. Slashes
 * are already removed, because the sync writes two moments per record and normalising need not look for dates in them.
 */
export function searchedMoment(at: Instant): string {
  return asSearched(formatDateTime(at));
}

/** The same for a day `YYYY-MM-DD`. */
export function searchedDay(day: string): string {
  return asSearched(formatDay(day));
}

const asSearched = (written: string) => (written === '' ? '' : `:${written.replaceAll('/', '').replace(' ', ':')}`);

function everySpelling(value: string): string {
  const text = value.slice(0, SEARCHED_CHARACTERS);
  const whole = normalizeForSearch(text);
  if (!MAY_HAVE_SPELLINGS.test(whole)) return whole;
  const joined = isGrouped(whole) ? [digitsOf(whole)] : [];
  const wordSpellings = SEPARATED.test(whole) ? whole.split(' ').flatMap(storedSpellings) : [];
  const others = [...datesIn(text), ...joined, ...wordSpellings].filter((other) => !whole.includes(other));
  return others.length === 0 ? whole : [whole, ...new Set(others)].join(' ');
}

/** Delimits each key of a `search_text`; normalised text never contains it. */
const KEY = '|';

/** The text that a `search_text` contains when this is one of its keys. */
export function keyMark(spelling: string): string {
  return `${KEY} ${spelling} ${KEY}`;
}

/** The text that a `search_text` contains when one of its keys ends like this. */
export function keyEndMark(end: string): string {
  return `${end} ${KEY}`;
}

/** The spellings of a text as a key: normalised, and without separators if it is a code or a grouped number. */
export function keySpellings(text: string): string[] {
  const whole = normalizeForSearch(withoutCountryCode(text.slice(0, QUERY_MAX)));
  const joined = isGrouped(whole) ? [digitsOf(whole)] : whole.includes(' ') ? [] : storedSpellings(whole);
  return [...new Set([whole, ...joined])].filter((spelling) => spelling !== '');
}

/** The parameter `q`, trimmed and cut to the search limit. */
export function readQuery(params: URLSearchParams): string {
  return (params.get('q') ?? '').slice(0, rawLengthMax(QUERY_MAX)).trim().slice(0, QUERY_MAX);
}

/** Whether `q` was cut to the search limit. */
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
 * The words that a row's `search_text` must contain, each in one of its spellings and anywhere in it: at most 8, without
 * duplicates and words that are part of another. An absurdly long query is cut, not refused.
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

const SPACE_BETWEEN_DIGITS = /(?<=\d)\s+(?=\d)/g;

/** The terms of a query, and those with its groups of digits read as one number: `2345 67891 0101`. */
export function searchReadings(q: string): string[][] {
  const joined = q.slice(0, QUERY_MAX).replace(SPACE_BETWEEN_DIGITS, '');
  return (joined === q ? [q] : [q, joined]).map(searchTerms);
}

/** Removes commas of a sentence, but not those inside a number. */
function withoutCommas(word: string): string {
  let [start, end] = [0, word.length];
  while (start < end && ',;'.includes(word.charAt(start))) start += 1;
  while (start < end && ',;'.includes(word.charAt(end - 1))) end -= 1;
  return word.slice(start, end);
}

const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/g;
/** Also apostrophes inside a name: `oneill` finds `O'Neill`. */
const BETWEEN_GROUPS = /(?<=\p{L})'(?=\p{L})|(?<=[\p{L}\d])-(?=\d)|(?<=\d)[()](?=\d)|(?<=(?<!\d)\d{4})\.(?=\d{4}(?!\d))/gu;
const LONG_WITH_COUNTRY = /^\+?502(\d{8})$/;

/** Quick check whether a word may have other spellings: the sync asks this for every text and word of every record. */
const SEPARATED = /\d[-/.,()]|\p{L}-\d|\p{L}'\p{L}|502\d/u;
/** The same for a whole text; a text of digits and spaces may be a grouped number. */
const MAY_HAVE_SPELLINGS = /\d|'/;

/** The spellings in which a `search_text` may contain a term. */
export function spellingsOf(term: string): string[] {
  return [...storedSpellings(term), ...shortDateSpellings(term)];
}

/** The spellings of a word in a `search_text`: as typed, and dates, amounts, numbers and names without separators. */
function storedSpellings(term: string): string[] {
  if (!SEPARATED.test(term)) return [term];
  const [date] = datesIn(term);
  const joined = date !== undefined && isOneDate(term) ? date : term.replace(THOUSANDS, '').replace(BETWEEN_GROUPS, '');
  return [...new Set([term, joined, LONG_WITH_COUNTRY.exec(joined)?.[1] ?? joined])];
}

/** Whether a normalised text contains a term; some terms match only at the beginning of a word. */
export function containsTerm(normalized: string, term: string): boolean {
  return spellingsOf(term).some((spelling) =>
    matchesOnlyAtWordStart(spelling) ? ` ${normalized}`.includes(` ${spelling}`) : normalized.includes(spelling),
  );
}

/**
 * Terms that match only at the beginning of words: «Inactivo» is not what people who type «Activo» look for, and a
 * two-digit number occurs somewhere in the dates of nearly every row.
 */
const AT_WORD_START = /^(?:activ[oa]s?|\d{1,2})$/;

export function matchesOnlyAtWordStart(term: string): boolean {
  return AT_WORD_START.test(term);
}

/** Whether a typed query matches a text that belongs to a screen rather than a row. */
export function matchesQuery(text: string, q: string): boolean {
  const terms = searchTerms(q);
  return terms.length > 0 && terms.every((term) => containsTerm(normalizeForSearch(text), term));
}

/**
 * How close a title is to what was typed: 3 equal, 2 its words in another order, number or gender («prospecciones nuevas» is «Nueva
 * prospección»), 1 its beginning, 0 something else.
 */
export function nearnessOfTitle(title: string, q: string): number {
  const [name, query] = [normalizeForSearch(title), normalizeForSearch(q)];
  if (query === '' || name === query) return Number(query !== '') * 3;
  if (wordSet(name) === wordSet(query)) return 2;
  return Number(name.startsWith(query));
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

/** A cheap pre-check, because most texts contain no date. */
const MAY_HOLD_DATE = /\d(?:[/.-]\d{1,2}[/.-]\d| de )/i;

/** All dates in a text, as day, month and year without separators: `12052026`. */
function datesIn(text: string): string[] {
  if (!MAY_HOLD_DATE.test(text)) return [];
  const short = [...text.matchAll(DATE)].map(([, day, , month, year, isoYear, isoMonth, isoDay]) =>
    toDate(day ?? isoDay, month ?? isoMonth, year ?? isoYear),
  );
  const long = [...text.matchAll(LONG_DATE)].map(([, day, month = '', year]) => toDate(day, String(monthNamed(month.toLowerCase())), year));
  return [...short, ...long].filter((date) => date !== null);
}

function isOneDate(term: string): boolean {
  return /^(?:\d{1,2}[.-]\d{1,2}[.-]\d{4}|\d{4}-\d{2}-\d{2})$/.test(term);
}

/** Also `15 mar 2026`, which forms accept. */
const WORD_DATE = /(?<!\d)(\d{1,2})[ .-]{1,3}(?:de )?(\p{L}{3,10})[ .-]{1,3}(?:del? )?(\d{4}|\d{2})(?!\d)/giu;
const SLASH_DATE = /(?<![\d/])(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})(?![\d/])/g;

/** Joins typed dates into one word when normalising would remove their separators, or when they consist of several words. */
function joinDates(text: string): string {
  return text
    .replace(WORD_DATE, (written, day: string, month: string, year: string) => {
      return joinDate(day, String(monthNamed(withoutAccents(month.toLowerCase()))), year) ?? written;
    })
    .replace(SLASH_DATE, (written, day: string, month: string, year: string) => joinDate(day, month, year) ?? written);
}

/** With a short year it keeps its parts, as a term for shortDateSpellings. */
function joinDate(day: string, month: string, year: string): string | null {
  const date = toDate(day, month, year);
  return date === null || year.length === 4 ? date : `${day}.${month}.${year}`;
}

const CENTURIES = ['19', '20'];
const SHORT_DATE = /^(\d{1,2})([.-])(\d{1,2})\2(\d{2})$/;

/** A date with a short year is found in either century, and as it stands in a text, whose slashes are removed. */
function shortDateSpellings(term: string): string[] {
  const [, day = '', separator, month = '', year = ''] = SHORT_DATE.exec(term) ?? [];
  const dates = CENTURIES.flatMap((century) => toDate(day, month, `${century}${year}`) ?? []);
  return dates.length > 0 && separator === '.' ? [...dates, `${day}${month}${year}`] : dates;
}

function toDate(day = '', month = '', year = ''): string | null {
  const exists = Number(day) >= 1 && Number(day) <= 31 && Number(month) >= 1 && Number(month) <= 12;
  return exists ? `${day.padStart(2, '0')}${month.padStart(2, '0')}${year}` : null;
}
