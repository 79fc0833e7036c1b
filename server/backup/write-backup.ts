import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../domain/errors.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { OWNER_ONLY } from '../platform/owner-only.ts';
import { DATABASES, type DatabaseName } from '../ports/documents/document-store.ts';
import type { DocumentsBackup } from '../ports/documents/documents-backup.ts';
import { cipherFor, decrypterFor, type Cipher } from './cipher.ts';
import { BACKED_UP_TABLES } from './backed-up-tables.ts';
import { createNamedFiles } from './named-files.ts';
import { documentsPart, FORMAT, MANIFEST, parseManifest, tablePart, type Manifest, type Part } from './manifest.ts';
import { readPart, writePart } from './parts.ts';
import type { Places } from './places.ts';
import { blobExists, storeBlob, removeIncoming, type BackedUpFile } from './stored-blobs.ts';

/** Never encrypted: the next backup must know which files are there, and has no key. It holds no content. */
export const FILES_PART = 'files.ndjson.gz';
/** Suffix of a folder whose backup is being written or removed. */
export const UNFINISHED = '.unfinished';

type NamedFiles = ReturnType<typeof createNamedFiles>;

export interface WrittenBackup {
  /** Folder of the backup. */
  directory: string;
  manifest: Manifest;
}

/**
 * Writes everything to be kept into a new folder below `folder`, named by its moment, while the portal keeps running. Files already in
 * `folder` are not written again. A failure removes what it wrote, or a full disk would stay full; a killed process leaves a folder ending
 * in `.unfinished`, which the next one removes. Only one process at a time may write into a folder (make-backup.ts).
 */
export async function writeBackup(
  places: Omit<Places, 'sql' | 'close'>,
  { folder, cipher, signal }: { folder: string; cipher: Cipher; signal: AbortSignal },
): Promise<WrittenBackup> {
  await makeFolder(folder, { mode: OWNER_ONLY.folder });
  await removeUnfinished(folder);
  const known = await knownFiles(folder, cipher);
  const documents = await places.documents.openBackup();
  try {
    const directory = path.join(folder, documents.moment.toISOString().replace(/[:.]/g, '-'));
    const writing = `${directory}${UNFINISHED}`;
    await mkdir(writing, { mode: OWNER_ONLY.folder });
    const parts: Part[] = [];
    const write = (name: string, lines: AsyncIterable<readonly string[]>, closed = cipher) =>
      writePart(writing, name, { cipher: closed, lines, signal });
    const named = createNamedFiles();
    const counts: Manifest['documents'] = {};
    for (const database of DATABASES) {
      const byCollection = (counts[database] = {});
      parts.push(await write(documentsPart(database), linesOf(documents, database, { counts: byCollection, named })));
    }
    for (const table of BACKED_UP_TABLES) parts.push(await write(tablePart(table), documents.rows(table)));
    // Copying the files may take hours, and PostgreSQL cleans up nothing that an open transaction might still see.
    await documents.close();
    // After the documents: any file that they name has been stored by then.
    const accounts = await write('accounts', places.accounts.read());
    const copied = { count: 0, bytes: 0, added: 0, missing: 0, suffix: cipher.sharedSuffix };
    const files = await write('files', copyFiles(places.files, { folder, cipher, known, copied, named }), cipherFor([]));
    // The files of another REST backend are not the portal's to save.
    copied.missing = places.holdsAssets ? named.countMissing() : 0;
    const manifest: Manifest = {
      format: FORMAT,
      version: places.version,
      migration: places.migrations.at(-1) ?? '',
      kind: places.documents.kind,
      moment: documents.moment.toISOString(),
      finishedAt: new Date().toISOString(),
      documents: counts,
      accounts: accounts.rows,
      files: copied,
      recipients: [...cipher.recipients],
      parts: [...parts, accounts, files],
    };
    await writeFile(path.join(writing, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true, mode: OWNER_ONLY.file });
    signal.throwIfAborted();
    await rename(writing, directory);
    return { directory, manifest };
  } catch (error) {
    // Report the original failure.
    await removeUnfinished(folder).catch(() => undefined);
    throw error;
  } finally {
    await documents.close();
  }
}

