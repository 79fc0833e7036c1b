import type { ReactNode, RefObject } from 'react';
import type { DocumentContent, PageWidth } from '#server/domain/document-content.ts';

/** A document as any area passes it to the viewer. */
export interface ViewedDocument {
  /** Base address of its pages, texts, print and download, without a trailing slash. */
  base: string;
  name: string;
  content: DocumentContent;
  /** What the person may do besides viewing it. */
  allowed: Readonly<Record<'print' | 'download', boolean>>;
}

/** Props of the component that shows one form of content. */
export interface ShownProps<Content extends DocumentContent> {
  base: string;
  name: string;
  content: Content;
  /** Its text cannot be selected, because the person may not download it. */
  locked: boolean;
  /** The element that contains the whole viewer. */
  viewer: RefObject<HTMLElement>;
  /** Further tools at the end of the toolbar. */
  tools: ReactNode;
}

/**
 * A viewer's content is served under the address of its document, in every area (`/briefcase/files/<id>`). Each opening of `view`, `print`
 * and `download` is a ledger event; pages and texts count as a view.
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
