import { canOpen, type Staff } from '../../domain/permissions.ts';
import { cappedCount, readCappedCounts } from '../../lists/count-rows.ts';
import type { InboxList } from '../../lists/declared-list.ts';
import { rowsBehind } from '../../lists/list.ts';
import type { SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import type { Call, Services } from '../../services.ts';

/** A line of the inbox; JSON for the browser. */
export interface InboxLine {
  id: string;
  title: string;
  /** The list that shows exactly what was counted. */
  href: string;
  count: number;
  /** There are more than were counted. */
  isCapped: boolean;
}

interface CountQuery extends Pick<InboxLine, 'href' | 'title'> {
  /** Id of the line. */
  value: string;
  select: SqlFragment;
}

/** What waits for the person, in the order of the lists; all counts in one query, by the conditions of the lists themselves. */
export async function readInbox({ sql, registries }: Services, { actor }: Pick<Call, 'actor'>): Promise<InboxLine[]> {
  const queries = registries.inboxLists
    .flatMap((source) => (typeof source === 'function' ? (source(actor) ?? []) : source))
    .filter(({ menu }) => canOpen(actor, menu))
    .flatMap((list) => waitingQueries(list, actor));
  if (queries.length === 0) return [];
  const counts = await readForScreen(sql, (read) => readCappedCounts(read, queries));
  return queries.flatMap(({ value: id, title, href }) => {
    const counted = counts.find(({ value }) => value === id);
    return counted ? [{ id, title, href, count: counted.count, isCapped: counted.isCapped }] : [];
  });
}

function waitingQueries(list: InboxList, actor: Staff): CountQuery[] {
  return (list.inbox ?? []).flatMap(({ id, title, params: paramsFor }) => {
    const listParams = paramsFor(actor);
    if (!listParams) return [];
    const { href, source, where } = rowsBehind(list, actor, listParams);
    return [{ value: id, title: typeof title === 'string' ? title : title(actor), href, select: cappedCount(id, source, [where]) }];
  });
}
