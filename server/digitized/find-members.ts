import { typesFor } from '../domain/document-permissions.ts';
import { MEMBER_SEPARATOR, type FoundMember } from '../domain/members.ts';
import { canOpen, type Staff } from '../domain/permissions.ts';
import { QUERY_MAX } from '../domain/bounded-text.ts';
import { matchesQuery, keySpellings, searchTerms } from '../domain/search.ts';
import { joinWithOr } from '../domain/text.ts';
import { requireDocuments } from './document-kind.ts';
import { invalidFields } from '../platform/read-input.ts';
import { createRateLimiter } from '../platform/limits/rate-limits.ts';
import { allOf, fragment, toQuery, type SqlFragment } from '../platform/sql/sql-fragment.ts';
import { keyCondition, termCondition } from '../read-model/pages/search-condition.ts';
import { ownAgency } from '../staff/own-agency.ts';
import type { Call, Services } from '../services.ts';

type Viewer = Parameters<typeof ownAgency>[0];

interface MemberRow extends FoundMember {
  dpi: string;
}

/** Fewer letters match half of the cooperative. */
const QUERY_MIN = 3;
const HITS_MAX = 8;
/** How many candidates a refusal names. */
const OFFERED_MAX = 3;
/** Rows examined to find those hits: a search text contains more than names and codes. */
const CANDIDATES_MAX = 200;
/** Nobody types faster than this for hours; a program that copies the register hits the limit. */
const LOOK_UPS = { name: 'member-look-up', points: 300, durationSeconds: 600, whenStoreIsDown: 'allow' } as const;

/**
 * Members by part of their name, their code in any writing, or their whole DPI: only code and name, a few at a time, for people without
 * the members' screen (docs/decisions/095-members-in-forms.md). Empty for people who have neither that screen nor may create or edit
 * documents.
 * Errors: `forbidden`, `too-many-requests`.
 */
export async function suggestMembers(services: Services, { actor, q }: Call & { q: string }): Promise<FoundMember[]> {
  if (!canOpen(actor, 'customers')) {
    requireDocuments(actor);
    if (typesFor(actor, 'create')?.length === 0 && typesFor(actor, 'edit')?.length === 0) return [];
  }
  const query = q.slice(0, QUERY_MAX).trim();
  if (query.length < QUERY_MIN) return [];
  await createRateLimiter(services, LOOK_UPS).consume(actor.id);
  const exact = await findByKey(services, query, actor);
  const rest = exact.length > 0 ? [] : await findByWords(services, query, actor);
  return [...exact, ...rest].slice(0, HITS_MAX).map(({ id, codigo, nombre }) => ({ id, codigo, nombre }));
}

interface Naming {
  actor: Viewer & Pick<Staff, 'id'>;
  typed: string;
}

/**
 * Members that a text names in full: by id, code, DPI or whole name, in any writing; what a form shows after the code is ignored. Id
 * takes precedence over code, and code over the rest. Members outside the person's own list are never found.
 */
export async function findFullyNamedMembers(services: Pick<Services, 'sql'>, { actor, typed }: Naming): Promise<FoundMember[]> {
  const [text = ''] = typed.split(MEMBER_SEPARATOR);
  return text === '' ? [] : findByKey(services, text, actor);
}

/** The id of the only member that a text names in full. Errors: `invalid-input` at the field of that name, `too-many-requests`. */
export async function requireOneMember(
  services: Services,
  { name, label, ...naming }: Naming & { name: string; label: string },
): Promise<string> {
  const named = await findFullyNamedMembers(services, naming);
  const [member] = named;
  if (member && named.length === 1) return member.id;
  throw invalidFields({ [name]: [await noSingleMemberMessage(services, { ...naming, label, named })] }, 'problems');
}

/**
 * The message when no single member is named in full. Close matches are only suggested, because a wrong member's record is worse than
 * one more look. Counts as a look-up, otherwise forms would bypass the limit. Errors: `too-many-requests`.
 */
export async function noSingleMemberMessage(
  services: Services,
  { actor, label, typed, named }: Naming & { label: string; named: readonly FoundMember[] },
): Promise<string> {
  await createRateLimiter(services, LOOK_UPS).consume(actor.id);
  const candidates = named.length > 0 ? named : typed.length < QUERY_MIN ? [] : await findByWords(services, typed, actor);
  if (candidates.length === 0) return `Ningún asociado tiene el código, DPI o nombre escrito en «${label}».`;
  const suggestions = candidates.slice(0, OFFERED_MAX).map(({ codigo, id, nombre }) => `${nombre || id} (${codigo || id})`);
  const others = candidates.length > OFFERED_MAX ? ['alguien más'] : [];
  return `Escriba en «${label}» el código del asociado. ¿Es ${joinWithOr([...suggestions, ...others])}?`;
}

async function findByKey(services: Pick<Services, 'sql'>, text: string, actor: Viewer): Promise<MemberRow[]> {
  const rows = await selectMembers(services, keyCondition(text.replaceAll('\0', ''), { masked: 'whole' }), actor);
  const spellings = new Set(keySpellings(text));
  const matchesKey = (name: string) => keySpellings(name).some((spelling) => spellings.has(spelling));
  const matchers = [
    ({ id }: MemberRow) => id === text,
    ({ codigo }: MemberRow) => codigo === text,
    ({ codigo }: MemberRow) => matchesKey(codigo),
    ({ dpi }: MemberRow) => matchesKey(dpi),
    ({ nombre }: MemberRow) => matchesKey(nombre),
  ];
  return matchers.map((matcher) => rows.filter(matcher)).find((found) => found.length > 0) ?? [];
}

async function findByWords(services: Pick<Services, 'sql'>, text: string, actor: Viewer): Promise<MemberRow[]> {
  const terms = searchTerms(text);
  if (terms.length === 0) return [];
  const rows = await selectMembers(services, allOf(terms.map((term) => termCondition(term))), actor);
  // The search text also contains telephones and agencies.
  return rows.filter(({ codigo, nombre }) => matchesQuery(`${nombre} ${codigo}`, text));
}

async function selectMembers({ sql }: Pick<Services, 'sql'>, condition: SqlFragment, actor: Viewer): Promise<MemberRow[]> {
  const { rows } = await sql.query<MemberRow>(
    toQuery(fragment`SELECT t.id, t.codigo, t.nombre, t.dpi FROM clientes t
      WHERE t."isActive" AND NOT t.source_deleted AND ${allOf([condition, ...ownAgency(actor)])}
      ORDER BY t.nombre COLLATE "es-x-icu", t.id LIMIT ${CANDIDATES_MAX}`),
  );
  return rows;
}
