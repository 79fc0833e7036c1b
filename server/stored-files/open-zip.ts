import { AppError } from '../domain/errors.ts';
import { assetFilename } from '../files/asset-name.ts';
import type { Call, Services } from '../services.ts';
import { requireFile, type FileArea, type StoredFile } from './file-area.ts';
import { recordDownloads } from './ledger.ts';
import { uniqueNames, ZIP_MAX_BYTES, type ZipEntry } from './zip-stream.ts';

/** A selection that may be handed over, its events written. */
export interface OpenedZip {
  entries: ZipEntry[];
}

/**
 * Files of a selection to be handed over as one: each must be there and allowed to be downloaded. Every event is written before a
 * byte leaves, all or none. Errors: `not-found`, `forbidden` naming the first that may not be downloaded, `invalid-input` (without a
 * file), `too-large`, `unavailable`.
 * @param call `ids`: each once, at most as many as a list page shows; `mayNot`: how that is said
 */
export async function openZip(
  services: Services,
  area: FileArea,
  call: Call & { ids: readonly string[]; mayNot: (file: StoredFile) => AppError; signal?: AbortSignal },
): Promise<OpenedZip> {
  const { actor, ids, signal } = call;
  const files: StoredFile[] = [];
  for (const id of ids) files.push(await requireDownloadable(services, area, { actor, id, mayNot: call.mayNot }));
  const bytes = files.reduce((sum, file) => sum + Number(file.bytes), 0);
  if (bytes > ZIP_MAX_BYTES)
    throw new AppError('too-large', `zip of ${bytes} bytes`, { userMessage: 'La selección pasa de 2 GB. Descárguela en partes.' });
  const names = uniqueNames(files.map(({ savedAs }) => savedAs));
  const entries = files.map((file, index) => toEntry(services, area, { file, name: names[index] ?? file.id, signal }));
  await recordDownloads(services, area, actor, files);
  return { entries };
}

async function requireDownloadable(
  services: Services,
  area: FileArea,
  { mayNot, ...call }: Call & { id: string; mayNot: (file: StoredFile) => AppError },
): Promise<StoredFile> {
  const seen = await requireFile(services, area, { ...call, action: 'view' });
  if (!seen.isActive) throw area.missing(call.id);
  const file = await requireFile(services, area, { ...call, action: 'download' }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not-found' ? mayNot(seen) : error;
  });
  if (file.url !== '') return file;
  throw new AppError('invalid-input', `file ${seen.id} has no bytes`, {
    userMessage: `«${seen.name || seen.id}» no tiene archivo. Quítelo de la selección.`,
  });
}

function toEntry(
  { restBackend }: Services,
  area: FileArea,
  { file, name, signal }: { file: StoredFile; name: string; signal: AbortSignal | undefined },
): ZipEntry {
  const filename = assetFilename(file.url);
  if (filename === null) throw area.missing(file.id);
  return {
    name,
    async open() {
      const asset = await restBackend.openAsset({ filename, bytes: Number(file.bytes) || undefined, signal });
      return asset.body as AsyncIterable<Buffer>;
    },
  };
}
