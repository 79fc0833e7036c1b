import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { storedFileHeaders } from '../files/serve-file.ts';
import { printPolicy } from '../request/print-policy.ts';
import type { FileCall } from './file-area.ts';
import type { PrintedFile } from './file-content.ts';
import { printDocument } from './print-document.ts';
import { callOf } from './send-file.ts';

const NONCE_BYTES = 16;

/** Verbs of an area, as `bind` leaves them. */
export interface PrintVerbs {
  openPrint(call: FileCall & { isAsked: boolean }): Promise<PrintedFile>;
}

/** GET …/print: a document made for printing, its pages inside it, sent as they are drawn. */
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
  let hasLeft = false;
  response.once('close', () => (hasLeft = true));
  // Whoever goes away ends the drawing: the generator is not asked for another page.
  await pipeline(Readable.from(printDocument(file, nonce)), response).catch((error: unknown) => {
    if (!hasLeft) response.locals.log.warn({ err: error, path: request.path }, 'print broke off');
    response.destroy();
  });
}
