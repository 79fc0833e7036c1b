import { IMPORT_MAX_ROWS, SINGLE_TRANSACTION_ROWS, tooManyRows } from '../domain/imports.ts';
import { AppError } from '../domain/errors.ts';
import type { ReceivedUpload } from '../ports/files/receive-upload.ts';
import { newDocumentId } from '../platform/document-id.ts';
import type { Call, Services } from '../services.ts';
import { checkImport } from './check-import.ts';
import { enqueueImportChecks } from './import-jobs.ts';
import { mapRows, type MappedRow } from './map-rows.ts';
import { openImporting, type ImportingList } from './open-import.ts';
import { changeImport, removeEarlier, removeImport, storeImport, storeRows } from './stored-import.ts';

/** Rows stored at once, unless their texts are long: each batch is written as JSON in one turn of the event loop. */
const BATCH = 500;
const BATCH_LETTERS = 1024 * 1024;

/**
 * Reads a spreadsheet, stores its rows for the uploader, and checks what each would do: up to 500 before it returns, more in a
 * worker. The list itself is not changed. Errors: `forbidden`, `not-found`, `invalid-input` (no file, no rows),
 * `unsupported-type`, `too-large`, `too-many-requests`.
 */
export async function startImport(services: Services, call: Call & { url: string; upload: ReceivedUpload }): Promise<{ id: string }> {
  const { actor, url, upload, requestId = '' } = call;
  const list = openImporting(services, call);
  const { file } = upload;
  if (!file || file.fileName.trim() === '') throw refused('Elija un libro de Excel o un archivo CSV.');
  const id = newDocumentId();
  const { sql } = services;
  await storeImport(sql, { id, userId: actor.id, url, fileName: file.fileName.replaceAll('\0', '').trim(), requestId });
  try {
    const count = await readAndStoreRows(services, { actor }, { id, list, upload, file });
    await changeImport(sql, id, 'reading', 'checking');
    await removeEarlier(sql, { id, userId: actor.id, url });
    if (count <= SINGLE_TRANSACTION_ROWS) await checkImport(services, id, new AbortController().signal, actor);
    else await enqueueImportChecks(services, [id]);
    return { id };
  } catch (error) {
    await removeImport(sql, id);
    throw error;
  }
}

interface Received {
  id: string;
  list: ImportingList;
  upload: ReceivedUpload;
  file: NonNullable<ReceivedUpload['file']>;
}

/** @returns the number of record rows */
async function readAndStoreRows(services: Services, call: Call, { id, list: { imports }, upload, file }: Received): Promise<number> {
  const fields = await imports.describe(services, call);
  const original = { owner: call.actor.id, identity: id, sha256: null, contentType: '', bytes: 0, open: () => Promise.resolve(file.body) };
  return services.documentPages.readRows(original, async (table) => {
    await upload.whole;
    let [count, place] = [0, 0];
    const notes: MappedRow[] = [];
    let batch: MappedRow[] = [];
    let letters = 0;
    const store = async () => {
      await storeRows(services.sql, id, place, imports.key, batch);
      place += batch.length;
      batch = [];
      letters = 0;
    };
    for await (const row of mapRows(table, fields, imports.key)) {
      batch.push(row);
      letters += Object.values(row.cells).reduce((sum, cell) => sum + cell.length, 0);
      if (row.isNote) notes.push(row);
      else count += 1;
      if (count > IMPORT_MAX_ROWS) throw tooManyRows();
      if (batch.length >= BATCH || letters >= BATCH_LETTERS) await store();
    }
    await store();
    if (count === 0) throw refused(notes[0]?.problems[0] ?? 'El archivo no tiene filas que importar.');
    return count;
  });
}

function refused(userMessage: string): AppError {
  return new AppError('invalid-input', 'nothing to import', { userMessage, fields: { file: [userMessage] } });
}
