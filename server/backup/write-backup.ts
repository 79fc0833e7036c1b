import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '../domain/errors.ts';
import { DATABASES, type DatabaseName } from '../ports/documents/document-store.ts';
import type { DocumentsBackup } from '../ports/documents/documents-backup.ts';
import { cipherFor, opener, type Cipher } from './cipher.ts';
import { KEPT_TABLES } from './kept-tables.ts';
import { documentsPart, FORMAT, MANIFEST, parseManifest, tablePart, type Manifest, type Part } from './manifest.ts';
import { readPart, writePart } from './parts.ts';
import type { Places } from './places.ts';
import { blobExists, keepBlob, removeIncoming, type BackedUpFile } from './stored-blobs.ts';

/** Not closed by any cipher: the next backup must know what lies there already, and has no key to open it. It holds no content. */
export const FILES_PART = 'files.ndjson.gz';
/** How the name of a folder ends that is no backup yet, or no more. */
export const UNFINISHED = '.unfinished';

export interface WrittenBackup {
  /** That holds it. */
  directory: string;
  manifest: Manifest;
}

/**
 * Writes everything that is kept into a new folder below `folder`, named by its moment, while the portal works on. Files that the
 * folder has are not written again. What fails takes away what it had begun, or a full disk would stay full; what is killed leaves a
 * folder ending in `.unfinished`, which the next one removes. Only one at a time may write into a folder (make-backup.ts).
 */
export async function writeBackup(
  places: Omit<Places, 'sql' | 'close'>,
  { folder, cipher, signal }: { folder: string; cipher: Cipher; signal: AbortSignal },
): Promise<WrittenBackup> {
  await mkdir(folder, { recursive: true });
  await removeUnfinished(folder);
  const known = await knownFiles(folder, cipher);
  const documents = await places.documents.openBackup();
  try {
    const directory = path.join(folder, documents.moment.toISOString().replace(/[:.]/g, '-'));
    const writing = `${directory}${UNFINISHED}`;
    await mkdir(writing);
    const parts: Part[] = [];
    const write = (name: string, lines: AsyncIterable<readonly string[]>, closed = cipher) =>
      writePart(writing, name, { cipher: closed, lines, signal });
    const counts: Manifest['documents'] = {};
    for (const database of DATABASES) {
      const byCollection = (counts[database] = {});
      parts.push(await write(documentsPart(database), linesOf(documents, database, byCollection)));
    }
    for (const table of KEPT_TABLES) parts.push(await write(tablePart(table), documents.rows(table)));
    // After the documents: whatever file these name has been stored by then.
    const accounts = await write('accounts', places.accounts.read());
    const copied = { count: 0, bytes: 0, added: 0 };
    const files = await write('files', copyFiles(places.files, { folder, cipher, known, copied }), cipherFor([]));
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
    await writeFile(path.join(writing, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
    signal.throwIfAborted();
    await rename(writing, directory);
    return { directory, manifest };
  } catch (error) {
    // What failed is what is told.
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

async function* linesOf(documents: DocumentsBackup, database: DatabaseName, counts: Record<string, number>): AsyncIterable<string[]> {
  for await (const page of documents.read(database)) {
    for (const { path: name } of page) {
      const collection = name.slice(0, name.lastIndexOf('/'));
      // A collection below a document is counted once, not once for each document.
      const whole = collection
        .split('/')
        .filter((_, index) => index % 2 === 0)
        .join('/*/');
      counts[whole] = (counts[whole] ?? 0) + 1;
    }
    yield page.map((document) => JSON.stringify(document));
  }
}

/** Of the newest backup of this folder: files are never written to again, so one of the same key, size and time holds the same. */
async function knownFiles(folder: string, cipher: Cipher): Promise<ReadonlyMap<string, BackedUpFile>> {
  const known = new Map<string, BackedUpFile>();
  const newest = (await listBackups(folder)).at(-1);
  if (!newest) return known;
  try {
    for await (const line of readPart(newest.directory, FILES_PART, opener([]))) {
      const file = JSON.parse(line) as BackedUpFile;
      if (await blobExists(folder, file.sha256, cipher.suffix)) known.set(`${file.store}/${file.key}`, file);
    }
  } catch {
    // A damaged list only means that all files are read again.
    known.clear();
  }
  return known;
}

interface CopyOptions {
  folder: string;
  cipher: Cipher;
  known: ReadonlyMap<string, BackedUpFile>;
  /** Counted while it goes on. */
  copied: Manifest['files'];
}

async function* copyFiles(stores: Places['files'], { folder, cipher, known, copied }: CopyOptions): AsyncIterable<string[]> {
  for (const [store, files] of Object.entries(stores)) {
    for await (const { key, bytes, modifiedAt } of files.list('')) {
      const before = known.get(`${store}/${key}`);
      const isSame = before?.bytes === bytes && before.modifiedAt === modifiedAt.toISOString();
      const kept = isSame ? { ...before, added: false } : await keepBlob(folder, files, { key, cipher }).catch(unlessGone);
      if (!kept) continue;
      copied.count += 1;
      copied.bytes += kept.bytes;
      if (kept.added) copied.added += 1;
      const line: BackedUpFile = { store, key, bytes: kept.bytes, modifiedAt: modifiedAt.toISOString(), sha256: kept.sha256 };
      yield [JSON.stringify(line)];
    }
  }
}

/** Files may go while others are copied, as those of reports do that nobody keeps. */
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
