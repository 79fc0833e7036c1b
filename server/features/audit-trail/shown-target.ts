import { canOpen, type Staff } from '../../domain/permissions.ts';
import { fragment, identifier, joinFragments } from '../../platform/sql-fragment.ts';
import type { ChoiceSource } from '../../read-model/pages/choices.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import type { RecordNames } from './set-words.ts';
import { readTarget, targetWord, type TargetKind } from './target-kinds.ts';

/** What an entry tells of, for the screen. */
export interface ShownTarget {
  /** "Agencia" */
  word: string;
  /** As it was called then, else as it is called now, else its id. */
  name: string;
  /** Its page, where the person may open it. */
  href: string | null;
  path: string;
}

export function showTarget(actor: Staff, path: string, nameThen: string, names: RecordNames): ShownTarget {
  const { kind, ids } = readTarget(path);
  const id = ids.at(-1) ?? '';
  const nameNow = kind?.names ? names.get(kind.names.table)?.get(id) : undefined;
  return { word: targetWord(path), name: nameThen || nameNow || id || path, href: hrefOf(actor, kind, ids), path };
}

function hrefOf(actor: Staff, kind: TargetKind | null, ids: readonly string[]): string | null {
  if (!kind?.page || !canOpen(actor, kind.page.menu)) return null;
  return kind.page.href(ids);
}

/** The names now of the records that these paths lead to, and of other ids. */
export async function readNames(
  read: Read,
  paths: readonly string[],
  others: Iterable<{ source: ChoiceSource; ids: Iterable<string> }> = [],
): Promise<RecordNames> {
  const wanted = new Map<string, { column: string; ids: Set<string> }>();
  const want = (table: string, column: string, ids: Iterable<string>) => {
    const known = wanted.get(table) ?? { column, ids: new Set() };
    for (const id of ids) known.ids.add(id);
    wanted.set(table, known);
  };
  for (const path of paths) {
    const { kind, ids } = readTarget(path);
    if (kind?.names) want(kind.names.table, kind.names.column, ids.slice(-1));
  }
  for (const { source, ids } of others) want(source.table, source.name, ids);
  if (wanted.size === 0) return new Map();
  const questions = [...wanted].map(
    ([table, { column, ids }]) => fragment`SELECT ${table}::text AS "table", t.id, t.${identifier(column)} AS name
      FROM ${identifier(table)} t WHERE t.id = ANY(${[...ids]}::text[]) AND t.${identifier(column)} <> ''`,
  );
  const names = new Map<string, Map<string, string>>();
  for (const row of await read<{ table: string; id: string; name: string }>(joinFragments(questions, ' UNION ALL '))) {
    const known = names.get(row.table) ?? new Map<string, string>();
    known.set(row.id, row.name);
    names.set(row.table, known);
  }
  return names;
}
