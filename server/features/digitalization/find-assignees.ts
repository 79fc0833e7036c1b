import { ADMIN_ROLE } from '../../domain/roles.ts';
import type { Choice } from '../../read-model/pages/choices.ts';
import type { Call } from '../../services.ts';
import { isVisible } from '../../digitized/access.ts';
import type { DigitalizationServices } from './create-digitalization.ts';
import { DOCUMENTS_COLLECTION, readDocument, requireDocuments } from '../../digitized/document-kind.ts';
import { isDocumentId } from '../../documents/document-id.ts';

/** A select with more than this is no help. */
const PEOPLE_MAX = 1_000;
/** No act takes more. */
const IDS_MAX = 100;

/**
 * To whom these documents can be assigned: active people who may view all of their types, and hold none of them, by name.
 * Documents that the person does not see do not count. Errors: `forbidden`.
 */
export async function findAssignees(
  { documents, sql }: DigitalizationServices,
  { actor, ids }: Call & { ids: readonly string[] },
): Promise<Choice[]> {
  requireDocuments(actor);
  const paths = ids
    .slice(0, IDS_MAX)
    .filter(isDocumentId)
    .map((id) => `${DOCUMENTS_COLLECTION}/${id}`);
  const found = await documents.digitalization.getMany(paths);
  const asked = found.flatMap((stored) => (stored ? [readDocument(stored.data)] : [])).filter((document) => isVisible(actor, document));
  if (asked.length === 0) return [];
  const { rows } = await sql.query<Choice>(
    `SELECT u.id, coalesce(nullif(u.name, ''), nullif(u.email, ''), u.id) AS name FROM usuarios u
     LEFT JOIN permisos_documentos s ON s.id = u.digitalization_permission_id AND s."isActive" AND NOT s.source_deleted
     WHERE u.state AND u."isActive" AND NOT u.source_deleted AND u.id <> ALL($3)
       AND (u.role = '${ADMIN_ROLE}' OR s.id IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM unnest($1::text[], $2::text[]) AS asked(category, type)
         WHERE NOT coalesce(s.permissions -> asked.category -> asked.type @> '["view"]', FALSE)))
     ORDER BY name COLLATE "es-x-icu", u.id LIMIT ${PEOPLE_MAX}`,
    [asked.map(({ categoryId }) => categoryId), asked.map(({ documentId }) => documentId), asked.map(({ userId }) => userId)],
  );
  return rows;
}
