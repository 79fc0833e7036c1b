import type { ReactNode, RefObject } from 'react';
import type { DocumentContent } from '#server/domain/document-content.ts';

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
