import { requireMenu } from '../../domain/permissions.ts';
import { SHA256 } from '../../domain/files-vocabulary.ts';
import { fragment, toQuery } from '../../platform/sql-fragment.ts';
import { invalidFields } from '../../platform/read-input.ts';
import type { Call } from '../../services.ts';
import type { FileServices } from '../../stored-files/file-area.ts';
import { visibleTo } from './access.ts';

export interface Duplicate {
  id: string;
  nombre: string;
  folderName: string;
}

/** As many as fit an address. */
const AT_ONCE = 50;

/**
 * For each content the oldest active file that has it, among those that the person may see: about the others nothing is said.
 * @param call `sha256`: hexadecimal; `except`: a file that does not count. Errors: `forbidden`, `invalid-input`.
 */
export async function findDuplicates(
  { sql }: Pick<FileServices, 'sql'>,
  { actor, sha256, except = '' }: Call & { sha256: readonly string[]; except?: string },
): Promise<(Duplicate & { sha256: string })[]> {
  requireMenu(actor, 'briefcase-files');
  if (sha256.length > AT_ONCE || !sha256.every((hash) => SHA256.test(hash)))
    throw invalidFields({ sha256: [`Envíe hasta ${AT_ONCE} huellas SHA-256 en hexadecimal.`] }, 'problems');
  const found = await sql.query<Duplicate & { sha256: string }>(
    toQuery(fragment`SELECT DISTINCT ON (t.sha256) t.sha256, t.id, t.nombre, coalesce(f.nombre, '') AS "folderName"
      FROM maletin_archivos t LEFT JOIN maletin_carpetas f ON f.id = t."carpetaId"
      WHERE t.sha256 = ANY(${[...new Set(sha256)]}::text[]) AND t.id <> ${except} AND t."isActive" AND NOT t.source_deleted AND (${visibleTo(actor)})
      ORDER BY t.sha256, t."createdAt", t.id`),
  );
  return found.rows;
}
