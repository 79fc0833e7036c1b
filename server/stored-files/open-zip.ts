import { Zip, ZipPassThrough } from 'fflate';
import { AppError } from '../domain/errors.ts';
import { fileExtension } from '../domain/files-vocabulary.ts';
import type { Call, Services } from '../services.ts';
import { requireFile, type FileArea, type StoredFile } from './file-area.ts';
import { recordDownloads } from './ledger.ts';
import { requireStored, type StoredBytes } from './stored-bytes.ts';

/** A selection ready to be sent, after its events were written. */
export interface OpenedZip {
  entries: ZipEntry[];
}

/**
 * Opens a selection of files as one ZIP: each must exist and be downloadable. Every event is written before a byte is
 * sent, all or none. Errors: `not-found`, `forbidden` naming the first that may not be downloaded, `invalid-input`
 * (without a file), `too-large`, `unavailable`.
 * @param call `ids`: without repeats, at most as many as a list page shows; `mayNot`: the error for a file that may not be downloaded
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
  const viewableFile = await requireFile(services, area, { ...call, action: 'view' });
  if (!viewableFile.isActive) throw area.missing(call.id);
  const file = await requireFile(services, area, { ...call, action: 'download' }).catch((error: unknown) => {
    throw error instanceof AppError && error.code === 'not-found' ? mayNot(viewableFile) : error;
  });
  if (file.url !== '') return file;
  throw new AppError('invalid-input', `file ${viewableFile.id} has no bytes`, {
    userMessage: `«${viewableFile.name || viewableFile.id}» no tiene archivo. Quítelo de la selección.`,
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

/** ZIP without its 64-bit extension ends at 4 GB; nobody downloads a selection of that size. */
const ZIP_MAX_BYTES = 2 * 1024 ** 3;

interface ZipEntry {
  name: string;
  /** Called when the entry is due. */
  open: () => Promise<AsyncIterable<Buffer>>;
}

/** Streams a ZIP file, holding one piece at a time. Scans are compressed already, so nothing is compressed. */
export async function* zipOf(entries: readonly ZipEntry[]): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, piece) => {
    if (error) failure = error;
    else made.push(piece);
  });
  const takePieces = () => {
    if (failure) throw failure;
    return made.splice(0);
  };
  for (const { name, open } of entries) {
    const entry = new ZipPassThrough(name);
    zip.add(entry);
    for await (const piece of await open()) {
      entry.push(piece);
      yield* takePieces();
    }
    entry.push(new Uint8Array(0), true);
    yield* takePieces();
  }
  zip.end();
  yield* takePieces();
}

/** Characters that Windows allows in no file name, and its reserved device names, with any extension. */
const NOT_ON_WINDOWS = /[<>:"/\\|?*]/gu;
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?=\.|$)/iu;

/**
 * `a:b|c?.pdf` becomes `a-b-c-.pdf`, `con.pdf` becomes `con-.pdf`: the same names on all systems,
 * so that the whole archive can be unpacked.
 */
function asOnWindows(name: string): string {
  return name.replace(NOT_ON_WINDOWS, '-').replace(DEVICE, '$&-');
}

/** Unique names regardless of case, valid on every system: `acta.pdf`, `acta (2).pdf`. */
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
