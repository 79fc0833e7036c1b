import type { Staff } from '../domain/permissions.ts';
import { allOf, fragment, identifier, joinFragments, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import type { ChoiceSource } from '../read-model/pages/choices.ts';
import type { DeclaredRecords } from './declared-record.ts';
import { seenIn } from './targets.ts';

/**
 * A row holds a sentence and, where it names other records, their ids: names change, and not everybody is told each. Such an id stands between
 * two marks, behind its table: signs that no text has which people read.
 */
const MARK = '\u001E';
const BEHIND_TABLE = '\u001F';

/** A record as a part of a stored sentence. */
export function markReference({ table }: ChoiceSource, id: string): string {
  return `${MARK}${table}${BEHIND_TABLE}${plainText(id)}${MARK}`;
}

/** Text of documents as a part of a stored sentence: other programs store any sign. */
export function plainText(text: string): string {
  return text.replaceAll(MARK, ' ').replaceAll(BEHIND_TABLE, ' ');
}

/** A stored sentence as text, with the ids. */
export function withIds(sentence: string): string {
  const parts = sentence.split(MARK);
  return parts.map((part, place) => (place % 2 === 0 ? part : part.slice(part.indexOf(BEHIND_TABLE) + 1))).join('');
}

/**
 * A stored sentence with what its records are called now, or were last; by its id one without a name, and one that is not there for whose role is
 * of their own agency.
 * @param sentence SQL of it
 */
export function withNames(records: DeclaredRecords, actor: Staff, sentence: SqlFragment): SqlFragment {
  const id = fragment`split_part(part.said, ${BEHIND_TABLE}::text, 2)`;
  const names = namedTables(records).map(
    ({ table, name }) => fragment`WHEN ${table}::text THEN (SELECT nullif(t.${identifier(name)}, '') FROM ${identifier(table)} t
      WHERE ${allOf([fragment`t.id = ${id}`, ...seenIn(records, actor, table)])})`,
  );
  return fragment`CASE WHEN strpos(${sentence}, ${MARK}::text) = 0 THEN ${sentence} ELSE (
    SELECT string_agg(CASE WHEN part.place % 2 = 1 THEN part.said ELSE coalesce(
        CASE split_part(part.said, ${BEHIND_TABLE}::text, 1) ${joinFragments(names, ' ')} END, ${id}) END, '' ORDER BY part.place)
    FROM unnest(string_to_array(${sentence}, ${MARK}::text)) WITH ORDINALITY AS part (said, place)) END`;
}

/** Every table with names to which a field of some record leads. */
function namedTables(records: DeclaredRecords): ChoiceSource[] {
  const kinds = Object.values(records);
  const sources = kinds.flatMap(({ names, fields = [] }) => [names, ...fields.map((field) => field.names)]);
  return [...new Map(sources.flatMap((source) => (source ? [[source.table, source] as const] : []))).values()];
}
