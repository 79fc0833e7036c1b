import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import { AppError } from '../../domain/errors.ts';
import type { Log } from '../../platform/log/log.ts';
import { inBackground } from './foreground.ts';
import { exportFileName } from '../../workbooks/export-file-name.ts';
import { collectForPaper, paperOf } from '../../workbooks/paper.ts';
import { CONTENT_TYPES, type AnswerFormat, type ExportFormat, type Row, type RowBatches, type SheetExport } from '../../workbooks/sheet.ts';
import { writeSheet } from '../../workbooks/write-sheet.ts';
import { printPolicy } from './print-policy.ts';

/** A person who clicks repeatedly, or a script, must not use up the process's memory and connections. */
const MAX_PER_PERSON = 2;
const MAX_PER_PROCESS = 6;
const running = new Map<string, number>();
/**
 * How long an answer may wait for its reader in all: a minute, and the time that what was sent takes at half the speed of a line of
 * 256 kbit/s. After that somebody holds the slot and its database connection by hardly reading.
 */
const PATIENCE_S = 60;
const LEAST_BYTES_PER_S = 16_000;

export interface ExportRequest extends Omit<SheetExport, 'countRows'> {
  format: AnswerFormat;
  staffId: string;
  log: Log;
  /** Runs before the first byte is sent; with the row count if it is known by then. Throws to prevent the export. */
  beforeSending?: (rows: number | null) => Promise<void>;
}

/**
 * Answers with a workbook or CSV file, streamed, or with the printable page. A failure before the first row (permission, parameters,
 * database) is thrown and becomes an ordinary error answer; a later one breaks the connection, so that the browser reports a failed
 * download. If the browser disconnects or hardly reads, the query is cancelled.
 *
 * @throws AppError too-many-requests when the person already has two exports running, unavailable when the process has six
 */
export async function sendExport(res: Response, request: ExportRequest): Promise<void> {
  const release = reserveSlot(request.staffId);
  const left = new AbortController();
  const onClose = (): void => {
    if (!res.writableFinished) left.abort(new Error('the browser closed the connection'));
  };
  res.once('close', onClose);
  const endWatch = watchReader(res, left);
  try {
    if (res.destroyed) return;
    const { format } = request;
    const count =
      format === 'print' ? await sendPaper(res, request, left.signal) : await sendFile(res, { ...request, format }, left.signal);
    request.log.info({ staffId: request.staffId, export: request.prefix, format: request.format, rows: count }, 'export sent');
  } catch (error) {
    if (left.signal.aborted) {
      request.log.info({ err: left.signal.reason as unknown, staffId: request.staffId, export: request.prefix }, 'export stopped');
      return;
    }
    if (!res.headersSent && !res.destroyed) {
      for (const name of res.getHeaderNames()) if (name.startsWith('content-')) res.removeHeader(name);
      throw error;
    }
    request.log.error({ err: error, staffId: request.staffId, export: request.prefix }, 'export broke off');
    res.destroy();
  } finally {
    res.off('close', onClose);
    endWatch();
    release();
  }
}

/** Aborts `left` when the answer has waited too long for its reader. Time that the database takes does not count. @returns what ends this */
function watchReader(res: Response, left: AbortController): () => void {
  const { socket } = res;
  const bytesBefore = socket?.bytesWritten ?? 0;
  let waitedSeconds = 0;
  const timer = setInterval(() => {
    if (res.writableNeedDrain || res.writableEnded) waitedSeconds += 1;
    const sentBytes = (socket?.bytesWritten ?? 0) - bytesBefore;
    if (waitedSeconds > PATIENCE_S + sentBytes / LEAST_BYTES_PER_S) left.abort(new Error('the reader is too slow'));
  }, 1_000);
  return () => clearInterval(timer);
}

type FileRequest = ExportRequest & { format: ExportFormat };

/** @returns how many rows were sent */
async function sendFile(res: Response, request: FileRequest, signal: AbortSignal): Promise<number> {
  const { rows, end } = await readAhead(request.rows(signal));
  try {
    await request.beforeSending?.(null);
    setHeaders(res, request);
    return (await writeSheet(res, request.format, request.sheet, inBackground(rows), { signal })).rows;
  } finally {
    await end();
  }
}

async function sendPaper(res: Response, { sheet, rows, beforeSending }: ExportRequest, signal: AbortSignal): Promise<number> {
  const collected = await collectForPaper(inBackground(rows(signal)));
  await beforeSending?.(collected.rows.length);
  const { cspNonce } = res.locals;
  res.status(200).set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': printPolicy(cspNonce),
    'Cache-Control': 'no-store',
  });
  await pipeline(Readable.from(paperOf(sheet, collected, cspNonce)), res, { signal });
  return collected.rows.length;
}

function reserveSlot(staffId: string): () => void {
  const mine = running.get(staffId) ?? 0;
  if (mine >= MAX_PER_PERSON) {
    throw new AppError('too-many-requests', `staff ${staffId} has ${mine} exports running`, {
      userMessage: 'Ya tiene dos descargas de este tipo en curso. Espere a que terminen e intente de nuevo.',
      retryAfterSeconds: 10,
    });
  }
  let all = 0;
  for (const count of running.values()) all += count;
  if (all >= MAX_PER_PROCESS) {
    throw new AppError('unavailable', `${all} exports running`, {
      userMessage: 'Hay muchas exportaciones en curso. Intente de nuevo en unos segundos.',
      retryAfterSeconds: 10,
    });
  }
  running.set(staffId, mine + 1);
  return () => {
    const now = (running.get(staffId) ?? 1) - 1;
    if (now === 0) running.delete(staffId);
    else running.set(staffId, now);
  };
}

/**
 * Reads the first batch now, while an error can still become an error answer. `end` releases the source of the remaining rows, even if
 * unread.
 */
async function readAhead(batches: RowBatches): Promise<{ rows: RowBatches; end: () => Promise<unknown> }> {
  const iterator = batches[Symbol.asyncIterator]();
  const first = await iterator.next();
  async function* all(): AsyncGenerator<readonly Row[]> {
    for (let next = first; !next.done; next = await iterator.next()) yield next.value;
  }
  return { rows: all(), end: async () => iterator.return?.() };
}

function setHeaders(res: Response, request: FileRequest): void {
  const name = exportFileName(request.prefix, request.format, request.sheet.generatedAt);
  res.status(200);
  res.setHeader('Content-Type', CONTENT_TYPES[request.format]);
  res.setHeader('Content-Disposition', `attachment; filename="${name}"`);
  res.setHeader('Cache-Control', 'no-store');
}
