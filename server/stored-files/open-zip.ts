import { Zip, ZipPassThrough } from 'fflate';
import { AppError } from '../domain/errors.ts';
import { fileExtension } from '../domain/files-vocabulary.ts';
import type { Call, Services } from '../services.ts';
import { requireFile, type FileArea, type StoredFile } from './file-area.ts';
import { recordDownloads } from './ledger.ts';
import { requireStored, type StoredBytes } from './stored-bytes.ts';

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
  const found = [];
  for (const file of files) found.push(await requireStored(services, file));
  const bytes = found.reduce((sum, stored) => sum + stored.bytes, 0);
  if (bytes > ZIP_MAX_BYTES)
    throw new AppError('too-large', `zip of ${bytes} bytes`, { userMessage: 'La selección pasa de 2 GB. Descárguela en partes.' });
  const names = uniqueNames(files.map(({ savedAs }) => savedAs));
  const entries = found.map((stored, index) => toEntry(stored, names[index] ?? String(index), signal));
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

function toEntry(stored: StoredBytes, name: string, signal: AbortSignal | undefined): ZipEntry {
  return {
    name,
    async open() {
      const { body } = await stored.open({ signal });
      return body as AsyncIterable<Buffer>;
    },
  };
}

/** The format without its extension for giants ends at 4 GB; that much is no download of a selection. */
const ZIP_MAX_BYTES = 2 * 1024 ** 3;

interface ZipEntry {
  name: string;
  /** Asked for when it is its turn. */
  open: () => Promise<AsyncIterable<Buffer>>;
}

/** A ZIP file as it is made: of each entry no more than a piece is held. Scans are compressed already, so nothing is compressed. */
export async function* zipOf(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, piece) => {
    if (error) failure = error;
    else made.push(piece);
  });
  const taken = () => {
    if (failure) throw failure;
    return made.splice(0);
  };
  for (const { name, open } of entries) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    for await (const piece of await open()) {
      entry.push(piece);
      yield* taken();
    }
    entry.push(new Uint8Array(0), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}

/** What Windows takes in no name, and the names that it keeps for devices whatever their extension. */
const NOT_ON_WINDOWS = /[<>:"/\\|?*]/gu;
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/iu;

/** `a:b|c?.pdf` as `a-b-c-.pdf`, `con.pdf` as `con-.pdf`: everywhere the same names, so that all of an archive can be unpacked. */
function asOnWindows(name: string): string {
  return name.replace(NOT_ON_WINDOWS, '-').replace(DEVICE, '$&-');
}

/** The names, each once whatever their case, and such as every system takes: `acta.pdf`, `acta (2).pdf`. */
export function uniqueNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map(asOnWindows).map((name) => {
    const extension = fileExtension(name);
    const ending = extension === '' ? '' : name.slice(-extension.length - 1);
    const stem = name.slice(0, name.length - ending.length);
    let unique = name;
    for (let count = 2; used.has(unique.toLowerCase()); count += 1) unique = `${stem} (${count})${ending}`;
    used.add(unique.toLowerCase());
    return unique;
  });
}
