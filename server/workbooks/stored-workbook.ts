import { pipeline } from 'node:stream/promises';
import type { Readable } from 'node:stream';
import type { Request, Response } from 'express';
import { contentDisposition, SANDBOX_CSP, storedFileHeaders } from '../ports/files/serve-file.ts';
import { CONTENT_TYPES, type ExportFormat } from './sheet.ts';

/** A stored workbook or CSV file. */
export interface StoredWorkbook {
  name: string;
  format: ExportFormat;
  bytes: number;
  sha256: string;
  open(): Promise<Readable>;
}

/** Sends it as a download; HEAD does not open it. */
export async function sendStoredWorkbook(req: Request, res: Response, file: StoredWorkbook): Promise<void> {
  // Opened before the headers are sent, so that a failure becomes an ordinary error answer.
  const bytes = req.method === 'HEAD' ? null : await file.open();
  res.set({
    ...storedFileHeaders(SANDBOX_CSP),
    'Content-Type': CONTENT_TYPES[file.format],
    'Content-Disposition': contentDisposition('attachment', file.name),
    'Content-Length': String(file.bytes),
    ETag: `"${file.sha256}"`,
  });
  if (bytes) await pipeline(bytes, res);
  else res.end();
}
