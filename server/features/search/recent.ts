import type { Staff } from '../../domain/permissions.ts';
import { recentPaths } from './domain/recent-records.ts';
import type { Hit, SearchedList } from '../../lists/search-hits.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';

/** A record that the person opened lately. */
export interface RecentHit extends Hit {
  /** What kind of record it is, in words. */
  kind: string;
}

/**
 * The records behind the paths that the browser remembers, the last one first: those that still exist and that the person may still open,
 * under their present names. The caller passes only lists of the person's menus.
 */
export async function readRecent(read: Read, lists: readonly SearchedList[], actor: Staff, cookies: string | null): Promise<RecentHit[]> {
  const paths = recentPaths(cookies, actor.email);
  const found = new Map<string, RecentHit>();
  for (const list of lists) {
    const byId = new Map(
      paths.flatMap((path) => [[list.recordAt(path), path] as const]).filter((entry): entry is [string, string] => entry[0] !== null),
    );
    if (byId.size === 0) continue;
    const current = await list.open(read, actor);
    for (const hit of await current.readRecords(read, actor, [...byId.keys()])) {
      found.set(byId.get(hit.id) ?? '', { ...hit, kind: list.title });
    }
  }
  return paths.map((path) => found.get(path)).filter((hit) => hit !== undefined);
}
