import { isDocumentId } from '../../documents/document-id.ts';
import type { StoredDocument } from '../../documents/document-store.ts';
import { AppError } from '../../domain/errors.ts';
import { canOpenFolder, requireMenu, type Staff } from '../../domain/permissions.ts';
import type { Services } from '../../services.ts';
import type { FileCall, FileServices } from '../../stored-files/file-area.ts';
import { fragment, trusted, type SqlFragment } from '../../platform/sql-fragment.ts';

export type BriefcaseServices = FileServices & Pick<Services, 'prisma'>;

export const FILES_COLLECTION = 'maletin_archivos';
/** How much of a wrong id the log keeps. */
const MAX_ID = 200;

export type BriefcaseCall = FileCall;

/** The first line of every verb. Errors: `forbidden`. */
export function requireBriefcase(actor: Staff): void {
  requireMenu(actor, 'briefcase-files');
}

/** Which files exist for a person, as a condition over `t`: what lies in another folder is as if it were not there. */
export function visibleTo(actor: Staff): SqlFragment {
  return actor.folders === 'all' ? trusted('TRUE') : fragment`t."carpetaId" = ANY(${[...actor.folders]}::text[])`;
}

/** Which folders exist for a person, as a condition over `t`. */
export function visibleFolders(actor: Staff): SqlFragment {
  return actor.folders === 'all' ? trusted('TRUE') : fragment`t.id = ANY(${[...actor.folders]}::text[])`;
}

/** Path of a document; an id that cannot be one answers like a file that does not exist. */
export function filePath(id: string): string {
  if (!isDocumentId(id)) throw fileMissing(id);
  return `${FILES_COLLECTION}/${id}`;
}

/** The same answer for a file that never was, was removed, or lies in a folder that the person may not open. */
export function fileMissing(id: string): AppError {
  return new AppError('not-found', `briefcase file ${id.slice(0, MAX_ID)} not found`, {
    userMessage: 'El archivo no existe o usted no tiene acceso a su carpeta.',
  });
}

export function requireFolder(actor: Staff, folderId: string, fileId: string): void {
  if (!canOpenFolder(actor, folderId)) throw fileMissing(fileId);
}

/** Whether a folder or document type is there and in use: then files may be put into it. */
export function isUsable(document: StoredDocument | null | undefined): document is StoredDocument {
  return !!document && document.data['isActive'] !== false && document.data['estado'] !== false;
}
