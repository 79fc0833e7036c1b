import type { Request, Response } from 'express';
import { withCharset } from '../domain/file-types.ts';
import { MEDIA_CSP, SANDBOX_CSP, contentDisposition, storedFileHeaders } from '../ports/files/serve-file.ts';
import { staffOf } from '../entrances/request/locals.ts';
import type { FileCall } from './file-area.ts';
import { isKnown } from './file-content.ts';
import type { FileFacts, OpenedFile, OpenFileCall } from './open-file.ts';
import { sendAsset } from './send-asset.ts';

/** Verbs of an area, bound to the services. */
export interface OpenVerbs {
  describeFile(call: OpenFileCall): Promise<FileFacts>;
  openFile(call: OpenFileCall): Promise<OpenedFile>;
}

/** The file that an address requests: the `:id` of its document, and `:version` for an earlier one. */
export function callOf(request: Request): FileCall {
  const { id, version } = request.params;
  return { actor: staffOf(request), id: String(id), version, requestId: request.res?.locals.requestId };
}

/** Sends a stored file, whole or in part. HEAD and "not modified" send no bytes, so they write no event. */
export async function sendFile(files: OpenVerbs, request: Request, response: Response, kind: OpenFileCall['kind']): Promise<void> {
  const { range, 'if-none-match': ifNoneMatch, 'if-range': ifRange } = request.headers;
  const call: OpenFileCall = { ...callOf(request), kind };
  const isHead = request.method === 'HEAD';
  const known = isHead || ifNoneMatch !== undefined || ifRange !== undefined ? await files.describeFile(call) : null;
  if (known && isKnown(ifNoneMatch, known.etag)) return void response.status(304).set(headersOf(known, kind)).end();
  if (known && isHead) return void response.set({ ...headersOf(known, kind), 'Content-Length': String(known.bytes) }).end();
  const rangeHolds = ifRange === undefined || ifRange === known?.etag;
  await sendAsset(request, response, {
    open: (signal) => files.openFile({ ...call, range: rangeHolds ? range : undefined, signal }),
    headers: (file) => headersOf(file, kind),
  });
}

/** Played files cannot run scripts; downloads are never opened by the browser. */
function headersOf(file: FileFacts, kind: OpenFileCall['kind']): Readonly<Record<string, string>> {
  const isPlayed = kind === 'view';
  return {
    ...storedFileHeaders(isPlayed ? MEDIA_CSP : SANDBOX_CSP),
    'Content-Type': typeOf(file.contentType),
    'Content-Disposition': contentDisposition(isPlayed ? 'inline' : 'attachment', file.name),
    'Accept-Ranges': 'bytes',
    ETag: file.etag,
  };
}

/** Sanitizes a stored type: text without a charset is UTF-8, anything malformed becomes plain bytes. */
function typeOf(stored: string): string {
  if (!/^[a-z0-9.+-]+\/[a-z0-9.+-]+(?:; charset=[a-z0-9-]+)?$/i.test(stored)) return 'application/octet-stream';
  return withCharset(stored);
}
