import type { Staff } from '../domain/permissions.ts';
import { allOf, fragment, identifier, joinFragments, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import type { ChoiceSource } from '../read-model/pages/choices.ts';
import type { DeclaredRecords } from './declared-record.ts';
import { visibleRowConditions } from './targets.ts';

/**
 * A row stores a sentence with the ids of the records that it mentions: names change, and not everybody may see each. Such an id stands
 * between two marks, after its table's name: control characters that no readable text contains.
 */
const MARK = '\u001E';
const BEHIND_TABLE = '\u001F';

/** A record reference for a stored sentence. */
export function markReference({ table }: ChoiceSource, id: string): string {
  return `${MARK}${table}${BEHIND_TABLE}${plainText(id)}${MARK}`;
}

/** Text from documents for a stored sentence, without marks: other programs may store any character. */
export function plainText(text: string): string {
  return text.replaceAll(MARK, ' ').replaceAll(BEHIND_TABLE, ' ');
}

/** A stored sentence as text, showing ids. */
export function withIds(sentence: string): string {
  const parts = sentence.split(MARK);
  return parts.map((part, place) => (place % 2 === 0 ? part : part.slice(part.indexOf(BEHIND_TABLE) + 1))).join('');
}

/**
 * A stored sentence with the current or last names of its records; with the id of a record without a name, or of another agency for
 * somebody limited to their own.
 * @param sentence SQL of it
 */
export function withNames(records: DeclaredRecords, actor: Staff, sentence: SqlFragment): SqlFragment {
  const id = fragment`split_part(part.said, ${BEHIND_TABLE}::text, 2)`;
  const names = namedTables(records).map(
    ({ table, name }) => fragment`WHEN ${table}::text THEN (SELECT nullif(t.${identifier(name)}, '') FROM ${identifier(table)} t
      WHERE ${allOf([fragment`t.id = ${id}`, ...visibleRowConditions(records, actor, table)])})`,
  );
  return fragment`CASE WHEN strpos(${sentence}, ${MARK}::text) = 0 THEN ${sentence} ELSE (
    SELECT string_agg(CASE WHEN part.place % 2 = 1 THEN part.said ELSE coalesce(
        CASE split_part(part.said, ${BEHIND_TABLE}::text, 1) ${joinFragments(names, ' ')} END, ${id}) END, '' ORDER BY part.place)
    FROM unnest(string_to_array(${sentence}, ${MARK}::text)) WITH ORDINALITY AS part (said, place)) END`;
}

/** Every table that supplies names for records or for fields that refer to them. */
function namedTables(records: DeclaredRecords): ChoiceSource[] {
  const kinds = Object.values(records);
  const sources = kinds.flatMap(({ names, fields = [] }) => [names, ...fields.map((field) => field.names)]);
  return [...new Map(sources.flatMap((source) => (source ? [[source.table, source] as const] : []))).values()];
}
