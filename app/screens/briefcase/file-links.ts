import { recordHref } from '../lists/record-links.ts';

/** Addresses of the Maletín's screens and streams. */
export const LIST_URL = '/briefcase/list-briefcase';
export const UPLOAD_URL = '/briefcase/upload';
export const PARTS_URL = '/briefcase/uploads';
export const DUPLICATES_URL = '/briefcase/uploads/duplicates';

/** Files do not lie under their list. */
export function fileHref(id: string, options?: Parameters<typeof recordHref>[2]): string {
  return recordHref('/briefcase/files', id, options);
}

/** What is seen, printed or handed over: each opening of these is an event of the ledger. */
export function streamHref(id: string, kind: 'view' | 'print' | 'download' | `pages/${number}` | `text/${number}`): string {
  return `/briefcase/files/${encodeURIComponent(id)}/${kind}`;
}
