import { previewKindOf, type PreviewKind } from '../../domain/file-types.ts';
import { isDocumentId } from '../../documents/document-id.ts';
import { fragment, toQuery, trusted } from '../../platform/sql-fragment.ts';
import { fileMissing, requireBriefcase, visibleTo, type BriefcaseCall, type BriefcaseServices } from './access.ts';
import { EVENT_LABELS, type FileEventKind } from './file-event.ts';
import { FILES, type FileListRow } from './file-list.ts';
import type { ListedFile } from './find-files.ts';

interface FilePlace {
  carpetaId: string;
  tipoDocumentoId: string;
  agenciaId: string;
  userId: string;
}

/** One file; JSON for the browser. */
export interface BriefcaseFile extends ListedFile, FilePlace {
  preview: PreviewKind;
  isActive: boolean;
  sha256: string;
  /** ISO text. */
  updatedAt: string | null;
  /** Microseconds as decimal digits: goes back with the form, so that a save over a newer version is seen. */
  version: string;
}

export interface ShownEvent {
  id: string;
  kind: FileEventKind;
  label: string;
  userName: string;
  /** ISO text. */
  at: string;
}

const HISTORY_MAX = 50;

export interface FileRecordRow extends FileListRow, FilePlace {
  isActive: boolean;
  url: string;
  sha256: string;
  updatedAt: Date | null;
  source_version: bigint;
}

/** The row of a file that the person may see, deleted ones included. Errors: `forbidden`, `not-found`. */
export async function requireFileRow(
  services: Pick<BriefcaseServices, 'sql'>,
  call: BriefcaseCall & { id: string },
): Promise<FileRecordRow> {
  requireBriefcase(call.actor);
  if (!isDocumentId(call.id)) throw fileMissing(call.id);
  const statement =
    toQuery(fragment`SELECT ${trusted(FILES.source.select)}, t."carpetaId", t."tipoDocumentoId", t."agenciaId", t."userId", t."isActive", t.url, t.sha256, t."updatedAt", t.source_version
    FROM maletin_archivos t ${trusted(FILES.source.joins ?? '')} WHERE t.id = ${call.id} AND NOT t.source_deleted AND (${visibleTo(call.actor)})`);
  const found = await services.sql.query<FileRecordRow>(statement);
  const row = found.rows[0];
  if (!row) throw fileMissing(call.id);
  return row;
}

export async function getFile(services: Pick<BriefcaseServices, 'sql'>, call: BriefcaseCall & { id: string }): Promise<BriefcaseFile> {
  const { url: _url, source_version, updatedAt, ...row } = await requireFileRow(services, call);
  return {
    ...row,
    preview: previewKindOf(row.contentType),
    bytes: Number(row.bytes),
    createdAt: row.createdAt.toISOString(),
    updatedAt: updatedAt?.toISOString() ?? null,
    version: String(source_version),
  };
}

/** Who uploaded, saw, printed and downloaded a file, newest first (the last 50). Errors: `forbidden`, `not-found`. */
export async function findFileEvents(
  services: Pick<BriefcaseServices, 'sql'>,
  call: BriefcaseCall & { id: string },
): Promise<ShownEvent[]> {
  await requireFileRow(services, call);
  const found = await services.sql.query<{ id: string; kind: FileEventKind; userName: string; at: Date }>(
    `SELECT id, kind, "userName", at FROM eventos_archivos
     WHERE area = 'briefcase' AND kind = ANY($2) AND "fileId" = $1 AND NOT source_deleted ORDER BY at DESC, id DESC LIMIT ${HISTORY_MAX}`,
    [call.id, Object.keys(EVENT_LABELS)],
  );
  return found.rows.map(({ id, kind, userName, at }) => ({ id, kind, label: EVENT_LABELS[kind], userName, at: at.toISOString() }));
}
