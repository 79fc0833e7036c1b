import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import express, { type Request, type Response, type Router } from 'express';
import { dayOf } from '../domain/dates.ts';
import { isMap } from '../domain/extra-fields.ts';
import { asyncHandler, staffOf } from '../entrances/request/locals.ts';
import { contentDisposition, SANDBOX_CSP, storedFileHeaders } from '../ports/files/serve-file.ts';
import type { Call } from '../services.ts';
import { zipOf, type OpenedZip } from './open-zip.ts';

/** Enough for a hundred ids of any length. */
const SELECTION_LIMIT = '32kb';

/** `<list>/zip`: the files of a list's selection (`ids`) as one ZIP. `prefix` starts its name. */
export function addZipRoute(
  router: Router,
  listUrl: string,
  { prefix, open }: { prefix: string; open: (call: Call & { ids: readonly string[]; signal: AbortSignal }) => Promise<OpenedZip> },
): void {
  router.post(
    `${listUrl}/zip`,
    express.urlencoded({ extended: false, limit: SELECTION_LIMIT }),
    asyncHandler(async (req, res) => {
      const call = { actor: staffOf(req), requestId: res.locals.requestId, ids: readIds(req) };
      await sendZip(req, res, { name: `${prefix}-${dayOf(new Date())}.zip`, open: (signal) => open({ ...call, signal }) });
    }),
  );
}

/** `ids`, also several in one value separated by slashes, which no id contains. */
function readIds(request: Request): string[] {
  const body: unknown = request.body;
  const rawIds: unknown = isMap(body) ? body['ids'] : [];
  return [rawIds]
    .flat()
    .flatMap((ids) => (typeof ids === 'string' ? ids.split('/') : []))
    .filter((id) => id !== '');
}

/** Streams a selection as one file. Reading ends when the client disconnects; a file that cannot be read breaks the download off. */
async function sendZip(
  request: Request,
  response: Response,
  { name, open }: { name: string; open: (signal: AbortSignal) => Promise<OpenedZip> },
): Promise<void> {
  const disconnected = new AbortController();
  response.once('close', () => disconnected.abort());
  const { entries } = await open(disconnected.signal);
  response.set({
    ...storedFileHeaders(SANDBOX_CSP),
    'Cache-Control': 'private, no-store',
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition('attachment', name),
  });
  await pipeline(Readable.from(zipOf(entries), { objectMode: false }), response).catch((error: unknown) => {
    // The headers are sent: breaking the connection is the only error signal left.
    if (!disconnected.signal.aborted) response.locals.log.warn({ err: error, path: request.path }, 'zip broke off');
    response.destroy();
  });
}
