import { recordHref } from '../../record-links.ts';

/** Addresses of the Maletín's screens and streams. */
export const LIST_URL = '/briefcase/list-briefcase';
export const FOLDERS_URL = '/folders/list-folders';
export const UPLOAD_URL = '/briefcase/upload';
export const PARTS_URL = '/briefcase/uploads';
export const DUPLICATES_URL = '/briefcase/uploads/duplicates';

/** Files have their own address, not one under their list. */
export function fileHref(id: string, options?: Parameters<typeof recordHref>[2]): string {
  return recordHref('/briefcase/files', id, options);
}

/** Base address for viewing, printing and downloading a file (screens/files/viewer). */
export function documentBase(id: string): string {
  return `/briefcase/files/${encodeURIComponent(id)}`;
}
