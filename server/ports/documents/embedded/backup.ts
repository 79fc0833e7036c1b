import type { Sql } from '../../../platform/sql/sql.ts';
import type { BackedUpDocument, DocumentsBackup, RestorableDocuments } from '../documents-backup.ts';
import { toEmbeddedMap } from '../backed-up-values.ts';
import { beginReading, inPages, readRows } from '../table-rows.ts';
import { importDocuments, type ImportedDocument } from './import.ts';
import { decodeMap } from './values.ts';

/** The embedded store. Restored documents keep their old times, and watchers are not notified: the read model is rebuilt afterwards. */
export function openEmbeddedDocuments(sql: Sql): RestorableDocuments {
  return {
    kind: 'embedded',
    openBackup: () => openBackup(sql),
    async hasDocuments(database) {
      const { rowCount } = await sql.query('SELECT 1 FROM documents.documents WHERE database = $1 LIMIT 1', [database]);
      return rowCount !== 0;
    },
    async write(database, pages) {
      let written = 0;
      for await (const page of pages) written += await importDocuments(sql, database, page.map(toImported), { silent: true });
      await sql.query('ANALYZE documents.documents');
      return written;
    },
    close: () => Promise.resolve(),
  };
}

function toImported({ path, createdVersion, version, data }: BackedUpDocument): ImportedDocument {
  return { path, data: decodeMap(toEmbeddedMap(data)), createdVersion: BigInt(createdVersion), version: BigInt(version) };
}

/** A consistent snapshot of one PostgreSQL: a read-only transaction that sees nothing committed after it began. */
async function openBackup(sql: Sql): Promise<DocumentsBackup> {
  const { client, moment, end } = await beginReading(sql);
  return {
    moment,
    read: (database) =>
      inPages<BackedUpDocument>(
        client,
        `SELECT path, created_version::text AS "createdVersion", version::text AS version, data
         FROM documents.documents WHERE database = $1 AND NOT deleted ORDER BY path`,
        [database],
      ),
    rows: (table) => readRows(client, table),
    close: end,
  };
}
