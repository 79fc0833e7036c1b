import type { Request, RequestHandler, Response, Router } from 'express';
import { asyncHandler, staffOf } from '../entrances/request/locals.ts';
import type { Staff } from '../domain/permissions.ts';
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

/** Route where a browser asks before an upload whether the content is stored already. @param find also returns each file's address */
export function addDuplicateRoute(
  router: Router,
  address: string,
  find: (call: { actor: Staff; sha256: string[] }) => Promise<readonly { url: string }[]>,
): void {
  router.get(
    address,
    asyncHandler(async (request, response) => {
      const sha256 = [request.query['sha256'] ?? []].flat().map(String);
      response.set('Cache-Control', 'no-store').json({ duplicates: await find({ actor: staffOf(request), sha256 }) });
    }),
  );
}

/** A prefetch shows nothing to anybody yet: it gets no content, and writes no view. */
const refusePrefetch: RequestHandler = (request, response, next) => {
  const purpose = `${request.get('Sec-Purpose') ?? ''} ${request.get('Purpose') ?? ''} ${request.get('X-Moz') ?? ''}`;
  if (!/prefetch|preview/i.test(purpose)) return next();
  response.status(204).set({ 'Cache-Control': 'no-store', Vary: 'Sec-Purpose, Purpose' }).end();
};
