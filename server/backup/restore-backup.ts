import type { Readable } from 'node:stream';
import { AppError } from '../domain/errors.ts';
import { countOf } from '../domain/text.ts';
import { DATABASES, type DatabaseName } from '../ports/documents/document-store.ts';
import type { BackedUpDocument } from '../ports/documents/documents-backup.ts';
import { Refusal } from '../platform/refusal.ts';
import type { Sql } from '../platform/sql/sql.ts';
import { BACKED_UP_TABLES } from './backed-up-tables.ts';
import { createNamedFiles } from './named-files.ts';
import { documentsPart, FORMAT, suffixOf, SUFFIX_OF_ANY_KEY, tablePart, type Manifest, type Part } from './manifest.ts';
import type { Places } from './places.ts';
import { checkPart, readPart } from './parts.ts';
import { blobExists, canOpenBlob, openBlob, type BackedUpFile } from './stored-blobs.ts';
import { FILES_PART } from './write-backup.ts';

export interface RestoreSource {
  folder: string;
  directory: string;
  manifest: Manifest;
  /** Decrypts its parts and files. */
  open: (content: Readable) => Promise<Readable>;
}

export interface Restored {
  documents: Record<DatabaseName, number>;
  accounts: number;
  withoutPassword: number;
  files: number;
  /** Named by documents, and not in the backup. */
  missing: number;
}

const EMPTY_TARGET_HINT = ': dé una base y una carpeta de archivos vacías, también después de una restauración que se cortó';
const LINES = 1_000;
const UNTYPED = 'application/octet-stream';

/**
 * Restores everything into empty stores. A rebuild must fill the read model afterwards.
 * @throws Refusal before anything is written: the portal is running, a store is not empty, a part is damaged, a file is missing, keys of
 * another backup, a backup of a newer version
 */
export async function restoreBackup(source: RestoreSource, target: Places): Promise<Restored> {
  await requireRestorable(source, target);
  const { directory, manifest, open } = source;
  const lines = (name: string) => inPages(linesOf(source, name));
  const named = createNamedFiles();
  const documents = { main: 0, digitalization: 0 };
  for (const database of DATABASES)
    documents[database] = await target.documents.write(database, parsed(lines(documentsPart(database)), named));
  for (const table of BACKED_UP_TABLES) {
    const name = tablePart(table);
    // A backup of an older version may lack this table.
    if (partOf(manifest, name)) await insertRows(target.sql, table, lines(name));
  }
  const accounts = await target.accounts.write(lines('accounts'), manifest.kind);
  let files = 0;
  for await (const line of readPart(directory, FILES_PART, open)) {
    const file = JSON.parse(line) as BackedUpFile;
    await putBack(source, target, file);
    named.found(file.key);
    files += 1;
  }
  return { documents, ...accounts, files, missing: target.holdsAssets ? named.countMissing() : 0 };
}

/**
 * Puts back the files of a backup that their store lacks, and nothing else: the portal may be running.
 * @returns how many; how many were there; the keys of those whose copy is lost or altered, too
 * @throws Refusal before anything is written: the list of files is damaged, keys of another backup, a backup of a newer version
 */
export async function restoreFiles(source: RestoreSource, target: Places): Promise<{ restored: number; present: number; lost: string[] }> {
  await requireReadable(
    source,
    target,
    source.manifest.parts.filter(({ name }) => name === FILES_PART),
  );
  await target.markFreshFolder();
  const stored: Record<string, Set<string>> = {};
  for (const [name, files] of Object.entries(target.files)) {
    const keys = (stored[name] = new Set<string>());
    for await (const { key } of files.list('')) keys.add(key);
  }
  const result = { restored: 0, present: 0, lost: new Array<string>() };
  for await (const line of readPart(source.directory, FILES_PART, source.open)) {
    const file = JSON.parse(line) as BackedUpFile;
    if (stored[file.store]?.has(file.key)) {
      result.present += 1;
      continue;
    }
    try {
      await putBack(source, target, file);
      result.restored += 1;
    } catch (error) {
      // Of the store, which may be full: all others would fail as well.
      if (error instanceof AppError) throw error;
      result.lost.push(file.key);
    }
  }
  return result;
}

async function putBack({ folder, manifest, open }: RestoreSource, target: Places, file: BackedUpFile): Promise<void> {
  const content = openBlob(folder, file, { suffix: suffixOf(manifest), open });
  await target.files[file.store]?.put(file.key, content, { contentType: UNTYPED });
}

/** When each document of a collection was stored, according to the backup. */
export async function readTimes(source: RestoreSource, database: DatabaseName, collection: string) {
  const times = new Map<string, { createdVersion: bigint; version: bigint }>();
  for await (const line of linesOf(source, documentsPart(database))) {
    const { path, createdVersion, version } = JSON.parse(line) as BackedUpDocument;
    if (path.slice(0, path.lastIndexOf('/')) === collection)
      times.set(path, { createdVersion: BigInt(createdVersion), version: BigInt(version) });
  }
  return times;
}

const partOf = ({ parts }: Manifest, name: string) => parts.find((part) => part.name.startsWith(`${name}.`))?.name;

const linesOf = ({ directory, manifest, open }: RestoreSource, name: string) => readPart(directory, partOf(manifest, name) ?? '', open);

