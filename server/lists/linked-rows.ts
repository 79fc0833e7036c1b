import { MENU_IDS } from '../domain/menu.ts';
import { canOpen, type Staff } from '../domain/permissions.ts';
import { ADMIN_ROLE } from '../domain/roles.ts';
import { formatTotal, plural } from '../domain/text.ts';
import type { Sql } from '../platform/sql/sql.ts';
import { readForScreen, type Read } from '../read-model/pages/screen-query.ts';
import { cappedCount, readCappedCounts } from './count-rows.ts';
import { rowsBehind, type LinkedList, type List } from './list.ts';

declare module '../services.ts' {
  interface Registries {
    /** Lists whose rows name records of other kinds, in the order in which record pages show them. */
    linkedRows: readonly LinkedRows[];
  }
}

/** Rows of a list that name a record. One query of the list with these filters gives both the number and the link. */
export interface RowsOfRecord {
  list: LinkedList & Pick<List<unknown>, 'noun'>;
  /** Words after the number and the noun: `a su cargo`. */
  how?: string;
  params: (id: string) => Readonly<Record<string, string>>;
}

/** Declared once, by the list's feature: the page of every record of a table shows how many rows name it. */
export interface LinkedRows extends RowsOfRecord {
  /** Table of the named records. */
  of: string;
}

/** A line of a record's page; JSON for the browser. */
export interface LinkedCount {
  /** `12 documentos a su cargo` */
  text: string;
  href: string;
}

/**
 * How many rows of each list name a record, as far as the person may see them; lists that they may not open and zeros are left out. All
 * counts run in one query, with the lists' own conditions.
 */
export async function countLinked(
  sql: Sql,
  { actor, id }: { actor: Staff; id: string },
  kinds: readonly RowsOfRecord[],
): Promise<LinkedCount[]> {
  const open = kinds.filter(({ list }) => canOpen(actor, list.menu));
  if (open.length === 0) return [];
  const counts = await readForScreen(sql, (read) => readCounts(read, { actor, id }, open));
  return counts.flatMap(({ kind, href, count, isCapped }) => (count === 0 ? [] : [{ text: textOf(kind, count, isCapped), href }]));
}

/**
 * How many rows of each list name any of these records, also those that the person may not see: who deletes a record must know that it is
 * used, and a number reveals nothing. Zeros are left out.
 * @returns `12 documentos a su cargo` of each kind
 */
export async function countAllLinked(
  read: Read,
  { actor, ids }: { actor: Staff; ids: readonly string[] },
  kinds: readonly RowsOfRecord[],
): Promise<string[]> {
  if (kinds.length === 0) return [];
  const { ownAgencyOnly: _, ...person } = actor;
  const everything: Staff = { ...person, role: ADMIN_ROLE, menus: new Set(MENU_IDS), folders: 'all' };
  const counts: Counted[] = [];
  for (const id of ids) counts.push(...(await readCounts(read, { actor: everything, id }, kinds)));
  return kinds.flatMap((kind) => {
    const own = counts.filter((one) => one.kind === kind);
    const count = own.reduce((sum, one) => sum + one.count, 0);
    const isCapped = own.some((one) => one.isCapped);
    return count === 0 ? [] : [textOf(kind, count, isCapped)];
  });
}

interface Counted {
  kind: RowsOfRecord;
  href: string;
  count: number;
  isCapped: boolean;
}

async function readCounts(read: Read, { actor, id }: { actor: Staff; id: string }, kinds: readonly RowsOfRecord[]): Promise<Counted[]> {
  const selects = kinds.map((kind) => {
    const { href, source, where } = rowsBehind(kind.list, actor, kind.params(id));
    return { kind, value: href, select: cappedCount(href, source, [where]) };
  });
  const counts = await readCappedCounts(read, selects);
  return selects.map(({ kind, value: href }) => {
    const { count = 0, isCapped = false } = counts.find(({ value }) => value === href) ?? {};
    return { kind, href, count, isCapped };
  });
}

function textOf({ list: { noun }, how }: RowsOfRecord, count: number, isCapped: boolean): string {
  return [formatTotal(count, isCapped), plural(count, noun.singular, noun.plural), how].filter(Boolean).join(' ');
}
