import type { PageWidth } from '../domain/document-content.ts';
import type { PagePicture } from './page-picture.ts';

/** A document or picture that pages can be drawn of; `page` from 1. Everything throws `unsupported-type` for what cannot be drawn. */
export interface PagedDocument {
  pages: number;
  isPicture: boolean;
  draw(page: number, width: PageWidth): Promise<PagePicture>;
  /** What the page says; '' for a picture of a page. */
  textOf(page: number): string;
}

/** Longer documents end here: a file may claim any number of pages. */
export const MAX_PAGES = 5_000;
