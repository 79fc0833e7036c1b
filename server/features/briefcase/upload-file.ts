import type { Staff } from '../../domain/permissions.ts';
import { fragment, toQuery } from '../../platform/sql-fragment.ts';
import { visibleTo } from './access.ts';
import { readNumber, readText } from '../../read-model/field-readers.ts';
import type { StoreFileCall } from '../../stored-files/store-file.ts';
import * as storedFiles from '../../stored-files/upload-file.ts';
import type { FileServices } from '../../stored-files/file-area.ts';
import { BRIEFCASE } from './briefcase-area.ts';

interface Duplicate {
  id: string;
  nombre: string;
  folderName: string;
}

export interface UploadedFile {
  id: string;
  nombre: string;
  contentType: string;
  bytes: number;
  sha256: string;
  /** A file of the same content that the person may see; the new one is kept all the same. */
  duplicateOf: Duplicate | null;
}

/** Stores a file of the Maletín, and looks whether its content was there. Errors of the kernel's uploadFile. */
export async function uploadFile(services: FileServices, call: StoreFileCall): Promise<UploadedFile> {
  const { id, data } = await storedFiles.uploadFile(services, BRIEFCASE, call);
  const sha256 = readText(data, 'sha256');
  return {
    id,
    nombre: readText(data, 'nombre'),
    contentType: readText(data, 'contentType'),
    bytes: readNumber(data, 'bytes') ?? 0,
    sha256,
    duplicateOf: await findDuplicate(services, call.actor, { id, sha256 }),
  };
}

/** The oldest active file of the same content among those that the person may see. null also when the read model is away. */
async function findDuplicate(
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
