import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** Whoever has more to mend than this mends it in more than one go. */
const MAX_ISSUES = 100;

/**
 * The messages of a refused input by field name, each once. `say` gives another text than the issue's own; `placesOf` the
 * names that it stands under: the field's own, `form` for what belongs to no field, unless given.
 */
export function errorsByField(
  error: z.ZodError,
  say: (issue: Issue) => string = (issue) => issue.message,
  placesOf: (issue: Issue) => readonly string[] = (issue) => [String(issue.path[0] ?? 'form')],
): Record<string, string[]> {
  // A map: a field may be called `__proto__`.
  const fields = new Map<string, Set<string>>();
  for (const issue of error.issues.slice(0, MAX_ISSUES)) {
    for (const place of placesOf(issue).slice(0, MAX_ISSUES)) fields.set(place, (fields.get(place) ?? new Set()).add(say(issue)));
  }
  return Object.fromEntries([...fields].map(([place, messages]) => [place, [...messages]]));
}
