import type { Request, Response } from 'express';
import { previewKindOf } from '../domain/file-types.ts';
import { MEDIA_CSP, PDF_CSP, SANDBOX_CSP, contentDisposition, storedFileHeaders } from '../files/serve-file.ts';
import { staffOf } from '../request/locals.ts';
import type { OpenKind } from './file-area.ts';
import type { FileFacts, OpenedFile, OpenFileCall } from './open-file.ts';
import { sendAsset } from './send-asset.ts';

/** Verbs of an area, as `bind` leaves them. */
interface OpenVerbs {
  describeFile(call: OpenFileCall): Promise<FileFacts>;
  openFile(call: OpenFileCall): Promise<OpenedFile>;
}

/** Sends a stored file, whole or in part. HEAD and "not modified" send no bytes, so they are no event. */
export async function sendFile(files: OpenVerbs, request: Request, response: Response, kind: OpenKind): Promise<void> {
  const { range, 'if-none-match': ifNoneMatch, 'if-range': ifRange } = request.headers;
  const call: OpenFileCall = { actor: staffOf(request), id: String(request.params['id']), kind, requestId: response.locals.requestId };
  const isHead = request.method === 'HEAD';
  const known = isHead || ifNoneMatch !== undefined || ifRange !== undefined ? await files.describeFile(call) : null;
  if (known && matches(ifNoneMatch, known.etag)) return void response.status(304).set(headersOf(known, kind)).end();
  if (known && isHead) return void response.set({ ...headersOf(known, kind), 'Content-Length': String(known.bytes) }).end();
  const rangeHolds = ifRange === undefined || ifRange === known?.etag;
  await sendAsset(request, response, {
    open: (signal) => files.openFile({ ...call, range: rangeHolds ? range : undefined, signal }),
    headers: (file) => headersOf(file, kind),
  });
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
    'Content-Disposition': contentDisposition(preview === 'none' ? 'attachment' : 'inline', file.name),
    'Accept-Ranges': 'bytes',
    ETag: file.etag,
  };
}

/** A stored type is never more than a type: text without a charset is UTF-8, anything malformed plain bytes. */
function typeOf(stored: string): string {
  if (!/^[a-z0-9.+-]+\/[a-z0-9.+-]+(?:; charset=[a-z0-9-]+)?$/i.test(stored)) return 'application/octet-stream';
  return stored.startsWith('text/') && !stored.includes(';') ? `${stored}; charset=utf-8` : stored;
}
