import type { Request, Response } from 'express';
import { asPageWidth, FULL_WIDTH, type DocumentContent, type DocumentPart, type PageWidth } from '../domain/document-content.ts';
import { AppError } from '../domain/errors.ts';
import { MEDIA_CSP, SANDBOX_CSP, contentDisposition, storedFileHeaders } from '../ports/files/serve-file.ts';
import type { FileCall } from './file-area.ts';
import type { OpenPageCall, OpenPartCall, ViewedContent } from './file-content.ts';
import { callOf, sendFile, type OpenVerbs } from './send-file.ts';
import { secondsLeftOfHour } from './ledger.ts';

/** Verbs of an area, bound to the services. */
export interface ContentVerbs extends OpenVerbs {
  describeContent(call: FileCall): Promise<DocumentContent>;
  openPage(call: OpenPageCall): Promise<ViewedContent<Buffer>>;
  openPart(call: OpenPartCall): Promise<ViewedContent<DocumentPart>>;
  openPlainPart(call: OpenPartCall): Promise<ViewedContent<string>>;
}

/** GET …/pages/:n[?w=160|800|1600]: the picture of a page. */
export function sendPage(files: ContentVerbs, request: Request, response: Response, isFixed: boolean): Promise<void> {
  return sendPicture(files, request, response, { page: numberOf(request), isFixed });
}

async function sendPicture(
  files: ContentVerbs,
  request: Request,
  response: Response,
  { page, isFixed }: { page: number; isFixed: boolean },
): Promise<void> {
  const call = { ...callOf(request), page, width: widthOf(request) };
  if (request.method === 'HEAD') return answerHead(files, response, call, { number: page, type: 'image/webp', isFixed });
  const viewedPage = await files.openPage({ ...call, known: request.headers['if-none-match'] });
  sendViewed(response, viewedPage, {
    type: 'image/webp',
    policy: MEDIA_CSP,
    name: `${viewedPage.name} - ${page}.webp`,
    isFixed,
    body: (picture) => picture,
  });
}

/** GET …/text/:n[?format=json]: the text of a page, or a part of a text or table (cells separated by tabs; in JSON with row numbers). */
export async function sendText(files: ContentVerbs, request: Request, response: Response, isFixed: boolean): Promise<void> {
  const call = { ...callOf(request), part: numberOf(request) };
  const asJson = request.query['format'] === 'json';
  const type = asJson ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8';
  if (request.method === 'HEAD') return answerHead(files, response, call, { number: call.part, type, isFixed });
  const known = request.headers['if-none-match'];
  const viewedPart = await (asJson ? files.openPart({ ...call, known }) : files.openPlainPart({ ...call, known }));
  const name = `${viewedPart.name} - ${call.part}.${asJson ? 'json' : 'txt'}`;
  const body = (content: DocumentPart | string) => (typeof content === 'string' ? content : JSON.stringify(content));
  sendViewed<DocumentPart | string>(response, viewedPart, { type, policy: SANDBOX_CSP, name, isFixed, body });
}

/** GET …/view: plays audio and video, and shows a picture as its page. Errors: `unsupported-type` for anything else. */
export async function sendView(files: ContentVerbs, request: Request, response: Response, isFixed: boolean): Promise<void> {
  const content = await files.describeContent(callOf(request));
  if (content.form === 'media') return sendFile(files, request, response, 'view');
  if (content.form === 'pages' && content.isPicture) return sendPicture(files, request, response, { page: 1, isFixed });
  const userMessage = content.form === 'none' ? content.reason : 'Este archivo se ve por páginas o como texto, desde su ficha.';
  throw new AppError('unsupported-type', `content of form ${content.form} is not viewed as one`, { userMessage });
}

interface SentAs<Content> {
  type: string;
  policy: string;
  name: string;
  /** The address will always show this file. */
  isFixed: boolean;
  body: (content: Content) => Buffer | string;
}

function sendViewed<Content>(response: Response, { etag, content }: ViewedContent<Content>, { body, ...sent }: SentAs<Content>): void {
  response.set(headersOf(sent)).set('ETag', etag);
  if (content === null) response.status(304).end();
  else response.end(body(content));
}

/**
 * Browsers may reuse their copy until the clock hour ends, while it is still the same view, but must revalidate where the address may show
 * another file later. `Vary` separates people who share a browser.
 */
function headersOf({ type, policy, name, isFixed }: Omit<SentAs<never>, 'body'>): Readonly<Record<string, string>> {
  return {
    ...storedFileHeaders(policy),
    'Content-Type': type,
    'Content-Disposition': contentDisposition('inline', name),
    'Cache-Control': `private, ${isFixed ? `max-age=${secondsLeftOfHour()}` : 'no-cache'}, no-transform`,
    Vary: 'Cookie',
  };
}

/** HEAD: the same checks, no event. */
async function answerHead(
  files: ContentVerbs,
  response: Response,
  call: FileCall,
  { number, type, isFixed }: { number: number; type: string; isFixed: boolean },
): Promise<void> {
  const content = await files.describeContent(call);
  if (number > partsOf(content)) throw noSuchPart(String(number));
  response.set(headersOf({ type, policy: SANDBOX_CSP, name: String(number), isFixed })).end();
}

function partsOf(content: DocumentContent): number {
  if (content.form === 'pages') return content.pages;
  if (content.form === 'table') return content.parts.length;
  return content.form === 'text' ? content.parts : 0;
}

function numberOf(request: Request): number {
  const text = String(request.params['n']);
  if (!/^[1-9]\d{0,5}$/.test(text)) throw noSuchPart(text);
  return Number(text);
}

function widthOf(request: Request): PageWidth {
  const requestedWidth = request.query['w'];
  if (requestedWidth === undefined) return FULL_WIDTH;
  const width = asPageWidth(Number(requestedWidth));
  if (width === null)
    throw new AppError('invalid-input', 'no such width', { userMessage: 'Las páginas se muestran a 160, 800 o 1600 píxeles de ancho.' });
  return width;
}

function noSuchPart(text: string): AppError {
  return new AppError('not-found', `no part ${text.slice(0, 20)}`, { userMessage: 'El archivo no tiene esa página.' });
}
