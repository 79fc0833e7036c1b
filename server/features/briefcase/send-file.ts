import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { AppError } from '../../domain/errors.ts';
import { previewKindOf } from '../../domain/file-types.ts';
import { MEDIA_CSP, PDF_CSP, SANDBOX_CSP, contentDisposition, storedFileHeaders } from '../../files/serve-file.ts';
import { staffOf } from '../../request/locals.ts';
import type { Briefcase } from './create-briefcase.ts';
import type { FileFacts, OpenFileCall, OpenKind, OpenedFile } from './open-file.ts';

/** Sends a stored file, whole or in part. HEAD and "not modified" send no bytes, so they are no event. */
export async function sendFile(briefcase: Briefcase, request: Request, response: Response, kind: OpenKind): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  const call: OpenFileCall = {
    actor: staffOf(request),
    id: String(request.params['id']),
    kind,
    requestId: response.locals.requestId,
    signal: left.signal,
  };
  const sendsNothing = request.method === 'HEAD' || request.headers['if-none-match'] !== undefined;
  const known = sendsNothing || request.headers['if-range'] !== undefined ? await briefcase.describeFile(call) : null;
  if (known && matches(request.headers['if-none-match'], known.etag))
    return void response
      .status(304)
      .set({ ETag: known.etag, ...headersOf(known, kind) })
      .end();
  if (known && request.method === 'HEAD')
    return void response.set({ ...headersOf(known, kind), 'Content-Length': String(known.bytes) }).end();

  const ifRange = request.headers['if-range'];
  const rangeHolds = ifRange === undefined || ifRange === known?.etag;
  const file = await open(
    briefcase,
    { ...call, ...(request.headers.range !== undefined && rangeHolds ? { range: request.headers.range } : {}) },
    response,
  );
  if (!file) return;
  response.status(file.status).set(headersOf(file, kind));
  if (file.contentLength !== null) response.set('Content-Length', String(file.contentLength));
  if (file.status === 206 && file.contentRange !== null) response.set('Content-Range', file.contentRange);
  await pipeline(file.body, response).catch((error: unknown) => {
    // The head is out: all that can still be told is that the connection breaks off.
    if (!left.signal.aborted) response.locals.log.warn({ err: error, fileId: file.id }, 'file answer broke off');
    response.destroy();
  });
}

async function open(briefcase: Briefcase, call: OpenFileCall, response: Response): Promise<OpenedFile | null> {
  try {
    return await briefcase.openFile(call);
  } catch (error) {
    if (!(error instanceof AppError) || error.details?.['status'] !== 416) throw error;
    const contentRange = error.details['contentRange'];
    if (typeof contentRange === 'string') response.set('Content-Range', contentRange);
    response.status(416).set('Cache-Control', 'no-store').end();
    return null;
  }
}

function matches(header: string | undefined, etag: string): boolean {
  return header !== undefined && header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === etag);
}

/** What cannot harm is shown; everything else, HTML, SVG and XML above all, is only ever handed over as a download. */
function headersOf(file: FileFacts, kind: OpenKind): Readonly<Record<string, string>> {
  const preview = kind === 'download' ? 'none' : previewKindOf(file.contentType);
  const policy = { none: SANDBOX_CSP, pdf: PDF_CSP, text: MEDIA_CSP, image: MEDIA_CSP, audio: MEDIA_CSP, video: MEDIA_CSP }[preview];
  return {
    ...storedFileHeaders(policy),
    'Content-Type': typeOf(file.contentType),
    'Content-Disposition': contentDisposition(preview === 'none' ? 'attachment' : 'inline', file.nombre),
    'Accept-Ranges': 'bytes',
    ETag: file.etag,
  };
}

/** A stored type is never more than a type: text without a charset is UTF-8, anything malformed plain bytes. */
function typeOf(stored: string): string {
  if (!/^[a-z0-9.+-]+\/[a-z0-9.+-]+(?:; charset=[a-z0-9-]+)?$/i.test(stored)) return 'application/octet-stream';
  return stored.startsWith('text/') && !stored.includes(';') ? `${stored}; charset=utf-8` : stored;
}
