import { normalizeForSearch } from './search.ts';

/** Longer texts name nothing: they are cut before they are compared. */
const NAME_MAX = 200;

/** A name as names are compared: letter case, accents, slashes and spaces around it do not count. */
export function comparableName(name: string): string {
  return normalizeForSearch(name.slice(0, NAME_MAX));
}

/** The one whose name this is, as it is compared; null when none has it, or more than one: a guess would name somebody else's. */
export function findByName<Named>(all: readonly Named[], name: string, nameOf: (one: Named) => string): Named | null {
  const wanted = comparableName(name);
  if (wanted === '') return null;
  const found = all.filter((one) => comparableName(nameOf(one)) === wanted);
  return found.length === 1 ? (found[0] ?? null) : null;
}
