import type { ReactNode, RefObject } from 'react';
import type { DocumentContent, PageWidth } from '#server/domain/document-content.ts';

/** A document as any area gives it to the viewer. */
export interface ViewedDocument {
  /** The address under which its pages, texts, print and download lie, without a slash at its end. */
  base: string;
  name: string;
  content: DocumentContent;
  /** What the person may do beside seeing it. */
  allowed: Readonly<Record<'print' | 'download', boolean>>;
}

/** What shows one form of content inside the viewer. */
export interface ShownProps<Content extends DocumentContent> {
  base: string;
  name: string;
  content: Content;
  /** What it says cannot be selected: the person may not have it. */
  locked: boolean;
  /** Everything that belongs to the document. */
  viewer: RefObject<HTMLElement>;
  /** At the end of the tools. */
  tools: ReactNode;
}

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
