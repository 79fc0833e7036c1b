import { normalizeForSearch } from './normalize.ts';
import { joinWithAnd } from './text.ts';

interface Named {
  id: string;
  name: string;
}

/** An `@` at the beginning of a word: in an e-mail address it stands inside one. */
const MENTION = /(?<![\p{L}\p{N}._-])@(\p{L}[^@\n]{0,80})/gu;
const WORDS_MAX = 6;
const OFFERED = 3;

/**
 * The people a text names with `@`, by the beginning of their names: the longest run of words that fits somebody counts. A mention that
 * fits nobody, or several people, is a problem, because its author believes that somebody is notified.
 */
export function readMentions<Person extends Named>(text: string, people: readonly Person[]): { people: Person[]; problems: string[] } {
  const known = people.map((person) => ({ person, words: wordsOf(person.name) }));
  const found = new Set<Person>();
  const problems: string[] = [];
  for (const [, written = ''] of text.matchAll(MENTION)) {
    const words = wordsOf(written).slice(0, WORDS_MAX);
    const begins = (count: number) => known.filter((one) => words.slice(0, count).every((word, at) => one.words[at] === word));
    const count = words.findLastIndex((_word, at) => begins(at + 1).length > 0) + 1;
    const candidates = count === 0 ? [] : begins(count);
    const [first, ...others] = candidates.some((one) => one.words.length === count)
      ? candidates.filter((one) => one.words.length === count)
      : candidates;
    if (first && others.length === 0) found.add(first.person);
    else
      problems.push(
        first
          ? describeAmbiguity(written, candidates)
          : `«@${firstWord(written)}» no es nadie del portal. Escriba el nombre como aparece en él.`,
      );
  }
  return { people: [...found], problems };
}

function describeAmbiguity(written: string, meant: readonly { person: Named }[]): string {
  const names = meant.slice(0, OFFERED).map(({ person }) => person.name);
  const rest = meant.length - names.length;
  return `«@${firstWord(written)}» puede ser ${joinWithAnd(rest > 0 ? [...names, `${rest} más`] : names)}. Escriba también el apellido.`;
}

function firstWord(text: string): string {
  return /^\S*\p{L}/u.exec(text)?.[0] ?? '';
}

/** Words without punctuation: a comma ends a name like a blank does. */
function wordsOf(text: string): string[] {
  return normalizeForSearch(text)
    .split(/[^\p{L}\p{N}'-]+/u)
    .filter((word) => word !== '');
}

/** The mention being typed after the last `@` before `end`; null when there is none. */
export function mentionAt(text: string, end: number): { from: number; typed: string } | null {
  const last = [...text.slice(0, end).matchAll(MENTION)].at(-1);
  if (!last || last.index + last[0].length !== end)
    return text[end - 1] === '@' && !/[\p{L}\p{N}._-]/u.test(text[end - 2] ?? '') ? { from: end, typed: '' } : null;
  return { from: last.index + 1, typed: last[1] ?? '' };
}
