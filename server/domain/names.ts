import { normalizeForSearch } from './normalize.ts';

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

/** The value of an option that other programs stored by its label or in other letters; what is none of them as it is. */
export function optionNamed(options: readonly { value: string; label: string }[], stored: string): string {
  if (options.some(({ value }) => value === stored)) return stored;
  const named = findByName(options, stored, ({ value }) => value) ?? findByName(options, stored, ({ label }) => label);
  return named?.value ?? stored;
}
