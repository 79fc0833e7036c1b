import type { StoredDocument } from '../../ports/documents/document-store.ts';
import { canOpenFolder, type Staff } from '../../domain/permissions.ts';
import { fragment, trusted, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { readBoolean } from '../../read-model/field-readers.ts';
import { isActive } from '../../records/content-version.ts';
import { fileMissing } from './file-kind.ts';

/** Files that a person may see, as a condition over `t`: those in other folders count as missing. */
export function visibleTo(actor: Staff): SqlFragment {
  return actor.folders === 'all' ? trusted('TRUE') : fragment`t."carpetaId" = ANY(${[...actor.folders]}::text[])`;
}

/** Folders that a person may see, as a condition over `t`. */
export function visibleFolders(actor: Staff): SqlFragment {
  return actor.folders === 'all' ? trusted('TRUE') : fragment`t.id = ANY(${[...actor.folders]}::text[])`;
}

export function requireFolder(actor: Staff, folderId: string, fileId: string): void {
  if (!canOpenFolder(actor, folderId)) throw fileMissing(fileId);
}

/** Whether a folder or document type exists and is in use: then files may be put into it. */
export function isUsable(document: StoredDocument | null | undefined): document is StoredDocument {
  return !!document && isActive(document.data) && readBoolean(document.data, 'estado', true);
}
