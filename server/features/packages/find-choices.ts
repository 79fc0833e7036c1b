import { isDocumentId } from '../../documents/document-id.ts';
import { findTypes, typeLabel } from '../../digitized/find-types.ts';
import { findViewers } from '../../digitized/find-viewers.ts';
import type { Choice } from '../../read-model/pages/choices.ts';
import type { Call, Services } from '../../services.ts';
import { requirePackages } from './package-access.ts';

/** A select with more than this is no help. */
const AGENCIES_MAX = 500;

/** A type of documents that a line can be given. */
export interface LineType {
  categoryId: string;
  documentId: string;
  /** With its category. */
  name: string;
}

/** Where packages can be sent: every active agency but the sender's own, by name. Errors: `forbidden`. */
export async function findDestinations({ sql }: Services, { actor }: Call): Promise<Choice[]> {
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
  services: Services,
  { actor, agencyId, types }: Call & { agencyId: string; types: readonly Omit<LineType, 'name'>[] },
): Promise<Choice[]> {
  requirePackages(actor, 'sender');
  if (!isDocumentId(agencyId)) return [];
  const known = types.filter(({ categoryId, documentId }) => isDocumentId(categoryId) && isDocumentId(documentId));
  return findViewers(services, { types: known, agencyId });
}

/** Types of which the person may create documents, by category and name. Errors: `forbidden`. */
export async function findLineTypes(services: Services, { actor }: Call): Promise<LineType[]> {
  requirePackages(actor, 'sender');
  const types = await findTypes(services, actor, 'create');
  return types.map((type) => ({ categoryId: type.categoryId, documentId: type.id, name: typeLabel(type) }));
}
