import { menuHref } from '#server/domain/menu.ts';
import { recordHref } from '../../record-links.ts';

export const LIST_URL = menuHref('digitalization-documents');

/** A selection as one ZIP file. */
export const ZIP_URL = `${LIST_URL}/zip`;
/** People to whom a selection can be assigned. */
export const ASSIGNEES_URL = `${LIST_URL}/assignees`;
export const UPLOAD_URL = '/digitalization-documents/upload';
export const PREVIEW_URL = `${UPLOAD_URL}/preview`;
export const PARTS_URL = '/digitalization-documents/uploads';
export const DUPLICATES_URL = `${PARTS_URL}/duplicates`;
export function filesBase(id: string): string {
  return `/digitalization-documents/files/${encodeURIComponent(id)}`;
}

export function documentHref(id: string, options?: Parameters<typeof recordHref>[2]): string {
  return recordHref(LIST_URL, id, options);
}
