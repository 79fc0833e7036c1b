import { catalogList } from '#server/catalogs/catalog-list.ts';
import type { Staff } from '#server/domain/permissions.ts';
import { auditList } from '#server/features/audit/audit-list.ts';
import { securityList } from '#server/features/audit/security-list.ts';
import { REGISTRIES } from '#server/registries.ts';
import { FILES } from '#server/features/briefcase/file-list.ts';
import { CUSTOMERS } from '#server/features/customers/customer-list.ts';
import { DOCUMENTS } from '#server/features/documents/document-list.ts';
import { PACKAGES_RECEIVED, PACKAGES_SENT } from '#server/features/packages/package-lists.ts';
import { openUsersList } from '#server/features/people/user-list.ts';
import { QUOTES } from '#server/features/quotes/quote-list.ts';
import { FILE_EVENTS } from '#server/features/reports/event-list.ts';
import { planListQuery, type QueryableList } from '#server/lists/list.ts';
import { allOf, fragment, identifier } from '#server/platform/sql/sql-fragment.ts';
import { presentRows } from '#server/read-model/pages/page-source.ts';
import type { Read } from '#server/read-model/pages/screen-query.ts';
import { TOP_CATALOGS } from '../access/access-table.ts';

type LinkedList = QueryableList & { url: string };

const LISTS: readonly LinkedList[] = [
  auditList(REGISTRIES.records),
  securityList(REGISTRIES.records),
  CUSTOMERS,
  DOCUMENTS,
  FILE_EVENTS,
  FILES,
  PACKAGES_RECEIVED,
  PACKAGES_SENT,
  QUOTES,
  ...TOP_CATALOGS.map((definition) => catalogList(definition)),
];

/** Number of rows in the list that a number links to; null for the page of one record. @throws Error for a list that is not in LISTS */
export async function countLinked(read: Read, href: string, actor: Staff): Promise<number | null> {
  const { pathname, searchParams: params } = new URL(href, 'http://portal');
  const users = await openUsersList(read);
  const list: LinkedList | undefined = [...LISTS, users].find(({ url }) => url === pathname);
  if (!list) {
    if (REGISTRIES.lists.some(({ url }) => url === pathname)) throw new Error(`tests/reports/lists-of-links.ts lacks ${pathname}`);
    return null;
  }
  const { source, conditions } = planListQuery(list, { actor, params }).plan;
  const [found] = await read<{ rows: number }>(
    fragment`SELECT count(*)::int AS rows FROM ${identifier(source.table)} t WHERE ${allOf([presentRows('active'), ...conditions])}`,
  );
  return found?.rows ?? 0;
}
