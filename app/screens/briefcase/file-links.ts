/** Addresses of the Maletín's screens and streams. */
export const LIST_URL = '/briefcase/list-briefcase';
export const UPLOAD_URL = '/briefcase/upload';

/** `back` is the list's search text without `?`, so that the way back finds the list as it was. */
export function fileHref(id: string, options: { mode?: 'edit'; back?: string } = {}): string {
  const path = `/briefcase/files/${encodeURIComponent(id)}${options.mode ? `/${options.mode}` : ''}`;
  return options.back ? `${path}?back=${encodeURIComponent(options.back)}` : path;
}

/** Bytes: each opening of these is an event of the ledger. */
export function streamHref(id: string, kind: 'view' | 'print' | 'download'): string {
  return `/briefcase/files/${encodeURIComponent(id)}/${kind}`;
}