async function removeUnfinished(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (name.endsWith(UNFINISHED)) await rm(path.join(folder, name), { recursive: true, force: true });
  await removeIncoming(folder);
}

interface ReadDocuments {
  /** Counted while reading. */
  counts: Record<string, number>;
  named: NamedFiles;
}

async function* linesOf(documents: DocumentsBackup, database: DatabaseName, { counts, named }: ReadDocuments): AsyncIterable<string[]> {
  for await (const page of documents.read(database)) {
    const lines: string[] = [];
    for (const document of page) {
      const { path: name } = document;
      const line = JSON.stringify(document);
      lines.push(line);
      named.readDocument(name, line);
      const collection = name.slice(0, name.lastIndexOf('/'));
      // Sub-collections are counted together, not once per parent document.
      const whole = collection
        .split('/')
        .filter((_, index) => index % 2 === 0)
        .join('/*/');
      counts[whole] = (counts[whole] ?? 0) + 1;
    }
    yield lines;
  }
}

/** Files of the newest backup in this folder: files are never changed, so the same key, size and time mean the same content. */
async function knownFiles(folder: string, cipher: Cipher): Promise<ReadonlyMap<string, BackedUpFile>> {
  const known = new Map<string, BackedUpFile>();
  const newest = (await listBackups(folder)).at(-1);
  if (!newest) return known;
  try {
    for await (const line of readPart(newest.directory, FILES_PART, decrypterFor([]))) {
      const file = JSON.parse(line) as BackedUpFile;
      if (await blobExists(folder, file.sha256, cipher.sharedSuffix)) known.set(`${file.store}/${file.key}`, file);
    }
  } catch {
    // With a damaged list all files are simply read again.
    known.clear();
  }
  return known;
}

interface CopyOptions {
  folder: string;
  cipher: Cipher;
  known: ReadonlyMap<string, BackedUpFile>;
  /** Updated while copying. */
  copied: Manifest['files'];
  named: NamedFiles;
}

async function* copyFiles(stores: Places['files'], { folder, cipher, known, copied, named }: CopyOptions): AsyncIterable<string[]> {
  for (const [store, files] of Object.entries(stores)) {
    for await (const { key, bytes, modifiedAt } of files.list('')) {
      const before = known.get(`${store}/${key}`);
      const isSame = before?.bytes === bytes && before.modifiedAt === modifiedAt.toISOString();
      const storedFile = isSame ? { ...before, added: false } : await storeBlob(folder, files, { key, cipher }).catch(unlessGone);
      if (!storedFile) continue;
      named.found(key);
      copied.count += 1;
      copied.bytes += storedFile.bytes;
      if (storedFile.added) copied.added += 1;
      const line: BackedUpFile = { store, key, bytes: storedFile.bytes, modifiedAt: modifiedAt.toISOString(), sha256: storedFile.sha256 };
      yield [JSON.stringify(line)];
    }
  }
}

/** Files may be deleted while others are copied, such as those of expired reports. */
function unlessGone(error: unknown): null {
  if (error instanceof AppError && error.code === 'not-found') return null;
  throw error;
}

/** The finished backups of a folder, oldest first. */
export async function listBackups(folder: string): Promise<WrittenBackup[]> {
  const names = await readdir(folder).catch(() => []);
  const found = await Promise.all(
    names.map(async (name) => {
      const directory = path.join(folder, name);
      const text = name.endsWith(UNFINISHED) ? null : await readFile(path.join(directory, MANIFEST), 'utf8').catch(() => null);
      const manifest = text === null ? null : parseManifest(text);
      return manifest ? [{ directory, manifest }] : [];
    }),
  );
  return found.flat().sort((a, b) => a.manifest.moment.localeCompare(b.manifest.moment));
}
