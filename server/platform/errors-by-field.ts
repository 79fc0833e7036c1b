import type { z } from 'zod';

type Issue = z.core.$ZodIssue;

/** More errors than this are corrected in several rounds. */
const MAX_ISSUES = 100;

/**
 * The messages of a refused input by field name, without duplicates. `say` replaces an issue's own text; `placesOf` gives the
 * names it is listed under (default: its field, or `form` when it belongs to no field).
 */
export function errorsByField(
  error: z.ZodError,
  messageOf: (issue: Issue) => string = (issue) => issue.message,
  placesOf: (issue: Issue) => readonly string[] = (issue) => [String(issue.path[0] ?? 'form')],
): Record<string, string[]> {
  // A map, because a field may be called `__proto__`.
  const fields = new Map<string, Set<string>>();
  for (const issue of error.issues.slice(0, MAX_ISSUES)) {
    for (const place of placesOf(issue).slice(0, MAX_ISSUES)) fields.set(place, (fields.get(place) ?? new Set()).add(messageOf(issue)));
  }
  return Object.fromEntries([...fields].map(([place, messages]) => [place, [...messages]]));
}
