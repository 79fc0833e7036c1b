import { isDocumentId } from '../../documents/document-id.ts';
import { can } from '../../domain/document-permissions.ts';
import { findViewers } from '../../digitized/find-viewers.ts';
import type { Choice } from '../../read-model/pages/choices.ts';
import type { Call } from '../../services.ts';
import type { PackagesServices } from './create-packages.ts';
import { requirePackages } from './package-access.ts';

/** A select with more than this is no help. */
const AGENCIES_MAX = 500;
const TYPES_MAX = 2_000;

/** A type of documents that a line can be given. */
export interface LineType {
  categoryId: string;
  documentId: string;
  /** With its category. */
  name: string;
}

/** Where packages can be sent: every active agency but the sender's own, by name. Errors: `forbidden`. */
export async function findDestinations({ sql }: PackagesServices, { actor }: Call): Promise<Choice[]> {
  requirePackages(actor, 'sender');
  const { rows } = await sql.query<Choice>(
    `SELECT id, coalesce(nullif(nombre, ''), id) AS name FROM agencias WHERE estado AND "isActive" AND NOT source_deleted AND id <> $1
     ORDER BY nombre COLLATE "es-x-icu", id LIMIT ${AGENCIES_MAX}`,
    [actor.agencyId],
  );
  return rows;
}

/** For whom at an agency a package with these types can be meant: people who may view them all. Errors: `forbidden`. */
export async function findRecipients(
  services: PackagesServices,
  { actor, agencyId, types }: Call & { agencyId: string; types: readonly Omit<LineType, 'name'>[] },
): Promise<Choice[]> {
  requirePackages(actor, 'sender');
  if (!isDocumentId(agencyId)) return [];
  const known = types.filter(({ categoryId, documentId }) => isDocumentId(categoryId) && isDocumentId(documentId));
  return findViewers(services, { types: known, agencyId });
}

/** Types of which the person may create documents, by category and name. Errors: `forbidden`. */
export async function findLineTypes({ sql }: PackagesServices, { actor }: Call): Promise<LineType[]> {
  requirePackages(actor, 'sender');
  const { rows } = await sql.query<LineType & { category: string }>(
    `SELECT y.id AS "documentId", y."categoryId", coalesce(nullif(y.nombre, ''), y.id) AS name, coalesce(nullif(k.nombre, ''), k.id) AS category
     FROM tipos_documento y JOIN categorias k ON k.id = y."categoryId" AND k.estado AND k."isActive" AND NOT k.source_deleted
     WHERE y.estado AND y."isActive" AND NOT y.source_deleted ORDER BY k.nombre COLLATE "es-x-icu", y.nombre COLLATE "es-x-icu", y.id LIMIT ${TYPES_MAX}`,
  );
  return rows
    .filter(({ categoryId, documentId }) => can(actor, 'create', categoryId, documentId))
    .map(({ categoryId, documentId, name, category }) => ({ categoryId, documentId, name: `${category} › ${name}` }));
}
