import type { Customer } from '#prisma/generated/client.ts';
import type { Staff } from '../domain/permissions.ts';
import { containsTerm, keySpellings, searchReadings, searchText } from '../domain/search.ts';
import { allOf, fragment, joinFragments, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { COUNT_CAP } from '../read-model/pages/page-query.ts';
import { reachOf, type SoughtColumn } from '../read-model/pages/page-source.ts';
import type { Read } from '../read-model/pages/screen-query.ts';
import { termCondition } from '../read-model/pages/search-condition.ts';
import { ownAgency } from '../staff/own-agency.ts';

/** A word that matches more members than this is not used by itself. */
const MEMBERS_MAX = 1_000;
/** JSON path over the `campos` of a type: keys under which its documents refer to members. */
const MEMBER_FIELDS = `'$[*] ? (@.tipo == "asociado").clave'`;

type Viewer = Parameters<typeof ownAgency>[0] & Pick<Staff, 'seesWhole'>;

/**
 * Finds documents by their members: by code, name and DPI of each member that a field of kind `asociado` refers to
 * (docs/decisions/091-documents-by-member.md). The document stores only the member's id. Members hidden from the viewer
 * (docs/decisions/144-own-agency.md) find nothing, otherwise the search would reveal whom an id stands for.
 */
export function byMember(viewer: Viewer): SoughtColumn {
  return { column: 'id', seek: (read, terms) => seekDocuments(read, terms, viewer) };
}

type Member = Pick<Customer, 'codigo' | 'dpi' | 'id' | 'nombre'>;

async function seekDocuments(read: Read, terms: readonly string[], viewer: Viewer): Promise<ReadonlyMap<string, readonly string[]>> {
  const members = await findMembers(
    read,
    terms.filter((term) => /[\p{L}\p{N}]/u.test(term)),
    viewer,
  );
  if (members.length === 0) return new Map();
  const documents = await readCachedReferences(
    read,
    members.map(({ id }) => id),
  );
  const matchers = new Map(members.map((member) => [member.id, termMatcher(member, viewer)]));
  const found = (term: string) => documents.filter(({ memberId }) => matchers.get(memberId)?.(term)).map(({ id }) => id);
  return new Map(terms.map((term) => [term, [...new Set(found(term))]]));
}

/** Members matched by one of the words, and those matched by all frequent words together. */
async function findMembers(read: Read, terms: readonly string[], viewer: Viewer): Promise<Member[]> {
  if (terms.length === 0) return [];
  const seen = ownAgency(viewer);
  const named = (term: string) => termCondition(term, reachOf(viewer));
  const found = await read<Member & { place: number }>(
    joinFragments(
      terms.map((term, place) => selectMembers(place, [named(term), ...seen])),
      ' UNION ALL ',
    ),
  );
  const byTerm = terms.map((_term, place) => found.filter((row) => row.place === place));
  const frequent = terms.filter((_term, place) => (byTerm[place]?.length ?? 0) > MEMBERS_MAX);
  const rare = byTerm.filter(({ length }) => length <= MEMBERS_MAX).flat();
  const all = frequent.length < 2 ? [] : await read<Member>(selectMembers(0, [...frequent.map(named), ...seen]));
  const members = [...rare, ...(all.length > MEMBERS_MAX ? [] : all)];
  return [...new Map(members.map((member) => [member.id, member])).values()];
}

function selectMembers(place: number, conditions: readonly SqlFragment[]): SqlFragment {
  return fragment`(SELECT ${trusted(String(place))} AS place, t.id, t.codigo, t.nombre, t.dpi FROM clientes t
    WHERE NOT t.source_deleted AND ${allOf(conditions)} LIMIT ${MEMBERS_MAX + 1})`;
}

interface MemberReference {
  id: string;
  memberId: string;
}

const referenceCache = new WeakMap<Read, Map<string, Promise<MemberReference[]>>>();

/** The newest documents that refer to one of these members, read once per snapshot: the tabs, the page and other lists ask for the same. */
function readCachedReferences(read: Read, memberIds: readonly string[]): Promise<MemberReference[]> {
  const cached = referenceCache.get(read) ?? new Map<string, Promise<MemberReference[]>>();
  referenceCache.set(read, cached);
  const key = memberIds.join('\n');
  const references = cached.get(key) ?? readReferences(read, memberIds);
  cached.set(key, references);
  return references;
}

function readReferences(read: Read, memberIds: readonly string[]): Promise<MemberReference[]> {
  // OFFSET 0 keeps the lookup in the index on `campos` inside, once per member: few documents refer to one. Materialized, it stays so: the
  // planner may also join the types first, and then looks each member up once per type.
  return read(fragment`WITH asked AS MATERIALIZED (SELECT DISTINCT y.id AS type, f.clave #>> '{}' AS clave FROM tipos_documento y
      CROSS JOIN LATERAL jsonb_path_query(y.campos, ${trusted(MEMBER_FIELDS)}) AS f(clave) WHERE NOT y.source_deleted),
    found AS MATERIALIZED (SELECT d.*, k.clave, named.id AS "memberId"
      FROM (SELECT DISTINCT clave FROM asked) k CROSS JOIN unnest(${[...memberIds]}::text[]) AS named(id)
      CROSS JOIN LATERAL (SELECT t.id, t."documentId", t."createdAt" FROM documentos t
        WHERE NOT t.source_deleted AND t.campos @> jsonb_build_object(k.clave, named.id) OFFSET 0) d)
    SELECT found.id, found."memberId" FROM found WHERE (found."documentId", found.clave) IN (SELECT asked.type, asked.clave FROM asked)
    ORDER BY found."createdAt" DESC, found.id DESC LIMIT ${COUNT_CAP}`);
}

/** A document's type name, and its members that the viewer may see. */
export interface Subject {
  typeName: string;
  members: readonly Omit<Member, 'id'>[];
}

/** Keyed by document id; the caller has checked access to the documents. */
export async function readSubjects(read: Read, viewer: Viewer, ids: readonly string[]): Promise<ReadonlyMap<string, Subject>> {
  const rows = await read<
    Subject & { id: string }
  >(fragment`SELECT d.id, coalesce(nullif(y.nombre, ''), d."documentId") AS "typeName", coalesce(
      (SELECT jsonb_agg(jsonb_build_object('codigo', m.codigo, 'nombre', m.nombre, 'dpi', m.dpi) ORDER BY named.place)
      FROM (SELECT f.place, d.campos ->> (f.clave #>> '{}') AS id FROM jsonb_path_query(y.campos, ${trusted(MEMBER_FIELDS)}) WITH ORDINALITY AS f(clave, place)) named
      CROSS JOIN LATERAL (SELECT t.codigo, t.nombre, t.dpi FROM clientes t
        WHERE t.id = named.id AND NOT t.source_deleted AND ${allOf(ownAgency(viewer))}) m), '[]') AS members
    FROM documentos d LEFT JOIN tipos_documento y ON y.id = d."documentId" WHERE d.id = ANY(${[...ids]}::text[])`);
  return new Map(rows.map(({ id, ...subject }) => [id, subject]));
}

/** Whether the query names only the document itself, plus at most one of its members: other columns hold names of other people. */
export function isAbout({ typeName, members }: Subject, own: readonly string[], q: string, viewer: Viewer): boolean {
  const name = searchText([typeName], own);
  const matchers = members.map((member) => termMatcher(member, viewer));
  return searchReadings(q).some((terms) => {
    const others = terms.filter((term) => !containsTerm(name, term));
    return others.length === 0 || matchers.some((matches) => others.every(matches));
  });
}

/** A DPI counts in part only for people to whom lists show it whole. */
function termMatcher({ codigo, dpi, nombre }: Omit<Member, 'id'>, { seesWhole }: Viewer): (term: string) => boolean {
  const text = searchText([nombre], seesWhole ? [codigo, dpi] : [codigo]);
  const numbers = new Set(keySpellings(dpi));
  return (term) => containsTerm(text, term) || keySpellings(term).some((spelling) => numbers.has(spelling));
}

/** SELECT expression over a document `t` and its type `y`: its members that the viewer may see, with their codes; '' for none. */
export function memberNames(viewer: Viewer): SqlFragment {
  return fragment`coalesce((SELECT string_agg(concat_ws(' ', nullif(m.codigo, ''), coalesce(nullif(m.nombre, ''), CASE WHEN m.codigo = '' THEN m.id END)), ', ' ORDER BY named.place)
    FROM (SELECT f.place, t.campos ->> (f.clave #>> '{}') AS id FROM jsonb_path_query(y.campos, ${trusted(MEMBER_FIELDS)}) WITH ORDINALITY AS f(clave, place)) named
    CROSS JOIN LATERAL (SELECT t.id, t.codigo, t.nombre FROM clientes t
      WHERE t.id = named.id AND NOT t.source_deleted AND ${allOf(ownAgency(viewer))}) m), '')`;
}
