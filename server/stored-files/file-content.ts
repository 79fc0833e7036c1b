import { buffer } from 'node:stream/consumers';
import { formatCount } from '../domain/text.ts';
import type { Original } from '../pages/original.ts';
import { RENDITION_FORMAT } from '../pages/stored-pages.ts';
import { documentIdOf } from '../platform/document-id.ts';
import { FULL_WIDTH, type DocumentContent, type DocumentPart, type PageWidth } from '../domain/document-content.ts';
import { AppError } from '../domain/errors.ts';
import { requireActiveFile, type FileArea, type FileCall, type OpenKind } from './file-area.ts';
import { recordOpening, type ViewLedger } from './ledger.ts';
import { originalOf } from './original-of.ts';
import type { Services } from '../services.ts';

/** Limit of a print: nobody prints more from a screen, and drawing more takes minutes. */
const MAX_PRINTED_PAGES = 300;

export interface OpenPageCall extends FileCall {
  /** From 1. */
  page: number;
  width: PageWidth;
  /** If-None-Match header. */
  known?: string | undefined;
}

export interface OpenPartCall extends FileCall {
  /** From 1: the page of a document, the part of a text or table. */
  part: number;
  known?: string | undefined;
}

/** Something seen of a file; null content when the browser's copy is still valid, which counts as a view too. */
export interface ViewedContent<Content> {
  name: string;
  etag: string;
  content: Content | null;
}

/** A file to be printed, after its event was written. */
export interface PrintedFile {
  name: string;
  content: DocumentContent;
  drawPage: (page: number) => Promise<Buffer>;
  readPart: (part: number) => Promise<DocumentPart>;
}

/** How a file is displayed, for the screen around it: no event. Errors: `forbidden`, `not-found`, those of DocumentPages. */
export async function describeContent(services: Services, area: FileArea, call: FileCall): Promise<DocumentContent> {
  const file = await requireActiveFile(services, area, { ...call, action: 'view' });
  return services.documentPages.describe(await originalOf(services, file, call.actor.id));
}

/**
 * The picture of a page. Writes no event for what cannot be shown, and sends nothing without an
 * event. Errors of describeContent and drawPage.
 */
export async function openPage(services: Services, area: FileArea, call: OpenPageCall, views: ViewLedger): Promise<ViewedContent<Buffer>> {
  const { page, width } = call;
  return openViewed(services, area, call, views, [page, width], (original) => services.documentPages.drawPage(original, page, width));
}

/** The text of a page, or a part of a text or table. Errors of describeContent and readPart. */
export async function openPart(
  services: Services,
  area: FileArea,
  call: OpenPartCall,
  views: ViewLedger,
): Promise<ViewedContent<DocumentPart>> {
  const { part } = call;
  return openViewed(services, area, call, views, [part, 'text'], (original) => services.documentPages.readPart(original, part));
}

/** What UTF-8 files may begin with; readers drop it (`Response.text()` of browsers does). */
const BYTE_ORDER_MARK = '\ufeff';

/**
 * As openPart, in plain text. It begins with a byte order mark exactly if the file does not: a text that is shown is otherwise the stored
 * bytes, which viewing never sends.
 */
export async function openPlainPart(
  services: Services,
  area: FileArea,
  call: OpenPartCall,
  views: ViewLedger,
): Promise<ViewedContent<string>> {
  const { part } = call;
  return openViewed(services, area, call, views, [part, 'plain'], async (original) => {
    const text = plainText(await services.documentPages.readPart(original, part));
    // An empty file has no first byte.
    return text !== '' && (await isMarked(original)) ? text : `${BYTE_ORDER_MARK}${text}`;
  });
}

/** Replaces tabs and line breaks inside cells, which would split them. */
function plainText(part: DocumentPart): string {
  if (part.form === 'text') return part.text;
  return part.rows.map(({ cells }) => cells.map((cell) => cell.replace(/[\t\r\n]/g, ' ')).join('\t')).join('\n');
}

