import type { Readable } from 'node:stream';
import { newDocumentId } from '../../documents/document-store.ts';
import { AppError } from '../../domain/errors.ts';
import { previewKindOf } from '../../domain/file-types.ts';
import { assetFilename } from '../../files/asset-name.ts';
import { rangeNotSatisfiable } from '../../rest-backend/errors.ts';
import { parseRange, type ByteRange } from '../../files/serve-file.ts';
import { EVENTS_COLLECTION, fileMissing, type BriefcaseCall, type BriefcaseServices } from './access.ts';
import { fileEvent, type FileEventKind } from './file-event.ts';
import { requireFileRow, type FileRecordRow } from './get-file.ts';

export type OpenKind = Exclude<FileEventKind, 'upload'>;

export interface OpenFileCall extends BriefcaseCall {
  id: string;
  kind: OpenKind;
  /** Range header. */
  range?: string;
  signal?: AbortSignal;
}

/** What headers are made of; known before any byte is asked for. */
export interface FileFacts {
  id: string;
  nombre: string;
  contentType: string;
  bytes: number;
  /** Strong validator, quoted. */
  etag: string;
}

export interface OpenedFile extends FileFacts {
  status: 200 | 206;
  contentLength: number | null;
  contentRange: string | null;
  body: Readable;
}

/** A later part of the same reading does not count again for this long. */
const CONTINUATION_MINUTES = 60;

/** What HEAD answers: the same checks, no event. Errors: `forbidden`, `not-found`, `unsupported-type` for printing. */
export async function describeFile(services: Pick<BriefcaseServices, 'sql'>, call: OpenFileCall): Promise<FileFacts> {
  return toFacts(await requireOpenable(services, call));
}

/**
 * Opens a file for viewing, printing or downloading. The event is written before any byte leaves, and no byte leaves if it
 * cannot be written. A range that begins later counts only when the person has no such event of the last hour: players and
 * PDF viewers read in parts, but leaving out the first byte must not be a way around the ledger.
 * Errors: `forbidden`, `not-found`, `unsupported-type`, `invalid-input` (details.status 416), `backend-failed`, `unavailable`.
 */
export async function openFile(services: BriefcaseServices, call: OpenFileCall): Promise<OpenedFile> {
  const row = await requireOpenable(services, call);
  const facts = toFacts(row);
  const range = parseRange(call.range, facts.bytes);
  if (range === 'unsatisfiable') throw rangeNotSatisfiable(`bytes */${facts.bytes}`);
  const filename = assetFilename(row.url);
  if (filename === null) throw fileMissing(call.id);
  const asset = await services.restBackend.openAsset({
    filename,
    ...(range === 'all' ? {} : { range: `bytes=${range.start}-${range.end}` }),
    ...(call.signal ? { signal: call.signal } : {}),
  });
  try {
    if (await counts(services, call, range)) await writeEvent(services, call, row);
  } catch (error) {
    asset.body.destroy();
    throw error;
  }
  return { ...facts, status: asset.status, contentLength: asset.contentLength, contentRange: asset.contentRange, body: asset.body };
}

async function requireOpenable(services: Pick<BriefcaseServices, 'sql'>, call: OpenFileCall): Promise<FileRecordRow> {
  const row = await requireFileRow(services, call);
  if (!row.isActive) throw fileMissing(call.id);
  if (call.kind === 'print' && !['pdf', 'image', 'text'].includes(previewKindOf(row.contentType))) {
    throw new AppError('unsupported-type', `file ${row.id} of type ${row.contentType} cannot be printed here`, {
      userMessage: 'Este tipo de archivo no se imprime desde el portal. Descárguelo e imprímalo con su programa.',
    });
  }
  return row;
}

function toFacts(row: FileRecordRow): FileFacts {
  return { id: row.id, nombre: row.nombre, contentType: row.contentType, bytes: Number(row.bytes), etag: `"${row.sha256 || row.id}"` };
}

async function counts(services: BriefcaseServices, call: OpenFileCall, range: ByteRange | 'all'): Promise<boolean> {
  if (range === 'all' || range.start === 0) return true;
  const found = await services.sql.query(
    `SELECT 1 FROM eventos_archivos WHERE area = 'briefcase' AND kind = $1 AND "fileId" = $2 AND "userId" = $3 AND NOT source_deleted
     AND at > now() - make_interval(mins => ${CONTINUATION_MINUTES}) LIMIT 1`,
    [call.kind, call.id, call.actor.id],
  );
  return found.rows.length === 0;
}

async function writeEvent(services: BriefcaseServices, call: OpenFileCall, row: FileRecordRow): Promise<void> {
  const path = `${EVENTS_COLLECTION}/${newDocumentId()}`;
  await services.documents.main.create(path, fileEvent({ kind: call.kind, actor: call.actor, file: row, at: new Date() }));
  await services.readModel.projectNow('main', [path]);
}
