import { canOpen, type Staff } from '../domain/permissions.ts';
import { formatTotal, plural } from '../domain/text.ts';
import type { Sql } from '../platform/sql/sql.ts';
import { readForScreen } from '../read-model/pages/screen-query.ts';
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
  const rowSelects = kinds
    .filter(({ list }) => canOpen(actor, list.menu))
    .map(({ list, how, params }) => {
      const { href, where } = rowsBehind(list, actor, params(id));
      return { value: href, noun: list.noun, how, select: cappedCount(href, list.source.table, [where]) };
    });
  if (rowSelects.length === 0) return [];
  const counts = await readForScreen(sql, (read) => readCappedCounts(read, rowSelects));
  return rowSelects.flatMap(({ value: href, noun, how }) => {
    const { count = 0, isCapped = false } = counts.find(({ value }) => value === href) ?? {};
    const parts = [formatTotal(count, isCapped), plural(count, noun.singular, noun.plural), how];
    return count === 0 ? [] : [{ text: parts.filter(Boolean).join(' '), href }];
  });
}
