import { capitalize } from '../domain/grammar.ts';
import { canOpen, type Staff } from '../domain/permissions.ts';
import { hasAddress } from '../domain/record-address.ts';
import { isDocumentId } from '../platform/document-id.ts';
import { allOf, fragment, identifier, joinFragments, toQuery, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import type { ChoiceSource } from '../read-model/pages/choices.ts';
import type { Read } from '../read-model/pages/screen-query.ts';
import type { Services } from '../services.ts';
import type { DeclaredRecord, DeclaredRecords } from './declared-record.ts';

/** The target of a path: its kind, if the portal knows it, and the ids in it. */
interface Target {
  kind: DeclaredRecord | null;
  ids: readonly string[];
}

/** The record of an audit entry, for the screen. */
export interface ShownTarget {
  /** "Agencia" */
  word: string;
  /** Its name then, else its name now, else its id. */
  name: string;
  /** Its page, where the person may open it. */
  href: string | null;
  path: string;
}

/** Names of records, by table and id. */
export type RecordNames = ReadonlyMap<string, ReadonlyMap<string, string>>;

export function readTarget(records: DeclaredRecords, path: string): Target {
  const segments = path.split('/');
  const ids = segments.filter((_segment, index) => index % 2 === 1);
  const place = segments.map((segment, index) => (index % 2 === 1 ? '*' : segment)).join('/');
  const collection = place.replace(/\/\*$/, '');
  return { kind: Object.hasOwn(records, collection) ? (records[collection] ?? null) : null, ids };
}

/** Id of its row in the read model: a record under a parent has the parent's id in front. */
function rowIdOf(ids: readonly string[]): string {
  return ids.join('/');
}

/** "Agencia", or the collection's own name. */
export function targetWord(records: DeclaredRecords, path: string): string {
  const { kind } = readTarget(records, path);
  return kind ? capitalize(kind.noun.singular) : (path.split('/')[0] ?? '');
}

/** "Agencias" of a collection, "Agencia 12" of a document. */
export function targetTitle(records: DeclaredRecords, path: string): string {
  const { kind, ids } = readTarget(records, path);
  if (!kind) return path;
  const id = ids.at(-1) ?? '';
  return path.split('/').length % 2 === 1 ? titleOf(kind) : `${capitalize(kind.noun.singular)} ${kind.nameOf?.(id) || id}`;
}

export function titleOf({ noun, title }: DeclaredRecord): string {
  return title ?? capitalize(noun.plural);
}

/** @param nameThen the name in the entry, '' if it has none */
export function showTarget(
  { actor, records, names }: { actor: Staff; records: DeclaredRecords; names: RecordNames },
  path: string,
  nameThen: string,
): ShownTarget {
  const { kind, ids } = readTarget(records, path);
  const id = ids.at(-1) ?? '';
  const nameNow = kind?.nameOf?.(id) || (kind?.names && names.get(kind.names.table)?.get(rowIdOf(ids)));
  const href = kind?.page && canOpen(actor, kind.page.menu) ? kind.page.href(ids) : null;
  return { word: targetWord(records, path), name: nameThen || nameNow || id || path, href, path };
}

/**
 * Conditions under which the record at a path exists for somebody whose role is limited to their own agency (`seen` of its kind). None for
 * anybody else: a list without conditions uses its stored total.
 * @param path SQL of the path, over the rows of the query
 */
export function visibleTargetConditions(records: DeclaredRecords, actor: Staff, path: SqlFragment): SqlFragment[] {
  if (!actor.ownAgencyOnly) return [];
  const cases = Object.entries(records).flatMap(([collection, { names, seen }]) => {
    const where = seen?.(actor) ?? [];
    if (where.length === 0) return [];
    // The id comes from the outer row: inside, `t` is the record's own row.
    const existsCondition = names
      ? fragment`EXISTS (SELECT FROM (SELECT split_part(${path}, '/', 2) AS id) about
          CROSS JOIN LATERAL (SELECT FROM ${identifier(names.table)} t WHERE t.id = about.id AND ${allOf(where)}) found)`
      : allOf(where);
    return [fragment`WHEN ${collection}::text THEN ${existsCondition}`];
  });
  return cases.length === 0 ? [] : [fragment`CASE split_part(${path}, '/', 1) ${joinFragments(cases, ' ')} ELSE TRUE END`];
}

/**
 * The current names of the records at these paths, and of `others` by their ids. Records of other agencies have no name for somebody whose
 * role is limited to their own, wherever they are referred to.
 */
export async function readNames(
  read: Read,
  { actor, records }: { actor: Staff; records: DeclaredRecords },
  paths: readonly string[],
  references: Iterable<{ source: ChoiceSource; ids: Iterable<string> }> = [],
): Promise<RecordNames> {
  const requested = new Map<string, { column: string; ids: Set<string> }>();
  const addRequest = ({ table, name }: ChoiceSource, ids: Iterable<string>) => {
    const known = requested.get(table) ?? { column: name, ids: new Set() };
    for (const id of ids) known.ids.add(id);
    requested.set(table, known);
  };
  for (const path of paths) {
    const { kind, ids } = readTarget(records, path);
    if (kind?.names && ids.length > 0) addRequest(kind.names, [rowIdOf(ids)]);
  }
  for (const { source, ids } of references) addRequest(source, ids);
  if (requested.size === 0) return new Map();
  const questions = [...requested].map(
    ([table, { column, ids }]) => fragment`SELECT ${table}::text AS "table", t.id, t.${identifier(column)} AS name
      FROM ${identifier(table)} t
      WHERE ${allOf([fragment`t.id = ANY(${[...ids]}::text[]) AND t.${identifier(column)} <> ''`, ...visibleRowConditions(records, actor, table)])}`,
  );
  const names = new Map<string, Map<string, string>>();
  for (const row of await read<{ table: string; id: string; name: string }>(joinFragments(questions, ' UNION ALL '))) {
    const known = names.get(row.table) ?? new Map<string, string>();
    known.set(row.id, row.name);
    names.set(row.table, known);
  }
  return names;
}

/** A record referred to by another one. */
type Named = readonly [collection: string, id: string];

/**
 * The pages of records that another one refers to, by the same keys: null where the person may not open one, and where it is gone,
 * deactivated, or of another agency for somebody limited to their own.
 */
export async function findPages<Word extends string>(
  { sql, registries: { records } }: Pick<Services, 'registries' | 'sql'>,
  actor: Staff,
  named: Readonly<Record<Word, Named>>,
): Promise<Record<Word, string | null>> {
  const canOpenRecord = ([collection, id]: Named) => isDocumentId(id) && hasAddress(id) && pageOf(records, actor, collection) !== null;
  const openable = Object.values<Named>(named).filter(canOpenRecord);
  const questions = [...new Set(openable.map(([collection]) => collection))].flatMap((collection) => {
    const table = records[collection]?.names?.table;
    if (table === undefined) return [];
    const ids = openable.flatMap(([place, id]) => (place === collection ? [id] : []));
    return [
      fragment`SELECT ${collection}::text || '/' || t.id AS path FROM ${identifier(table)} t
        WHERE ${allOf([fragment`t.id = ANY(${ids}::text[]) AND t."isActive" AND NOT t.source_deleted`, ...visibleRowConditions(records, actor, table)])}`,
    ];
  });
  const found = questions.length === 0 ? [] : (await sql.query<{ path: string }>(toQuery(joinFragments(questions, ' UNION ALL ')))).rows;
  const existingPaths = new Set(found.map(({ path }) => path));
  const hrefOf = ([collection, id]: Named) =>
    existingPaths.has(`${collection}/${id}`) ? (pageOf(records, actor, collection)?.href([id]) ?? null) : null;
  return Object.fromEntries(Object.entries<Named>(named).map(([word, one]) => [word, hrefOf(one)])) as Record<Word, string | null>;
}

/** The page for records of a kind, if the person may open it. */
function pageOf(records: DeclaredRecords, actor: Staff, collection: string): DeclaredRecord['page'] | null {
  const page = Object.hasOwn(records, collection) ? records[collection]?.page : undefined;
  return page && canOpen(actor, page.menu) ? page : null;
}

/** Conditions on the rows of a table for somebody whose role is limited to their own agency, from its kinds; none for anybody else. */
export function visibleRowConditions(records: DeclaredRecords, actor: Staff, table: string): SqlFragment[] {
  if (!actor.ownAgencyOnly) return [];
  return Object.values(records).flatMap(({ names, seen }) => (names?.table === table ? (seen?.(actor) ?? []) : []));
}