async function requireRestorable(source: RestoreSource, target: Places): Promise<void> {
  await requireStopped(target.sql);
  await requireReadable(source, target, source.manifest.parts);
  const missing = await countMissing(source);
  if (missing > 0)
    throw new Refusal(
      `El respaldo está dañado: ${countOf(missing, 'archivo suyo no está', 'archivos suyos no están')} en ${source.folder}`,
    );
  for (const database of DATABASES)
    if (await target.documents.hasDocuments(database))
      throw new Refusal(`El almacén de documentos «${database}» no está vacío${EMPTY_TARGET_HINT}`);
  if (!(await target.accounts.isEmpty())) throw new Refusal(`Ya hay cuentas${EMPTY_TARGET_HINT}`);
  for (const [name, files] of Object.entries(target.files))
    for await (const { key } of files.list(''))
      throw new Refusal(`El almacén de archivos «${name}» no está vacío (${key})${EMPTY_TARGET_HINT}`);
}

async function requireReadable(source: RestoreSource, target: Places, parts: readonly Part[]): Promise<void> {
  const { directory, manifest } = source;
  if (manifest.format > FORMAT || (manifest.migration !== '' && !target.migrations.includes(manifest.migration)))
    throw new Refusal(`El respaldo es de una versión más nueva (${manifest.version}, ${manifest.migration}): restáurelo con ella`);
  const problems = (await Promise.all(parts.map((part) => checkPart(directory, part)))).filter((problem) => problem !== null);
  if (problems.length > 0) throw new Refusal(`El respaldo está dañado: ${problems.join('; ')}`);
  await requireKey(source);
}

/**
 * A worker would seal the audit while only some of its entries are back. Its lease outlives a killed one by seconds, and shows one that is
 * just reconnecting.
 */
async function requireStopped(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ process: string }>(
    `SELECT substr(application_name, 8) AS process FROM pg_stat_activity
     WHERE datname = current_database() AND application_name LIKE 'portal %' AND application_name <> current_setting('application_name')
     UNION SELECT 'worker' FROM sync_streams WHERE lease_until > now() ORDER BY 1`,
  );
  if (rows.length === 0) return;
  throw new Refusal(
    `El portal está en marcha (${rows.map(({ process }) => process).join(', ')}): detenga web y trabajador, y si acaba de hacerlo espere un minuto`,
  );
}

/** Tests one part and one file: a key that opens one opens all, except in backups of older versions. */
async function requireKey({ folder, directory, manifest, open }: RestoreSource): Promise<void> {
  const [smallest] = manifest.parts.filter(({ name }) => name.endsWith('.age')).sort((a, b) => a.bytes - b.bytes);
  if (!smallest) return;
  try {
    for await (const line of readPart(directory, smallest.name, open)) void line;
  } catch (cause) {
    const keys = manifest.recipients.join(', ');
    throw new Refusal(`Ninguna clave secreta dada abre este respaldo: se cifró para ${keys}`, { cause });
  }
  const suffix = suffixOf(manifest);
  let closed = 0;
  for await (const line of readPart(directory, FILES_PART, open)) {
    const file = JSON.parse(line) as BackedUpFile;
    if (!(await blobExists(folder, file.sha256, suffix))) continue;
    if (!(await canOpenBlob(folder, file, { suffix, open }))) closed += 1;
    if (suffix !== SUFFIX_OF_ANY_KEY) break;
  }
  if (closed > 0)
    throw new Refusal(
      `${countOf(closed, 'archivo de este respaldo no se abre', 'archivos de este respaldo no se abren')} con las claves dadas: se cifraron para una anterior. Agregue en el archivo de --identity la clave secreta de esa`,
    );
}

async function countMissing({ folder, directory, manifest, open }: RestoreSource): Promise<number> {
  let missing = 0;
  for await (const line of readPart(directory, FILES_PART, open))
    if (!(await blobExists(folder, (JSON.parse(line) as BackedUpFile).sha256, suffixOf(manifest)))) missing += 1;
  return missing;
}

async function* inPages(lines: AsyncIterable<string>): AsyncIterable<string[]> {
  let page: string[] = [];
  for await (const line of lines) {
    page.push(line);
    if (page.length < LINES) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

async function* parsed(pages: AsyncIterable<string[]>, named: ReturnType<typeof createNamedFiles>): AsyncIterable<BackedUpDocument[]> {
  for await (const page of pages)
    yield page.map((line) => {
      const document = JSON.parse(line) as BackedUpDocument;
      named.readDocument(document.path, line);
      return document;
    });
}

/** Columns missing in the backup get their defaults; columns that no longer exist are left out. */
async function insertRows(sql: Sql, table: string, pages: AsyncIterable<string[]>): Promise<void> {
  const known = await sql.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = ''`,
    [table],
  );
  for await (const page of pages) {
    const rows = page.map((line) => JSON.parse(line) as Record<string, unknown>);
    const names = known.rows.map(({ name }) => name).filter((name) => rows.some((row) => name in row));
    const columns = names.map((name) => `"${name}"`).join(', ');
    await sql.query(`INSERT INTO ${table} (${columns}) SELECT ${columns} FROM jsonb_populate_recordset(NULL::${table}, $1::jsonb)`, [
      `[${page.join(',')}]`,
    ]);
  }
}
