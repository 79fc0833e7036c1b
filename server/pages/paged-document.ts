import type { PageWidth } from '../domain/document-content.ts';
import type { PagePicture } from './page-picture.ts';

/** A document or picture whose pages can be drawn; `page` from 1. All methods throw `unsupported-type` for what cannot be drawn. */
export interface PagedDocument {
  pages: number;
  isPicture: boolean;
  draw(page: number, width: PageWidth): Promise<PagePicture>;
  /** The text of the page; '' for an image. */
  textOf(page: number): string;
}

/** Longer documents are cut off here: a file may claim any number of pages. */
export const MAX_PAGES = 5_000;
