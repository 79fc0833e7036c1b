import type { Staff } from '../domain/permissions.ts';
import { allOf, type SqlFragment } from '../platform/sql-fragment.ts';
import { presentRows } from '../read-model/pages/page-source.ts';
import { askList, type AskedList, type List } from './list.ts';

/** A list as far as numbers lead to it. */
export type LinkedList = AskedList & Pick<List<unknown>, 'url'>;

/**
 * What a number is that leads to a list with these filters: the list's address, and its conditions over `t`, so that both
 * count the same. Errors: `forbidden`.
 */
export function rowsBehind(list: LinkedList, actor: Staff, given: Readonly<Record<string, string>>): { href: string; where: SqlFragment } {
  const params = new URLSearchParams(given);
  const { query, where } = askList(list, { actor, params });
  return { href: `${list.url}?${params}`, where: allOf([presentRows(query.isActive ? 'active' : 'inactive'), ...where]) };
}
