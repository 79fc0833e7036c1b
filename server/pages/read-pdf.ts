import { readFile } from 'node:fs/promises';
import { PDFiumLibrary, type PDFiumDocument, type PDFiumPage } from '@hyzyla/pdfium';
import sharp from 'sharp';
import { FULL_WIDTH, type PageWidth } from '../domain/document-content.ts';
import { cannotShow } from './cannot-show.ts';
import { encodePage, maxHeight, toPagePicture, type PagePicture } from './page-picture.ts';
import { MAX_PAGES, type PagedDocument } from './paged-document.ts';

/** 216 dots per inch: a business card is not blown up to page width. */
const MAX_SCALE = 3;
/** Thumbnails are drawn larger and scaled down: text of three pixels is readable in grey, not as dots. */
const OVERSAMPLING = 2;

/** The last document stays open, because its pages are usually requested one after the other. */
let opened: { location: string; document: PDFiumDocument } | null = null;
let library: Promise<PDFiumLibrary> | null = null;

/** Errors: `unsupported-type` (encrypted, damaged, without pages). */
export async function openPdf(location: string): Promise<PagedDocument> {
  const document = await openDocument(location);
  const pages = Math.min(document.getPageCount(), MAX_PAGES);
  if (pages < 1) throw cannotShow('El PDF no tiene páginas.');
  return {
    pages,
    isPicture: false,
    draw: (page, width) => draw(document, page, width),
    textOf: (page) => plain(document.getPage(page - 1).getText()),
  };
}

async function openDocument(location: string): Promise<PDFiumDocument> {
  if (opened?.location === location) return opened.document;
  opened?.document.destroy();
  opened = null;
  library ??= PDFiumLibrary.init();
  try {
    const document = await (await library).loadDocument(await readFile(location));
    opened = { location, document };
    return document;
  } catch (error) {
    // Memory taken by a refused document is not freed: the next one starts with a fresh module.
    library = null;
    throw explain(error);
  }
}

function explain(error: unknown): Error {
  const message = error instanceof Error ? error.message : String(error);
  const isEncrypted = /password|security/i.test(message);
  return cannotShow(
    isEncrypted ? 'El PDF está protegido con contraseña y el portal no puede mostrarlo.' : 'El PDF está dañado y no se puede leer.',
    `pdfium: ${message}`,
    error,
  );
}

/** Marks that pdfium leaves where a word is hyphenated at the end of a line. */
const BREAKS = ['\u0002', '\ufffe'];

function plain(text: string): string {
  return BREAKS.reduce((kept, mark) => kept.replaceAll(mark, ''), text.replace(/\r\n?/g, '\n'));
}

async function draw(document: PDFiumDocument, number: number, width: PageWidth): Promise<PagePicture> {
  const page = document.getPage(number - 1);
  const size = fit(page, width);
  const { data } = await page.render({ ...size, render: 'bitmap', renderFormFields: true });
  const pixels = { ...size, data, channels: 4 } as const;
  return size.width <= width ? encodePage(pixels) : toPagePicture(sharp(data, { raw: pixels }), width);
}

/** The pixel size of a page, bounded whatever box it claims. */
function fit(page: PDFiumPage, width: PageWidth): { width: number; height: number } {
  const box = page.getOriginalSize();
  const [wide, high] = [box.originalWidth, box.originalHeight];
  if (!(wide > 0 && high > 0)) throw cannotShow('La página está dañada y no se puede mostrar.', `page box ${wide} × ${high}`);
  const oversampling = width === FULL_WIDTH ? 1 : OVERSAMPLING;
  const scale = Math.min(MAX_SCALE, (width * oversampling) / wide, (maxHeight(width) * oversampling) / high);
  return { width: Math.max(1, Math.floor(wide * scale)), height: Math.max(1, Math.floor(high * scale)) };
}