async function isMarked(original: Original): Promise<boolean> {
  const start = await buffer(await original.open({ start: 0, end: Buffer.byteLength(BYTE_ORDER_MARK) - 1 }));
  return start.toString().startsWith(BYTE_ORDER_MARK);
}

async function openViewed<Content>(
  services: Services,
  area: FileArea,
  call: FileCall & { known?: string | undefined },
  views: ViewLedger,
  what: readonly (number | string)[],
  make: (original: Original) => Promise<Content>,
): Promise<ViewedContent<Content>> {
  const file = await requireActiveFile(services, area, { ...call, action: 'view' });
  const original = await originalOf(services, file, call.actor.id);
  const etag = `"${documentIdOf([RENDITION_FORMAT, original.identity, ...what].join('\n'))}"`;
  const content = isKnown(call.known, etag) ? null : await make(original);
  await views.recordView(services, { area, file, actor: call.actor });
  return { name: file.name, etag, content };
}

/** Whether an If-None-Match header contains the validator. */
export function isKnown(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}

/**
 * Opens a file for printing: one event, however many pages, and no views. Errors: `forbidden`, `not-found`, `unsupported-type` for content
 * with neither pages nor text, `too-large` for more than 300 pages, those of DocumentPages.
 * @param isAsked false: only checks whether it could be printed (HEAD)
 */
export async function openPrint(services: Services, area: FileArea, call: FileCall & { isAsked: boolean }): Promise<PrintedFile> {
  const file = await requireActiveFile(services, area, { ...call, action: 'print' });
  const { documentPages } = services;
  const original = await originalOf(services, file, call.actor.id);
  const content = await documentPages.describe(original);
  if (content.form === 'media' || content.form === 'none') throw notPrinted(content);
  if (content.form === 'pages' && content.pages > MAX_PRINTED_PAGES) throw tooLong(content.pages);
  // Draws the first page, so that failures come before the event.
  if (call.isAsked && content.form === 'pages')
    await documentPages.drawPage(original, 1, FULL_WIDTH).catch(unlessOthersAreWhole(content.pages));
  if (call.isAsked) await recordOpening(services, { kind: 'print', area, file, actor: call.actor });
  return {
    name: file.name,
    content,
    drawPage: (page) => documentPages.drawPage(original, page, FULL_WIDTH),
    readPart: (part) => documentPages.readPart(original, part),
  };
}

function unlessOthersAreWhole(pages: number) {
  return (error: unknown): void => {
    if (pages === 1 || !(error instanceof AppError) || error.status >= 429) throw error;
  };
}

function notPrinted(content: DocumentContent): AppError {
  return new AppError('unsupported-type', `content of form ${content.form} is not printed`, {
    userMessage: content.form === 'none' ? `El archivo no se puede imprimir. ${content.reason}` : 'Un audio o un video no se imprime.',
  });
}

function tooLong(pages: number): AppError {
  const count = formatCount(pages);
  return new AppError('too-large', `a print of ${pages} pages`, {
    userMessage: `El documento tiene ${count} páginas y desde el portal se imprimen hasta ${MAX_PRINTED_PAGES}. Descárguelo para imprimirlo.`,
  });
}

/** Whether the person may also print or download it, for the buttons of a screen. */
export async function findAllowedActions(
  services: Services,
  area: FileArea,
  call: FileCall,
): Promise<Record<'print' | 'download', boolean>> {
  const allows = async (action: OpenKind) => {
    const found = await requireActiveFile(services, area, { ...call, action }).catch(nullWhenRefused);
    return found !== null;
  };
  const [print, download] = await Promise.all([allows('print'), allows('download')]);
  return { print, download };
}

function nullWhenRefused(error: unknown): null {
  if (error instanceof AppError && (error.code === 'not-found' || error.code === 'forbidden')) return null;
  throw error;
}
