import { requireDocuments } from '../../digitized/document-kind.ts';
import { SHA256 } from '../../domain/files-vocabulary.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { allOf, fragment, toQuery } from '../../platform/sql-fragment.ts';
import type { Call } from '../../services.ts';
import { documentAccess } from '../../staff/document-access.ts';
import type { FileServices } from '../../stored-files/file-area.ts';

/** A document that has the same content. */
export interface DuplicateDocument {
  id: string;
  documentName: string;
  typeName: string;
}

/** As many as fit an address. */
const AT_ONCE = 50;

/**
 * For each content the oldest active document that has it, among those that the person may see: about the others nothing is said.
 * @param call `sha256`: hexadecimal; `except`: a document that does not count. Errors: `forbidden`, `invalid-input`.
 */
export async function findDuplicates(
  { sql }: Pick<FileServices, 'sql'>,
  { actor, sha256, except = '' }: Call & { sha256: readonly string[]; except?: string },
): Promise<(DuplicateDocument & { sha256: string })[]> {
  requireDocuments(actor);
  if (sha256.length > AT_ONCE || !sha256.every((hash) => SHA256.test(hash)))
    throw invalidFields({ sha256: [`Envíe hasta ${AT_ONCE} huellas SHA-256 en hexadecimal.`] }, 'problems');
  const found = await sql.query<DuplicateDocument & { sha256: string }>(
    toQuery(fragment`SELECT DISTINCT ON (t.sha256) t.sha256, t.id, t."documentName", coalesce(nullif(y.nombre, ''), t."documentId") AS "typeName"
      FROM documentos t LEFT JOIN tipos_documento y ON y.id = t."documentId"
      WHERE t.sha256 = ANY(${[...new Set(sha256)]}::text[]) AND t.sha256 <> '' AND t.id <> ${except} AND t."isActive" AND NOT t.source_deleted
        AND (${allOf(documentAccess(actor))}) ORDER BY t.sha256, t."createdAt", t.id`),
  );
  return found.rows;
}
