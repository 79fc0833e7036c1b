import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { documentIdOf } from '../../platform/document-id.ts';
import { createHashingStream } from '../../platform/hashing-stream.ts';
import { temporaryPrefix } from '../../platform/temporary-folders.ts';
import type { FileStore } from '../../ports/files/file-store.ts';
import type { SnapshotFormat } from './domain/report-schedules.ts';
import {
  CONTENT_TYPES,
  type ExportFormat,
  type KeyedExport,
  type RowBatches,
  type Sheet,
  type SheetColumn,
  type SheetLine,
} from '../../workbooks/sheet.ts';
import { writeSheet } from '../../workbooks/write-sheet.ts';
import type { Run } from './run-document.ts';

/** What a run leaves: all files are written from rows that were read once, so that nothing changes between one file and the next. */
export interface SnapshotFacts {
  rows: number;
  /** Digest of the CSV's bytes: head and rows in the order of the definition, without any time of creation. */
  dataSha256: string;
  /** Digest of the workbook, or of the CSV if that is the only file. */
  fileSha256: string;
  bytes: number;
}

/** `rows`: read to compare two runs. */
export type SnapshotPart = ExportFormat | 'rows';

interface WriteOptions {
  runId: string;
  format: SnapshotFormat;
  signal: AbortSignal;
  onRows: (rows: number) => void;
}

const LINES_AT_ONCE = 500;

