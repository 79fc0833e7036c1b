import { readListPage, type ListPage } from '../../lists/list-page.ts';
import { readForList } from '../../lists/list-verbs.ts';
import type { ListCall } from '../../lists/list.ts';
import type { Listed } from '../../read-model/read-model.ts';
import { showTarget } from '../../records/targets.ts';
import type { Services } from '../../services.ts';
import { reviewList } from './ignored.ts';
import type { UnreadRow } from './unread-list.ts';

/** JSON for the browser. */
export interface ListedUnread extends Pick<UnreadRow, 'id'> {
  /** null for somebody who may not open the record, and where it has no page. */
  href: string | null;
}

/** Errors: `forbidden`. */
export function findUnreadPage(services: Services, call: ListCall): Promise<Omit<ListPage<UnreadRow>, 'rows'> & { rows: ListedUnread[] }> {
  const { records } = services.registries;
  const list = reviewList(records);
  return readForList(services, list, call, async (read) => {
    const page = await readListPage(read, list, call);
    const toRow = ({ id, path, name }: Listed<UnreadRow>): ListedUnread => ({
      id,
      href: showTarget({ actor: call.actor, records, names: new Map() }, path, name).href,
    });
    return { ...page, rows: page.rows.map(toRow) };
  });
}
