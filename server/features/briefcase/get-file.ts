import { isDocumentId } from '../../platform/document-id.ts';
import { fragment, toQuery, trusted } from '../../platform/sql/sql-fragment.ts';
import { selectOf } from '../../read-model/pages/page-source.ts';
import { canOpenFolder, requireMenu } from '../../domain/permissions.ts';
import type { Call, Services } from '../../services.ts';
import { visibleTo } from './access.ts';
import { contentVersion } from '../../records/content-version.ts';
import { findPages } from '../../records/targets.ts';
import { fileMissing } from './file-kind.ts';
import { contentMark } from '../../stored-files/earlier-files.ts';
import type { FileChanges } from './stored-file.ts';
import { FILES, fileUrl, type FileListRow } from './file-list.ts';
import type { ListedFile } from './find-files.ts';
import type { Opened } from '../../records/declared-record.ts';

interface FileFacts {
  carpetaId: string;
  tipoDocumentoId: string;
  agenciaId: string;
  userId: string;
  isActive: boolean;
  sha256: string;
  /** Number of the present version. */
  versionNumber: number;
}

/** One file; JSON for the browser. */
export interface BriefcaseFile extends ListedFile, FileFacts {
  /** ISO text. */
  updatedAt: string | null;
  /** Addresses of the records that it names; null where the person may not open one. */
  pages: Record<'agency' | 'folder' | 'user', string | null>;
  /** Digest of the form's values: sent back with the form, so that a save over a newer version is detected. */
  version: string;
}

/** A file that the person may see, deleted ones included. Errors: `forbidden`, `not-found`. */
export async function getFile(services: Pick<Services, 'registries' | 'sql'>, call: Call & { id: string }): Promise<BriefcaseFile> {
  requireMenu(call.actor, 'briefcase-files');
  if (!isDocumentId(call.id)) throw fileMissing(call.id);
  const statement =
    toQuery(fragment`SELECT ${selectOf(FILES.source)}, t."carpetaId", t."tipoDocumentoId", t."agenciaId", t."userId", t."isActive", t.sha256, t."updatedAt",
      t.url, jsonb_array_length(t.versions) + 1 AS "versionNumber"
    FROM maletin_archivos t ${trusted(FILES.source.joins ?? '')} WHERE t.id = ${call.id} AND NOT t.source_deleted AND (${visibleTo(call.actor)})`);
  const found = await services.sql.query<FileListRow & FileFacts & { updatedAt: Date | null; url: string }>(statement);
  if (!found.rows[0]) throw fileMissing(call.id);
  const { updatedAt, url, ...row } = found.rows[0];
  const { nombre, carpetaId, tipoDocumentoId, agenciaId, userId, isActive } = row;
  const pages = await findPages(services, call.actor, {
    folder: ['maletin_carpetas', canOpenFolder(call.actor, carpetaId) ? carpetaId : ''],
    agency: ['agencias', agenciaId],
    user: ['usuarios', userId],
  });
  return {
    pages,
    ...row,
    bytes: Number(row.bytes),
    createdAt: row.createdAt.toISOString(),
    updatedAt: updatedAt?.toISOString() ?? null,
    version: contentVersion<FileChanges>({ nombre, carpetaId, tipoDocumentoId, archivo: contentMark({ url }) }, isActive),
  };
}

/** Opens a file that is not deleted, for people who may see it. Errors: `forbidden`, `not-found`. */
export async function openFileRecord(services: Services, call: Call & { id: string }): Promise<Opened> {
  const { id, nombre, isActive } = await getFile(services, call);
  if (!isActive) throw fileMissing(id);
  return { href: fileUrl(id), name: `el archivo «${nombre}»` };
}
