import { closeExpression } from './close-words.ts';
import { normalizeForSearch } from './normalize.ts';
import { containsTerm, matchesOnlyAtWordStart, searchTerms, searchText, spellingsOf } from './search.ts';

/** A part of a text, and whether the search matched it. */
export interface MarkedPart {
  text: string;
  marked: boolean;
}

/** More than a screen shows of one text. */
const MARKED_CHARACTERS = 600;

type Range = readonly [start: number, end: number];

/** A text in search form; `starts` maps each character to its position in the original. */
interface Compared {
  text: string;
  starts: readonly number[];
}

/**
 * Splits a text at the matches of a search, by the search's own rules: case, accents, slashes and digit separators are
 * ignored. `close` also matches words with one typing error. Joined, the parts give the text.
 */
export function markMatches(text: string, q: string, { close = false }: { close?: boolean } = {}): MarkedPart[] {
  const ranges = joinRanges(findMatches(text.slice(0, MARKED_CHARACTERS), searchTerms(q), close));
  const parts: MarkedPart[] = [];
  let at = 0;
  for (const [start, end] of ranges) {
    parts.push({ text: text.slice(at, start), marked: false }, { text: text.slice(start, end), marked: true });
    at = end;
  }
  return [...parts, { text: text.slice(at), marked: false }].filter((part) => part.text !== '');
}

/** Whether a search matches a text: cheaper than marking it. */
export function isFoundIn(text: string, q: string, { close = false }: { close?: boolean } = {}): boolean {
  const compared = searchText([text]);
  return searchTerms(q).some((term) => (close ? containsCloseTerm : containsTerm)(compared, term));
}

/** Like containsTerm, but also matches words with one typing error. */
export function containsCloseTerm(text: string, term: string): boolean {
  return containsTerm(text, term) || (closeExpression(term)?.test(text) ?? false);
}

/** An excerpt of a long text around the first match: at most `max` characters, plus ellipses where it is cut. */
export function excerptAround(text: string, q: string, max: number, options: { close?: boolean } = {}): string {
  if (text.length <= max) return text;
  const found = findMatches(text, searchTerms(q), options.close ?? false);
  const first = Math.min(...found.map(([start]) => start), text.length);
  const start = first === text.length || first < max / 2 ? 0 : Math.floor(first - max / 3);
  const middle = text.slice(start, start + max).replace(/\p{Surrogate}/gu, '');
  return `${start > 0 ? '…' : ''}${middle.trim()}${start + max < text.length ? '…' : ''}`;
}

function findMatches(text: string, terms: readonly string[], close: boolean): Range[] {
  const plain = compare(text);
  const joined = withoutSeparators(plain);
  return terms.flatMap((term) => {
    const found = spellingsOf(term).flatMap((spelling) => [...rangesOf(plain, spelling, text), ...rangesOf(joined, spelling, text)]);
    return found.length > 0 || !close ? found : closeRanges(plain, term, text);
  });
}

/** Characters that normalising leaves unchanged. */
const PLAIN = /^[a-z0-9]$/;

function compare(text: string): Compared {
  let compared = '';
  const starts: number[] = [];
  let at = 0;
  for (const character of text) {
    const isBlank = /\s/.test(character);
    const plain = isBlank ? (compared.endsWith(' ') ? '' : ' ') : PLAIN.test(character) ? character : normalizeForSearch(character);
    compared += plain;
    for (let place = 0; place < plain.length; place += 1) starts.push(at);
    at += character.length;
  }
  return { text: compared, starts };
}

/** Removes the separators inside numbers, and the apostrophes inside names. */
function withoutSeparators({ text, starts }: Compared): Compared {
  const keptPlaces = [...starts.keys()].filter((place) => !isSeparator(text, place));
  return { text: keptPlaces.map((place) => text.charAt(place)).join(''), starts: keptPlaces.map((place) => starts[place] ?? 0) };
}

function isSeparator(text: string, place: number): boolean {
  const isDigit = (at: number) => /\d/.test(text.charAt(at));
  const isLetter = (at: number) => /\p{L}/u.test(text.charAt(at));
  if (text.charAt(place) === "'") return isLetter(place - 1) && isLetter(place + 1);
  if (!isDigit(place + 1) || !' -,()'.includes(text.charAt(place))) return false;
  return isDigit(place - 1) || text.slice(Math.max(0, place - 1), place + 1) === 'q ';
}

function rangesOf(compared: Compared, spelling: string, text: string): Range[] {
  const ranges: Range[] = [];
  for (let at = compared.text.indexOf(spelling); at !== -1; at = compared.text.indexOf(spelling, at + spelling.length)) {
    if (matchesOnlyAtWordStart(spelling) && at > 0 && compared.text.charAt(at - 1) !== ' ') continue;
    ranges.push(rangeAt(compared, at, spelling.length, text));
  }
  return ranges;
}

function closeRanges(compared: Compared, term: string, text: string): Range[] {
  const expression = closeExpression(term);
  if (!expression) return [];
  return [...compared.text.matchAll(expression)].map((match) => rangeAt(compared, match.index, match[0].length, text));
}

/** Includes combining accents after the last letter. */
function rangeAt({ starts }: Compared, at: number, length: number, text: string): Range {
  const last = starts[at + length - 1] ?? 0;
  let end = last + (String.fromCodePoint(text.codePointAt(last) ?? 0).length || 1);
  while (end < text.length && /\p{M}/u.test(text.charAt(end))) end += 1;
  return [starts[at] ?? 0, end];
}

function joinRanges(ranges: readonly Range[]): Range[] {
  const joined: Range[] = [];
  for (const range of [...ranges].sort(([a], [b]) => a - b)) {
    const last = joined.at(-1);
    if (last && range[0] <= last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], range[1])];
    else joined.push(range);
  }
  return joined;
}
