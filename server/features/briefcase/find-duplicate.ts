import type { Staff } from '../../domain/permissions.ts';
import { fragment, toQuery } from '../../platform/sql-fragment.ts';
import type { FileServices } from '../../stored-files/file-area.ts';
import { visibleTo } from './access.ts';

export interface Duplicate {
  id: string;
  nombre: string;
  folderName: string;
}

/** The oldest active file of the same content among those that the person may see. null also when the read model is away. */
export async function findDuplicate(
  services: Pick<FileServices, 'sql' | 'log'>,
  actor: Staff,
  file: { id: string; sha256: string },
): Promise<Duplicate | null> {
  if (file.sha256 === '') return null;
  const statement = toQuery(fragment`
    SELECT t.id, t.nombre, coalesce(f.nombre, '') AS "folderName" FROM maletin_archivos t LEFT JOIN maletin_carpetas f ON f.id = t."carpetaId"
    WHERE t.sha256 = ${file.sha256} AND t.id <> ${file.id} AND t."isActive" AND NOT t.source_deleted AND (${visibleTo(actor)})
    ORDER BY t."createdAt", t.id LIMIT 1`);
  try {
    const found = await services.sql.query<Duplicate>(statement);
    return found.rows[0] ?? null;
  } catch (error) {
    // The file is stored: a warning that cannot be given must not turn its upload into a failure.
    services.log.warn({ err: error, fileId: file.id }, 'duplicate not looked for');
    return null;
  }
}
