import { AppError } from '../domain/errors.ts';
import { fileTypeOfContent } from '../domain/file-types.ts';
import { parseRange } from '../ports/files/serve-file.ts';
import type { AssetResponse } from '../ports/rest-backend/assets.ts';
import { rangeNotSatisfiable } from '../ports/rest-backend/errors.ts';
import { requireActiveFile, type FileArea, type FileCall, type StoredFile } from './file-area.ts';
import { recordOpening, type ViewLedger, wasDownloadedLately } from './ledger.ts';
import { requireStored, type StoredBytes } from './stored-bytes.ts';
import type { Services } from '../services.ts';

export interface OpenFileCall extends FileCall {
  /** `view` means playing here: everything else is viewed as pages or text. */
  kind: 'view' | 'download';
  /** Range header. */
  range?: string | undefined;
  signal?: AbortSignal | undefined;
}

/** Facts for the headers; known before any byte is read. */
export interface FileFacts {
  name: string;
  contentType: string;
  bytes: number;
  /** Strong validator, quoted. */
  etag: string;
}

export type OpenedFile = FileFacts & AssetResponse;

/**
 * For HEAD: the same checks, no event. Errors: `forbidden`, `not-found`, `unsupported-type` for a `view` of content that cannot be played.
 */
export async function describeFile(services: Services, area: FileArea, call: OpenFileCall): Promise<FileFacts> {
  return toFacts(await requireOpenable(services, area, call));
}

/**
 * Opens the stored bytes for a download or for playing. The event is written before any byte is sent, and without it none is sent. Errors:
 * `forbidden`, `not-found`, `unsupported-type`, `invalid-input` (details.status 416), `backend-failed`, `unavailable`.
 */
export async function openFile(services: Services, area: FileArea, call: OpenFileCall, views: ViewLedger): Promise<OpenedFile> {
  const openable = await requireOpenable(services, area, call);
  const { file, stored } = openable;
  const facts = toFacts(openable);
  const range = parseRange(call.range, facts.bytes);
  if (range === 'unsatisfiable') throw rangeNotSatisfiable(`bytes */${facts.bytes}`);
  const asset = await stored.open({ range: range === 'all' ? undefined : `bytes=${range.start}-${range.end}`, signal: call.signal });
  try {
    const event = { area, file, actor: call.actor };
    if (call.kind === 'download') await recordDownload(services, area, call, file, range !== 'all' && range.start > 0);
    else if (!isProbe(call.range)) await views.recordView(services, event);
  } catch (error) {
    asset.body.destroy();
    throw error;
  }
  return { ...facts, ...asset };
}

/** Players request the first two bytes to learn whether ranges are supported: that shows nothing. */
function isProbe(range: string | undefined): boolean {
  return range?.trim() === 'bytes=0-1';
}

/**
 * A range that starts after the first byte is free only after a download within the hour: skipping
 * the first byte must not bypass the ledger.
 */
async function recordDownload(
  services: Services,
  area: FileArea,
  call: OpenFileCall,
  file: StoredFile,
  beginsLater: boolean,
): Promise<void> {
  if (beginsLater && (await wasDownloadedLately(services, area, { file, actor: call.actor }))) return;
  await recordOpening(services, { kind: 'download', area, file, actor: call.actor });
}

interface Openable {
  file: StoredFile;
  stored: StoredBytes;
}

async function requireOpenable(services: Services, area: FileArea, call: OpenFileCall): Promise<Openable> {
  const file = await requireActiveFile(services, area, { ...call, action: call.kind });
  const stored = await requireStored(services, file);
  const { reader } = fileTypeOfContent(stored.contentType) ?? { reader: 'none' };
  if (call.kind === 'view' && reader !== 'audio' && reader !== 'video')
    throw new AppError('unsupported-type', `file ${file.id} of type ${stored.contentType} is not played`, {
      userMessage: 'Este archivo no se reproduce: se ve por páginas o como texto.',
    });
  return { file, stored };
}

function toFacts({ file: { savedAs }, stored: { contentType, bytes, content } }: Openable): FileFacts {
  return { name: savedAs, contentType, bytes, etag: `"${content}"` };
}
