import { DOCUMENT_STATES } from '../../domain/document-states.ts';
import type { Staff } from '../../domain/permissions.ts';
import { ADMIN_ROLE } from '../../domain/roles.ts';
import { QUERY_MAX } from '../../domain/bounded-text.ts';
import { findForeignStates } from '../../domain/state-names.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import { findTypes, typeLabel } from '../../digitized/find-types.ts';
import { findHolderCandidates, type Offered } from '../../digitized/find-holder-candidates.ts';
import { byMember, memberNames } from '../../digitized/members-documents.ts';
import { fragment, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { DIGITIZED_TYPES } from '../../read-model/pages/choices.ts';
import { readPage } from '../../read-model/pages/page-query.ts';
import { planPage } from '../../read-model/pages/page-plan.ts';
import type { PageSource } from '../../read-model/pages/page-source.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import type { Call, Services } from '../../services.ts';
import { documentAccess } from '../../staff/document-access.ts';
import { readRoleDirectory, rolesOpening } from '../../staff/role-directory.ts';
import { requirePackages } from './package-access.ts';

/** A type of documents that a line can be given. */
export interface LineType {
  categoryId: string;
  documentId: string;
  /** Includes the category. */
  name: string;
}

/** The menu in which packages are received. */
export const RECEPTION = 'packages-received';

/**
 * Where packages can be sent: active agencies, not the sender's own, in which somebody receives packages, by name. The chosen one is listed
 * whatever became of it, with the reason why it cannot be used. Errors: `forbidden`.
 */
export async function findDestinations({ sql }: Services, { actor, chosen = '' }: Call & { chosen?: string }): Promise<Offered[]> {
  requirePackages(actor, 'sender');
  const { rows } = await sql.query<Offered>(
    `WITH found AS (SELECT a.id, coalesce(nullif(a.nombre, ''), a.id) AS name, CASE
         WHEN a.id = $1 THEN 'es su propia agencia'
         WHEN NOT (a.estado AND a."isActive" AND NOT a.source_deleted) THEN 'está inactiva'
         WHEN NOT EXISTS (SELECT 1 FROM usuarios u WHERE u.agency = a.id AND u.role = ANY($3) AND u.state AND u."isActive" AND NOT u.source_deleted)
           THEN 'ahí nadie recibe paquetes'
         ELSE '' END AS why FROM agencias a)
     SELECT id, name, why FROM found WHERE why = '' OR id = $2 ORDER BY why <> '', name COLLATE "es-x-icu", id`,
    [actor.agencyId, chosen.replaceAll('\0', ''), rolesOpening(await readRoleDirectory(sql), RECEPTION, 'change')],
  );
  return rows;
}

/**
 * To whom at an agency a package with these types can be addressed: people who receive packages there and may view all of them; then the
 * others, with the reason why not. Errors: `forbidden`.
 */
export async function findRecipients(
  services: Services,
  { actor, agencyId, types }: Call & { agencyId: string; types: readonly Omit<LineType, 'name'>[] },
): Promise<Offered[]> {
  requirePackages(actor, 'sender');
  if (!isDocumentId(agencyId)) return [];
  const known = types.filter(({ categoryId, documentId }) => isDocumentId(categoryId) && isDocumentId(documentId));
  return findHolderCandidates(services, { types: known, menus: [RECEPTION], agencyId });
}

/** Types of which the person may create documents, by category and name. Errors: `forbidden`. */
export async function findLineTypes(services: Services, { actor }: Call): Promise<LineType[]> {
  requirePackages(actor, 'sender');
  const types = await findTypes(services, actor, 'create');
  return types.map((type) => ({ categoryId: type.categoryId, documentId: type.id, name: typeLabel(type) }));
}

/** Longer results must be narrowed by searching. */
const SHOWN_MAX = 20;

/** A document that a line can hand over. */
export interface SendableDocument {
  id: string;
  documentName: string;
  categoryId: string;
  documentId: string;
  typeName: string;
  /** The members that it names, with their codes; '' for none. */
  memberNames: string;
  holderName: string;
}

const SELECT = `t.id, coalesce(nullif(t."documentName", ''), t.id) AS "documentName", t."categoryId", t."documentId",
  coalesce(nullif(y.nombre, ''), t."documentId") AS "typeName", coalesce(nullif(u.name, ''), t."userId") AS "holderName"`;

const sourceFor = (actor: Staff): PageSource => ({
  table: 'documentos',
  select: fragment`${trusted(SELECT)}, ${memberNames(actor)} AS "memberNames"`,
  joins: 'LEFT JOIN tipos_documento y ON y.id = t."documentId" LEFT JOIN usuarios u ON u.id = t."userId"',
  named: [{ column: 'documentId', ...DIGITIZED_TYPES }, byMember(actor)],
});

/**
 * The newest documents of a search that the person can put into a package: visible, in no other package, and held by them or, at their
 * agency, by nobody; administrators can also send those of others. Errors: `forbidden`.
 */
export async function findSendable(
  { sql }: Services,
  { actor, q }: Call & { q: string },
): Promise<{ rows: SendableDocument[]; more: boolean }> {
  requirePackages(actor, 'sender');
  const request = { q: q.slice(0, QUERY_MAX), page: 1, pageSize: SHOWN_MAX, sort: 'createdAt', dir: 'desc' } as const;
  const where = [...documentAccess(actor), fragment`t."inPackage" = ''`, notInForeignState(actor), ...heldBy(actor)];
  const page = await readForScreen(sql, (read) => readPage<SendableDocument>(read, planPage(sourceFor(actor), request, where)));
  return {
    rows: page.rows.map(({ id, documentName, categoryId, documentId, typeName, memberNames, holderName }) => ({
      id,
      documentName,
      categoryId,
      documentId,
      typeName,
      memberNames,
      holderName,
    })),
    more: page.total > page.rows.length,
  };
}

function notInForeignState({ stateNames }: Staff): SqlFragment {
  return fragment`t.status <> ALL(${findForeignStates(stateNames.documents, DOCUMENT_STATES)}::text[])`;
}

function heldBy({ role, id, agencyId }: Staff): SqlFragment[] {
  if (role === ADMIN_ROLE) return [];
  if (agencyId === '') return [fragment`t."userId" = ${id}`];
  return [fragment`(t."userId" = ${id} OR t."userId" = '' AND t."agencyId" = ${agencyId})`];
}
