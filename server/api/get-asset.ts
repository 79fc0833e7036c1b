import { pipeline } from 'node:stream/promises';
import type { Request, RequestHandler, Response } from 'express';
import { fileTypeOf } from '../domain/file-types.ts';
import { fileExtension } from '../domain/files-vocabulary.ts';
import { isAssetKey, slashesToDashes } from '../files/asset-name.ts';
import { fileNotFound } from '../files/file-store.ts';
import { SANDBOX_CSP, contentDisposition, parseRange, storedFileHeaders } from '../files/serve-file.ts';
import type { Services } from '../services.ts';
import { MISSING_IMAGE_PATH, assetQuery } from '../rest-backend/schemas.ts';
import { refuse } from './json-body.ts';

/** GET /digitalization/asset?filename=: the bytes, always as an attachment. Ranges are honoured. */
export function getAsset(portal: Pick<Services, 'files' | 'log'>): RequestHandler {
  return (request, response, next) => {
    answer(portal, request, response).catch(next);
  };
}

async function answer(portal: Pick<Services, 'files' | 'log'>, request: Request, response: Response): Promise<void> {
  const query = assetQuery.safeParse(request.query);
  if (!query.success) throw refuse(MISSING_IMAGE_PATH);
  // The dashes are the specification's rule for names; what protects is that only keys of our own making are opened.
  const key = slashesToDashes(query.data.filename);
  if (!isAssetKey(key)) throw fileNotFound(key);
  const found = await portal.files.stat(key);
  if (!found) throw fileNotFound(key);
  const range = parseRange(request.headers.range, found.bytes);
  response.set(storedFileHeaders(SANDBOX_CSP)).set('Accept-Ranges', 'bytes');
  if (range === 'unsatisfiable') {
    return void response.status(416).set('Content-Range', `bytes */${found.bytes}`).end();
  }
  response.set({
    // The extension of a key was chosen by content when the file was stored.
    'Content-Type': fileTypeOf(fileExtension(key))?.contentType ?? 'application/octet-stream',
    'Content-Disposition': contentDisposition('attachment', key),
    'Content-Length': String(range === 'all' ? found.bytes : range.end - range.start + 1),
    'Last-Modified': found.modifiedAt.toUTCString(),
  });
  if (range !== 'all') response.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${found.bytes}`);
  if (request.method === 'HEAD') return void response.end();
  const body = await portal.files.open(key, range === 'all' ? undefined : range);
  await pipeline(body, response).catch((error: unknown) => {
    if (!response.destroyed || !request.destroyed) portal.log.warn({ err: error, key }, 'asset answer broke off');
  });
}
