import type { PageWidth } from '#server/domain/document-content.ts';

/**
 * What a viewer shows lies under the address of its document, in every area (`/briefcase/files/<id>`). Each opening of `view`,
 * `print` and `download` is an event of the ledger; pages and texts are a view.
 */
export function pageHref(base: string, page: number, width: PageWidth): string {
  return `${base}/pages/${page}?w=${width}`;
}

export function textHref(base: string, part: number): string {
  return `${base}/text/${part}`;
}

export function streamHref(base: string, kind: 'view' | 'print' | 'download'): string {
  return `${base}/${kind}`;
}
