import { previewKindOf, type PreviewKind } from '../../domain/file-types.ts';
import { findPage } from '../../read-model/pages/page-query.ts';
import type { Page } from '../../read-model/read-model.ts';
import { requireBriefcase, type BriefcaseCall, type BriefcaseServices } from './access.ts';
import { FILE_SOURCE, fileConditions, readFileListQuery, type FileListQuery } from './list-query.ts';

export interface ListedFile {
  id: string;
  nombre: string;
  carpetaId: string;
  tipoDocumentoId: string;
  folderName: string;
  documentTypeName: string;
  agencyName: string;
  userName: string;
  contentType: string;
  preview: PreviewKind;
  bytes: number;
  isActive: boolean;
  /** ISO text. */
  createdAt: string;
}

/** One page of the Maletín's list; JSON for the browser. */
export interface FilePage extends Page<ListedFile> {
  query: FileListQuery;
}

export interface FileRow extends Omit<ListedFile, 'bytes' | 'createdAt' | 'preview'> {
  bytes: bigint;
  createdAt: Date;
}

/** Files in the folders that the person may open, newest first unless `params` says otherwise. Errors: `forbidden`. */
export async function findFiles(
  services: Pick<BriefcaseServices, 'sql'>,
  call: BriefcaseCall & { params: URLSearchParams },
): Promise<FilePage> {
  requireBriefcase(call.actor);
  const query = readFileListQuery(call.params, call.actor.pageSize);
  const request = { ...query, show: query.isActive ? 'active' : 'inactive' } as const;
  const { rows, ...position } = await findPage<FileRow>(services.sql, FILE_SOURCE, request, fileConditions(call.actor, query));
  return { ...position, query, rows: rows.map(toListedFile) };
}

export function toListedFile(row: FileRow): ListedFile {
  return { ...row, preview: previewKindOf(row.contentType), bytes: Number(row.bytes), createdAt: row.createdAt.toISOString() };
}