/** Reads the report once and stores its files. Memory stays flat: rows wait on disk. Errors: those of the report and the store. */
export async function storeSnapshot(
  files: FileStore,
  { sheet, lines }: Pick<KeyedExport, 'lines' | 'sheet'>,
  { runId, format, signal, onRows }: WriteOptions,
): Promise<SnapshotFacts> {
  const directory = await mkdtemp(temporaryPrefix('reporte'));
  try {
    const spool = path.join(directory, 'rows');
    await pipeline(spoolText(headOf(sheet), linesText(lines(signal), onRows)), createGzip(), createWriteStream(spool), { signal });
    const rows = () => cellsIn(createReadStream(spool));
    const csv = await writeFile(path.join(directory, 'csv'), 'csv', { sheet, rows: rows(), signal });
    const storePart = (location: string, part: SnapshotPart, sum: string) =>
      files.put(snapshotKey(runId, part, sum), createReadStream(location), { contentType: contentTypeOf(part) });
    await storePart(spool, 'rows', csv.sum);
    if (format !== 'xlsx') await storePart(csv.location, 'csv', csv.sum);
    if (format === 'csv') return { rows: csv.rows, dataSha256: csv.sum, fileSha256: csv.sum, bytes: csv.bytes };
    const xlsx = await writeFile(path.join(directory, 'xlsx'), 'xlsx', { sheet, rows: rows(), signal });
    await storePart(xlsx.location, 'xlsx', xlsx.sum);
    return { rows: csv.rows, dataSha256: csv.sum, fileSha256: xlsx.sum, bytes: xlsx.bytes };
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** The digest that a run would have, without storing anything. Errors: those of the report. */
export async function digestOf({ sheet, lines }: Pick<KeyedExport, 'lines' | 'sheet'>, signal: AbortSignal): Promise<string> {
  const { through, sum } = createHashingStream();
  await Promise.all([writeSheet(through, 'csv', sheet, asStored(lines(signal)), { signal }), finished(through.resume(), { signal })]);
  return sum();
}

/** Values as they are once they have been written to disk and read again. */
async function* asStored(batches: AsyncIterable<readonly SheetLine[]>): RowBatches {
  for await (const text of linesText(batches, () => undefined))
    yield text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => (JSON.parse(line) as unknown[]).slice(1));
}

/** A name that nobody can choose or guess. The content is part of it, so that two workers on one run never overwrite each other's file. */
function snapshotKey(runId: string, part: SnapshotPart, sum: string): string {
  return `${snapshotPrefix(runId)}${sum.slice(0, 32)}.${part}`;
}

function snapshotPrefix(runId: string): string {
  return `${documentIdOf(`snapshot\n${runId}`)}-`;
}

/** Names of a run's parts in the storage; null while it has no data. */
export function snapshotKeys({
  id,
  dataSha256,
  fileSha256,
}: Pick<Run, 'dataSha256' | 'fileSha256' | 'id'>): Record<SnapshotPart, string> | null {
  if (dataSha256 === '') return null;
  return {
    rows: snapshotKey(id, 'rows', dataSha256),
    csv: snapshotKey(id, 'csv', dataSha256),
    xlsx: snapshotKey(id, 'xlsx', fileSha256),
  };
}

/** Deletes a run's files except `retained`, also those of an attempt that was cut off before it could write which ones it had stored. */
export async function deleteSnapshot(
  files: Pick<FileStore, 'delete' | 'list'>,
  runId: string,
  retained: ReturnType<typeof snapshotKeys> = null,
): Promise<void> {
  const retainedKeys = Object.values(retained ?? {});
  for await (const { key } of files.list(snapshotPrefix(runId))) if (!retainedKeys.includes(key)) await files.delete(key);
}

/** The stored rows with their keys, in the order of the report; values as in JSON. */
export async function* readLines(body: Readable): AsyncIterable<SheetLine> {
  for await (const stored of readStored(body)) if (isLine(stored)) yield { key: stored[0], cells: stored.slice(1) };
}

/** What stands above the stored rows; rows of older runs have nothing there. */
export async function readHead(body: Readable): Promise<SnapshotHead> {
  for await (const stored of readStored(body)) return isLine(stored) ? { ...NO_HEAD, cells: stored.length - 1 } : stored;
  return NO_HEAD;
}

/** What is stored of a sheet with its rows, which alone do not say it. */
export interface SnapshotHead {
  /** As in Sheet. */
  scope: string;
  /** Those of the cells: a later release may give the report others. null for rows of older runs. */
  columns: RunColumn[] | null;
  /** How many a row of an older run has. */
  cells?: number;
}

/** `name` stays the same while titles change; lists have columns without one. */
export type RunColumn = Pick<SheetColumn, 'decimals' | 'isId' | 'isUnbroken' | 'kind' | 'title' | 'total'> & { name?: string };

const NO_HEAD: SnapshotHead = { scope: '', columns: null };

function headOf({ scope = '', columns }: Sheet): SnapshotHead {
  return { scope, columns: columns.map(toRunColumn) };
}

export function toRunColumn({ decimals, isId, isUnbroken, kind, name, title, total }: SheetColumn & { name?: string }): RunColumn {
  return { decimals, isId, isUnbroken, kind, name, title, total };
}

type StoredLine = [key: string, ...cells: unknown[]];
const isLine = (stored: SnapshotHead | StoredLine): stored is StoredLine => Array.isArray(stored);

async function* readStored(body: Readable): AsyncIterable<SnapshotHead | StoredLine> {
  try {
    for await (const text of createInterface({ input: body.pipe(createGunzip()), crlfDelay: Number.POSITIVE_INFINITY }))
      yield JSON.parse(text) as SnapshotHead | StoredLine;
  } finally {
    // Whoever reads only the beginning must not leave the file open.
    body.destroy();
  }
}

async function* spoolText(head: SnapshotHead, lines: AsyncIterable<string>): AsyncGenerator<string> {
  yield `${JSON.stringify(head)}\n`;
  yield* lines;
}

function contentTypeOf(part: SnapshotPart): string {
  return part === 'rows' ? 'application/gzip' : CONTENT_TYPES[part];
}

async function* linesText(batches: AsyncIterable<readonly SheetLine[]>, onRows: (rows: number) => void): AsyncGenerator<string> {
  let rows = 0;
  for await (const batch of batches) {
    rows += batch.length;
    yield batch.map(({ key, cells }) => `${JSON.stringify([key, ...cells], withoutBigIntegers)}\n`).join('');
    onRows(rows);
  }
}

function withoutBigIntegers(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}

async function* cellsIn(body: Readable): RowBatches {
  let batch: (readonly unknown[])[] = [];
  for await (const { cells } of readLines(body)) {
    batch.push(cells);
    if (batch.length < LINES_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  yield batch;
}

interface WrittenFile {
  location: string;
  rows: number;
  sum: string;
  bytes: number;
}

async function writeFile(
  location: string,
  format: ExportFormat,
  { sheet, rows, signal }: { sheet: Sheet; rows: RowBatches; signal: AbortSignal },
): Promise<WrittenFile> {
  const { through, sum, bytes } = createHashingStream();
  const written = pipeline(through, createWriteStream(location), { signal });
  // Both fail together; the first failure is thrown.
  const [summary] = await Promise.all([writeSheet(through, format, sheet, rows, { signal }), written]);
  return { location, rows: summary.rows, sum: sum(), bytes: bytes() };
}
