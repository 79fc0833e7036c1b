import { createHashingStream } from '../../platform/hashing-stream.ts';
import type { FileStore } from '../../ports/files/file-store.ts';
import { CONTENT_TYPES, type ExportFormat, type RowBatches, type SheetExport } from '../../workbooks/sheet.ts';
import { writeSheet } from '../../workbooks/write-sheet.ts';

export interface WrittenFile {
  rows: number;
  bytes: number;
  sha256: string;
}

interface WriteOptions {
  key: string;
  format: ExportFormat;
  signal: AbortSignal;
  /** Called now and then. */
  onRows: (rows: number) => void;
}

/**
 * Writes an export straight into the store: neither its rows nor its bytes are ever all in memory, and a killed process leaves no temporary
 * files. Errors: those of the rows and of the store.
 */
export async function writeExport(
  files: Pick<FileStore, 'put'>,
  { sheet, rows }: Pick<SheetExport, 'rows' | 'sheet'>,
  { key, format, signal, onRows }: WriteOptions,
): Promise<WrittenFile> {
  const { through, sum, bytes } = createHashingStream();
  const [written, stored] = await Promise.allSettled([
    writeSheet(through, format, sheet, withProgress(rows(signal), onRows), { signal }),
    files.put(key, through, { contentType: CONTENT_TYPES[format] }).catch((error: unknown) => {
      through.destroy();
      throw error;
    }),
  ]);
  signal.throwIfAborted();
  // Both fail together: a store that fails ends the writing early, rows that fail leave the store with half a file.
  if (written.status === 'rejected' && !isEarlyEnd(written.reason)) throw written.reason;
  if (stored.status === 'rejected') throw stored.reason;
  if (written.status === 'rejected') throw written.reason;
  return { rows: written.value.rows, bytes: bytes(), sha256: sum() };
}

async function* withProgress(batches: RowBatches, onRows: (rows: number) => void): RowBatches {
  let rows = 0;
  for await (const batch of batches) {
    yield batch;
    rows += batch.length;
    onRows(rows);
  }
}

function isEarlyEnd(error: unknown): boolean {
  return (
    error instanceof Error && 'code' in error && (error.code === 'ERR_STREAM_PREMATURE_CLOSE' || error.code === 'ERR_STREAM_DESTROYED')
  );
}
