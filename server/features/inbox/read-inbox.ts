import { canOpen, type Staff } from '../../domain/permissions.ts';
import { askList, type AskedList, type List } from '../../lists/list.ts';
import { allOf, fragment, identifier, joinFragments, type SqlFragment } from '../../platform/sql-fragment.ts';
import { COUNT_CAP } from '../../read-model/pages/page-query.ts';
import { presentRows } from '../../read-model/pages/page-source.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import type { Call, Services } from '../../services.ts';

/** A list whose rows nobody looks at here. */
export type InboxList = AskedList & Pick<List<unknown>, 'inbox' | 'url'>;

/** A line of the inbox; JSON for the browser. */
export interface InboxLine {
  id: string;
  title: string;
  /** The list that holds what was counted, and nothing else. */
  href: string;
  count: number;
  /** There are more than were counted. */
  isCapped: boolean;
}

interface Asked extends Pick<InboxLine, 'id' | 'title' | 'href'> {
  select: SqlFragment;
}

/** What waits for the person, in the order of the lists; all counts in one query, by the conditions of the lists themselves. */
export async function readInbox(
  { sql, lists }: Pick<Services, 'sql'> & { lists: readonly InboxList[] },
  { actor }: Pick<Call, 'actor'>,
): Promise<InboxLine[]> {
  const asked = lists.filter(({ menu }) => canOpen(actor, menu)).flatMap((list) => askWaiting(list, actor));
  if (asked.length === 0) return [];
  const statement = joinFragments(
    asked.map(({ select }) => select),
    ' UNION ALL ',
  );
  const rows = await readForScreen(sql, (read) => read<{ id: string; found: number }>(statement));
  return asked.map(({ id, title, href }) => {
    const found = rows.find((row) => row.id === id)?.found ?? 0;
    return { id, title, href, count: Math.min(found, COUNT_CAP), isCapped: found > COUNT_CAP };
  });
}

function askWaiting(list: InboxList, actor: Staff): Asked[] {
  return (list.inbox ?? []).flatMap(({ id, title, params: paramsFor }) => {
    const given = paramsFor(actor);
    if (!given) return [];
    const params = new URLSearchParams(given);
    const { query, where } = askList(list, { actor, params });
    const rows = allOf([presentRows(query.isActive ? 'active' : 'inactive'), ...where]);
    const select = fragment`SELECT ${id}::text AS id, count(*)::int AS found
      FROM (SELECT 1 FROM ${identifier(list.source.table)} t WHERE ${rows} LIMIT ${COUNT_CAP + 1}) AS waiting`;
    return [{ id, title, href: `${list.url}?${params}`, select }];
  });
}
