import { normalizeForSearch } from './normalize.ts';

/** Names are cut to this length before they are compared. */
const NAME_MAX = 200;

const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** A name in comparable form: letter case, accents, slashes, repeated spaces and what nobody sees are ignored. */
export function comparableName(name: string): string {
  return normalizeForSearch(name.slice(0, NAME_MAX).replace(INVISIBLE, ''));
}

/** The only item with this name, compared leniently; null when none or several have it, because a guess could pick the wrong one. */
export function findByName<Named>(all: readonly Named[], name: string, nameOf: (one: Named) => string): Named | null {
  const wanted = comparableName(name);
  if (wanted === '') return null;
  const found = all.filter((one) => comparableName(nameOf(one)) === wanted);
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** The value of an option that other programs stored by its label or in other letter case; any other text is returned unchanged. */
export function optionNamed(options: readonly { value: string; label: string }[], stored: string): string {
  if (options.some(({ value }) => value === stored)) return stored;
  const named = findByName(options, stored, ({ value }) => value) ?? findByName(options, stored, ({ label }) => label);
  return named?.value ?? stored;
}
