import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import { contentDisposition, SANDBOX_CSP, storedFileHeaders } from '../ports/files/serve-file.ts';
import { zipOf, type OpenedZip } from './open-zip.ts';

/** Streams a selection as one file, as fast as it is read. Who goes away ends the reading; a file that cannot be read breaks it off. */
export async function sendZip(
  request: Request,
  response: Response,
  { name, open }: { name: string; open: (signal: AbortSignal) => Promise<OpenedZip> },
): Promise<void> {
  const left = new AbortController();
  response.once('close', () => left.abort());
  const { entries } = await open(left.signal);
  response.set({
    ...storedFileHeaders(SANDBOX_CSP),
    'Cache-Control': 'private, no-store',
    'Content-Type': 'application/zip',
    'Content-Disposition': contentDisposition('attachment', name),
  });
  await pipeline(Readable.from(zipOf(entries), { objectMode: false }), response).catch((error: unknown) => {
    // The head is out: all that can still be told is that the connection breaks off.
    if (!left.signal.aborted) response.locals.log.warn({ err: error, path: request.path }, 'zip broke off');
    response.destroy();
  });
}
