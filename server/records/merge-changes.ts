import { conflictError, type Conflict, type FormBase, type Merged } from '../domain/conflict.ts';
import { isSame } from './content-version.ts';

interface MergedChanges<Values> {
  /** What is stored, with the person's changes. */
  wanted: Values;
  /** Names of the fields that both sides changed, differently. */
  disputed: string[];
  /** Names of the fields that only others changed. */
  theirs: string[];
  /** Names of the fields that only the person changed. */
  mine: string[];
}

/**
 * Three-way merge, field by field: a change by one side is taken, the same change by both needs no question, and the rest is disputed, with
 * the person's own value in `wanted`.
 * @param base the values with which the form was opened; in a field that it lacks, every difference is disputed
 * @param submitted the fields that the form sent
 */
export function mergeChanges<Values extends object>(
  base: FormBase | null,
  stored: Values,
  submitted: Partial<Values>,
): MergedChanges<Values> {
  const merged: MergedChanges<Values> = { wanted: { ...stored }, disputed: [], theirs: [], mine: [] };
  // `submitted` may hold fields that the record did not have.
  for (const name of Object.keys({ ...stored, ...submitted }) as (keyof Values & string)[]) {
    const hasBase = base !== null && Object.hasOwn(base, name);
    const changedByThem = hasBase && !isSame(base[name], stored[name]);
    const changedByMe = Object.hasOwn(submitted, name) && !(hasBase && isSame(base[name], submitted[name]));
    if (!changedByMe) {
      if (changedByThem) merged.theirs.push(name);
      continue;
    }
    if (isSame(submitted[name], stored[name])) continue;
    merged.wanted[name] = submitted[name] as Values[typeof name];
    (changedByThem || !hasBase ? merged.disputed : merged.mine).push(name);
  }
  return merged;
}

/**
 * What only others changed, for the notice of a save; null for nothing.
 * @param path of the document, for the log
 * Errors: `conflict` when both sides changed a field.
 */
export function settleMerge<Stored, Values>(
  { disputed, theirs, mine }: Omit<MergedChanges<unknown>, 'wanted'>,
  { path, userMessage, ...conflict }: Omit<Conflict<Stored, Values>, 'differing' | 'merged'> & { path: string; userMessage: string },
): Merged | null {
  if (disputed.length > 0) throw conflictError(path, userMessage, { ...conflict, differing: disputed, merged: { theirs, mine } });
  return theirs.length > 0 ? { savedBy: conflict.savedBy, fields: theirs } : null;
}

/** Names of the fields in which two records differ. */
export function differingFields<Values extends object>(one: Values, other: Values): (keyof Values & string)[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof Values & string>;
  return [...names].filter((name) => !isSame(one[name], other[name]));
}
