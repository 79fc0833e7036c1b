import type { Customer } from '#prisma/generated/client.ts';
import { holdsTerm, searchTerms, searchText } from '../domain/search.ts';
import { allOf, fragment, joinFragments, trusted, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { COUNT_CAP } from '../read-model/pages/page-query.ts';
import type { SoughtColumn } from '../read-model/pages/page-source.ts';
import type { Read } from '../read-model/pages/screen-query.ts';
import { termCondition } from '../read-model/pages/search-condition.ts';
import { ownAgency } from '../staff/own-agency.ts';

/** Words that more members hold lead to none of them by themselves: each of those has documents. */
const MEMBERS_MAX = 1_000;
/** JSON path over the `campos` of a type: the keys under which its documents name members. */
const MEMBER_FIELDS = `'$[*] ? (@.tipo == "asociado").clave'`;

type Viewer = Parameters<typeof ownAgency>[0];

/**
 * Documents are found by who they are about: by code, name and DPI of each member whom a field of kind `asociado` names
 * (docs/decisions/091-documents-by-member.md). Nothing of a member is kept with the document, which holds the id alone. By a member who is not
 * there for somebody (docs/decisions/144-own-agency.md) they find none: else a search would tell whom the id means.
 */
export function byMember(viewer: Viewer): SoughtColumn {
  return { column: 'id', seek: (read, terms) => seekDocuments(read, terms, ownAgency(viewer)) };
}

type Member = Pick<Customer, 'codigo' | 'dpi' | 'id' | 'nombre'>;

async function seekDocuments(
  read: Read,
  terms: readonly string[],
  seen: readonly SqlFragment[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const members = await findMembers(
    read,
    terms.filter((term) => /[\p{L}\p{N}]/u.test(term)),
    seen,
  );
  if (members.length === 0) return new Map();
  const documents = await readNaming(
    read,
    members.map(({ id }) => id),
  );
  const texts = new Map(members.map(({ id, codigo, dpi, nombre }) => [id, searchText([nombre], [codigo, dpi])]));
  const found = (term: string) => documents.filter(({ memberId }) => holdsTerm(texts.get(memberId) ?? '', term)).map(({ id }) => id);
  return new Map(terms.map((term) => [term, [...new Set(found(term))]]));
}

/** Members whom one of the words names, and those whom all of its frequent words together do. */
async function findMembers(read: Read, terms: readonly string[], seen: readonly SqlFragment[]): Promise<Member[]> {
  if (terms.length === 0) return [];
  const found = await read<Member & { place: number }>(
    joinFragments(
      terms.map((term, place) => selectMembers(place, [termCondition(term), ...seen])),
      ' UNION ALL ',
    ),
  );
  const byTerm = terms.map((_term, place) => found.filter((row) => row.place === place));
  const frequent = terms.filter((_term, place) => (byTerm[place]?.length ?? 0) > MEMBERS_MAX);
  const rare = byTerm.filter(({ length }) => length <= MEMBERS_MAX).flat();
  const all = frequent.length < 2 ? [] : await read<Member>(selectMembers(0, [...frequent.map(termCondition), ...seen]));
  const members = [...rare, ...(all.length > MEMBERS_MAX ? [] : all)];
  return [...new Map(members.map((member) => [member.id, member])).values()];
}

function selectMembers(place: number, conditions: readonly SqlFragment[]): SqlFragment {
  return fragment`(SELECT ${trusted(String(place))} AS place, t.id, t.codigo, t.nombre, t.dpi FROM clientes t
    WHERE NOT t.source_deleted AND ${allOf(conditions)} LIMIT ${MEMBERS_MAX + 1})`;
}

/** The newest documents that name one of these members. */
function readNaming(read: Read, memberIds: readonly string[]): Promise<{ id: string; memberId: string }[]> {
  // OFFSET keeps the look into the index of `campos` inside, one for each member: few documents name one.
  return read(fragment`WITH asked AS MATERIALIZED (SELECT DISTINCT y.id AS type, f.clave #>> '{}' AS clave FROM tipos_documento y
      CROSS JOIN LATERAL jsonb_path_query(y.campos, ${trusted(MEMBER_FIELDS)}) AS f(clave) WHERE NOT y.source_deleted)
    SELECT d.id, named.id AS "memberId" FROM (SELECT DISTINCT clave FROM asked) k CROSS JOIN unnest(${[...memberIds]}::text[]) AS named(id)
    CROSS JOIN LATERAL (SELECT t.id, t."documentId", t."createdAt" FROM documentos t
      WHERE NOT t.source_deleted AND t.campos @> jsonb_build_object(k.clave, named.id) OFFSET 0) d
    WHERE (d."documentId", k.clave) IN (SELECT asked.type, asked.clave FROM asked)
    ORDER BY d."createdAt" DESC, d.id DESC LIMIT ${COUNT_CAP}`);
}

/** Whom a document is about and who is there for somebody, and what its type is called. */
export interface Subject {
  typeName: string;
  members: readonly Omit<Member, 'id'>[];
}

/** By the ids of documents, whose rows the caller has checked. */
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

/** What was typed names the document and nothing else, or beside it one of its members: other columns hold names of other people. */
export function isAbout({ typeName, members }: Subject, own: readonly string[], q: string): boolean {
  const name = searchText([typeName], own);
  const others = searchTerms(q).filter((term) => !holdsTerm(name, term));
  const texts = members.map(({ codigo, dpi, nombre }) => searchText([nombre], [codigo, dpi]));
  return others.length === 0 || texts.some((text) => others.every((term) => holdsTerm(text, term)));
}

/** SELECT expression over a document `t` and its type `y`: the members whom it names and who are there for somebody, with their codes; '' for none. */
export function memberNames(viewer: Viewer): SqlFragment {
  return fragment`coalesce((SELECT string_agg(concat_ws(' ', nullif(m.codigo, ''), coalesce(nullif(m.nombre, ''), CASE WHEN m.codigo = '' THEN m.id END)), ', ' ORDER BY named.place)
    FROM (SELECT f.place, t.campos ->> (f.clave #>> '{}') AS id FROM jsonb_path_query(y.campos, ${trusted(MEMBER_FIELDS)}) WITH ORDINALITY AS f(clave, place)) named
    CROSS JOIN LATERAL (SELECT t.id, t.codigo, t.nombre FROM clientes t
      WHERE t.id = named.id AND NOT t.source_deleted AND ${allOf(ownAgency(viewer))}) m), '')`;
}
