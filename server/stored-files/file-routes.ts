import type { Request, RequestHandler, Response, Router } from 'express';
import { asyncHandler } from '../entrances/request/locals.ts';
import { sendPage, sendText, sendView, type ContentVerbs } from './send-content.ts';
import { sendFile } from './send-file.ts';
import { sendPrint, type PrintVerbs } from './send-print.ts';

/**
 * Routes of an area's files. @param base with `:id`, like `/briefcase/files/:id`, and `:version` to address one of a document's files
 * @param isFixed false if the address may show another file later
 */
export function addFileRoutes(router: Router, base: string, files: ContentVerbs & PrintVerbs, { isFixed = true } = {}): void {
  const add = (path: string, send: (request: Request, response: Response) => Promise<void>) =>
    router.get(`${base}/${path}`, refusePrefetch, asyncHandler(send));
  add('pages/:n', (request, response) => sendPage(files, request, response, isFixed));
  add('text/:n', (request, response) => sendText(files, request, response, isFixed));
  add('view', (request, response) => sendView(files, request, response, isFixed));
  add('print', (request, response) => sendPrint(files, request, response));
  add('download', (request, response) => sendFile(files, request, response, 'download'));
}

/** A prefetch shows nothing to anybody yet: it gets no content, and writes no view. */
const refusePrefetch: RequestHandler = (request, response, next) => {
  const purpose = `${request.get('Sec-Purpose') ?? ''} ${request.get('Purpose') ?? ''} ${request.get('X-Moz') ?? ''}`;
  if (!/prefetch|preview/i.test(purpose)) return next();
  response.status(204).set({ 'Cache-Control': 'no-store', Vary: 'Sec-Purpose, Purpose' }).end();
};
