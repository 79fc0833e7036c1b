import { AppError } from '../domain/errors.ts';
import { previewKindOf } from '../domain/file-types.ts';
import { assetFilename } from '../files/asset-name.ts';
import { parseRange } from '../files/serve-file.ts';
import type { AssetResponse } from '../rest-backend/assets.ts';
import { rangeNotSatisfiable } from '../rest-backend/errors.ts';
import { requireFile, type FileArea, type FileServices, type OpenKind, type StoredFile } from './file-area.ts';
import type { Call } from '../services.ts';
import { findFileEvents, recordOpening, wasOpenedLately } from './ledger.ts';

export interface OpenFileCall extends Call {
  id: string;
  kind: OpenKind;
  /** Range header. */
  range?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** What headers are made of; known before any byte is asked for. */
export interface FileFacts {
  name: string;
  contentType: string;
  bytes: number;
  /** Strong validator, quoted. */
  etag: string;
}

export type OpenedFile = FileFacts & AssetResponse;

/** What every area does with its stored files, for `bind`; each verb checks menu and access itself. */
export const fileVerbs = (area: FileArea) => ({
  describeFile: (services: FileServices, call: OpenFileCall) => describeFile(services, area, call),
  openFile: (services: FileServices, call: OpenFileCall) => openFile(services, area, call),
  findFileEvents: (services: FileServices, call: Call & { id: string }) => findFileEvents(services, area, call),
});

/** What HEAD answers: the same checks, no event. Errors: `forbidden`, `not-found`, `unsupported-type` for printing. */
async function describeFile(services: Pick<FileServices, 'sql'>, area: FileArea, call: OpenFileCall): Promise<FileFacts> {
  return toFacts(await requireOpenable(services, area, call));
}

/**
 * Opens a file for viewing, printing or downloading. The event is written before any byte leaves, and no byte leaves if it
 * cannot be written. A range that begins later counts only when the person has no such event of the last hour: players and
 * PDF viewers read in parts, but leaving out the first byte must not be a way around the ledger.
 * Errors: `forbidden`, `not-found`, `unsupported-type`, `invalid-input` (details.status 416), `backend-failed`, `unavailable`.
 */
async function openFile(services: FileServices, area: FileArea, call: OpenFileCall): Promise<OpenedFile> {
  const file = await requireOpenable(services, area, call);
  const facts = toFacts(file);
  const range = parseRange(call.range, facts.bytes);
  if (range === 'unsatisfiable') throw rangeNotSatisfiable(`bytes */${facts.bytes}`);
  const filename = assetFilename(file.url);
  if (filename === null) throw area.missing(call.id);
  const asset = await services.restBackend.openAsset({
    filename,
    range: range === 'all' ? undefined : `bytes=${range.start}-${range.end}`,
    signal: call.signal,
  });
  try {
    const isContinued = range !== 'all' && range.start > 0 && (await wasOpenedLately(services, area, call));
    if (!isContinued) await recordOpening(services, { kind: call.kind, area, file, actor: call.actor });
  } catch (error) {
    asset.body.destroy();
    throw error;
  }
  return { ...facts, ...asset };
}

async function requireOpenable(services: Pick<FileServices, 'sql'>, area: FileArea, call: OpenFileCall): Promise<StoredFile> {
  const file = await requireFile(services, area, { actor: call.actor, id: call.id, action: call.kind });
  if (!file.isActive) throw area.missing(call.id);
  if (call.kind === 'print' && !['pdf', 'image', 'text'].includes(previewKindOf(file.contentType))) {
    throw new AppError('unsupported-type', `file ${file.id} of type ${file.contentType} cannot be printed here`, {
      userMessage: 'Este tipo de archivo no se imprime desde el portal. Descárguelo e imprímalo con su programa.',
    });
  }
  return file;
}

function toFacts({ id, name, contentType, bytes, sha256 }: StoredFile): FileFacts {
  return { name, contentType, bytes: Number(bytes), etag: `"${sha256 || id}"` };
}
