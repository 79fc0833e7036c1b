import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { storedFileHeaders } from '../ports/files/serve-file.ts';
import { printPolicy } from '../entrances/request/print-policy.ts';
import type { FileCall } from './file-area.ts';
import type { PrintedFile } from './file-content.ts';
import { callOf } from './send-file.ts';
import type { DocumentPart } from '../domain/document-content.ts';
import { AppError } from '../domain/errors.ts';
import { escapeHtml } from '../platform/escape-html.ts';

const NONCE_BYTES = 16;

/** Verbs of an area, bound to the services. */
export interface PrintVerbs {
  openPrint(call: FileCall & { isAsked: boolean }): Promise<PrintedFile>;
}

/** GET …/print: an HTML document for printing with its pages inside, sent as they are drawn. */
export async function sendPrint(files: PrintVerbs, request: Request, response: Response): Promise<void> {
  const isHead = request.method === 'HEAD';
  const file = await files.openPrint({ ...callOf(request), isAsked: !isHead });
  const nonce = randomBytes(NONCE_BYTES).toString('base64');
  response.set({
    ...storedFileHeaders(printPolicy(nonce)),
    'Cache-Control': 'private, no-store',
    'Content-Type': 'text/html; charset=utf-8',
  });
  if (isHead) return void response.end();
  let isDisconnected = false;
  response.once('close', () => (isDisconnected = true));
  // A client that disconnects ends the drawing: no further page is requested from the generator.
  await pipeline(Readable.from(printDocument(file, nonce)), response).catch((error: unknown) => {
    if (!isDisconnected) response.locals.log.warn({ err: error, path: request.path }, 'print broke off');
    response.destroy();
  });
}

/** After this many consecutive failures the rest will fail as well. */
const MAX_FAILURES = 3;

const STYLE = `@page{margin:10mm}body{margin:0;font:11pt/1.4 sans-serif;color:#000;background:#fff}
img{display:block;max-width:100%;max-height:98vh;margin:0 auto;break-after:page}img:last-of-type{break-after:auto}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:10pt/1.4 monospace}
table{border-collapse:collapse;font-size:9pt}td{border:1px solid #999;padding:1pt 4pt;vertical-align:top;overflow-wrap:anywhere}
caption{text-align:left;font-weight:bold;padding:6pt 0}`;

/** One self-contained document, piece by piece: a page is drawn when the previous one has been sent. */
async function* printDocument(file: PrintedFile, nonce: string): AsyncGenerator<string> {
  yield `<!doctype html><html lang="es-GT"><head><meta charset="utf-8"><title>${escapeHtml(file.name)}</title><style nonce="${nonce}">${STYLE}</style></head><body>`;
  const { content } = file;
  if (content.form === 'pages') yield* pages(file, content.pages);
  if (content.form === 'table') yield* parts(file, content.parts.length, content.isComplete);
  if (content.form === 'text') yield* parts(file, content.parts, content.isComplete);
  yield `<script nonce="${nonce}">addEventListener('load',()=>print())</script></body></html>`;
}

async function* pages({ drawPage }: PrintedFile, count: number): AsyncGenerator<string> {
  let failures = 0;
  for (let page = 1; page <= count && failures < MAX_FAILURES; page += 1) {
    const printed = await pageOf(drawPage, page);
    failures = printed.isWhole ? 0 : failures + 1;
    yield printed.html;
  }
}

/** A page that cannot be drawn is replaced by a message: the pages before it have been sent already. */
async function pageOf(drawPage: PrintedFile['drawPage'], page: number): Promise<{ html: string; isWhole: boolean }> {
  try {
    const picture = await drawPage(page);
    return { html: `<img alt="Página ${page}" src="data:image/webp;base64,${picture.toString('base64')}">`, isWhole: true };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { html: paragraph(`Página ${page}: ${error.userMessage}`), isWhole: false };
  }
}

async function* parts({ readPart }: PrintedFile, count: number, isComplete: boolean): AsyncGenerator<string> {
  for (let part = 1; part <= count; part += 1) yield partAsHtml(await readPart(part));
  if (!isComplete) yield paragraph('El archivo continúa: aquí está solo su comienzo.');
}

function partAsHtml(part: DocumentPart): string {
  if (part.form === 'text') return `<pre>${escapeHtml(part.text)}</pre>`;
  const rows = part.rows.map(({ cells }) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`);
  return `<table><caption>${escapeHtml(part.sheet)}</caption>${rows.join('')}</table>`;
}

function paragraph(text: string): string {
  return `<p>${escapeHtml(text)}</p>`;
}
