import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newDocumentId } from '../../platform/document-id.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import { Refusal } from '../../platform/refusal.ts';
import { inTransaction, type Sql } from '../../platform/sql/sql.ts';
import { storageUnavailable } from './file-store.ts';

/** No key of a file, so that none is stored under this name. */
const MARK = '.portal';

/** Throws `unavailable` where the folder is not that of this portal's files. */
export type RequireFolder = () => Promise<void>;

/**
 * The first time the folder is made and gets a mark, which the database knows too. A folder without it is from then on a disk that is not
 * mounted: it is never made anew, because what people store in it would be hidden, and lost to them, once the disk is there.
 */
export function requireFolderOf(directory: string, sql: Sql): RequireFolder {
  let known: string | null = null;
  return async () => {
    const mark = await readMark(directory);
    try {
      known ??= await knownMark(sql, directory, mark);
    } catch (error) {
      // With the mark in place only the database is away, which others report.
      if (mark === null) throw storageUnavailable(error);
      return;
    }
    // Read again: another process may have written it in between.
    if (mark !== known && (await readMark(directory)) !== known) throw storageUnavailable(new Refusal(describeMissing(directory)));
  };
}

/** Gives a folder without any file the mark that the database knows: what was lost comes back into it. */
export async function markFreshFolder(directory: string, sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ mark: string }>('SELECT mark FROM files_folder');
  if (!rows[0]) return;
  await makeFolder(directory);
  if ((await readdir(directory, { withFileTypes: true })).some((entry) => entry.isFile())) return;
  await writeFile(path.join(directory, MARK), `${rows[0].mark}\n`);
}

function readMark(directory: string): Promise<string | null> {
  return readFile(path.join(directory, MARK), 'utf8').then(
    (text) => text.trim() || null,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw storageUnavailable(error);
    },
  );
}

/** @param mark of the folder; null writes one, if the database knows none */
async function knownMark(sql: Sql, directory: string, mark: string | null): Promise<string> {
  const { rows } = await sql.query<{ mark: string }>('SELECT mark FROM files_folder');
  if (rows[0]) return rows[0].mark;
  return inTransaction(sql, async (client) => {
    const taken = mark ?? newDocumentId();
    // Whoever comes second waits here until the first has written the mark.
    const claimed = await client.query('INSERT INTO files_folder (mark) VALUES ($1) ON CONFLICT DO NOTHING', [taken]);
    if (claimed.rowCount === 0) return (await client.query<{ mark: string }>('SELECT mark FROM files_folder')).rows[0]?.mark ?? '';
    if (mark === null) {
      await makeFolder(directory);
      await writeFile(path.join(directory, MARK), `${taken}\n`);
    }
    return taken;
  });
}

const describeMissing = (directory: string) =>
  `${directory} no es la carpeta con los archivos de este portal: no tiene su marca (${MARK}). Monte su disco, o copie ahí la carpeta entera. No se guardó nada en ella.`;
