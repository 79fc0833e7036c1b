import { menuHref } from '#server/domain/menu.ts';
import { recordHref } from '../../record-links.ts';

export const LIST_URL = menuHref('digitalization-documents');

/** A selection as one file. */
export const ZIP_URL = `${LIST_URL}/zip`;
/** To whom a selection can be assigned. */
export const ASSIGNEES_URL = `${LIST_URL}/assignees`;
export const UPLOAD_URL = '/digitalization-documents/upload';
export const PREVIEW_URL = `${UPLOAD_URL}/preview`;
/** Members by name, code or DPI, for the fields of a document. */
export const MEMBERS_URL = '/digitalization-documents/members.json';
export const PARTS_URL = '/digitalization-documents/uploads';
export const DUPLICATES_URL = `${PARTS_URL}/duplicates`;
/** Of a record's address: the number of the earlier file that it shows. */
export const VERSION_PARAM = 'version';

/**
 * Under which what is seen, printed or handed over lies (screens/files/viewer): another file has another address, since browsers show
 * again what they have. @param number of the file among the `files` that the document had
 */
export function filesBase(id: string, number: number, files: number): string {
  const base = `/digitalization-documents/files/${encodeURIComponent(id)}`;
  return files === 1 ? base : `${base}/versions/${number}`;
}

/** The record with an earlier file in its viewer. */
export function versionHref(id: string, version: number, back: string): string {
  const href = documentHref(id, { back });
  return `${href}${href.includes('?') ? '&' : '?'}${VERSION_PARAM}=${version}`;
}

export function documentHref(id: string, options?: Parameters<typeof recordHref>[2]): string {
  return recordHref(LIST_URL, id, options);
}
