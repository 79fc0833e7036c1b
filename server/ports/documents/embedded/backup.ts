import type { Sql } from '../../../platform/sql/sql.ts';
import { parseDocumentPath } from '../document-path.ts';
import type { BackedUpDocument, DocumentsBackup, KeptDocuments } from '../documents-backup.ts';
import { toEmbeddedValue } from '../backed-up-values.ts';
import { beginReading, endReading, inPages, readRows } from '../table-rows.ts';

/** The embedded store. What is brought back has its old times, and nobody is told: the read model is made anew afterwards. */
export function openEmbeddedDocuments(sql: Sql): KeptDocuments {
  return {
    kind: 'embedded',
    openBackup: () => openBackup(sql),
    async hasDocuments(database) {
      const { rowCount } = await sql.query('SELECT 1 FROM documents.documents WHERE database = $1 LIMIT 1', [database]);
      return rowCount !== 0;
    },
    async write(database, pages) {
      let written = 0;
      for await (const page of pages) {
        const rows = page.map(({ path, createdVersion, version, data }) => {
          const { collection, group } = parseDocumentPath(path);
          return { path, collection, collection_group: group, created_version: createdVersion, version, data: toEmbeddedValue(data) };
        });
        const { rowCount } = await sql.query(INSERT, [database, JSON.stringify(rows)]);
        written += rowCount ?? 0;
      }
      await sql.query('ANALYZE documents.documents');
      return written;
    },
    close: () => Promise.resolve(),
  };
}

const INSERT = `
  INSERT INTO documents.documents (database, path, collection, collection_group, data, created_version, version)
  SELECT $1, path, collection, collection_group, data, created_version, version
  FROM jsonb_to_recordset($2::jsonb)
    AS r(path text, collection text, collection_group text, data jsonb, created_version bigint, version bigint)`;

/** The whole of one PostgreSQL at one moment: a transaction that only reads and sees nothing that is committed after it began. */
async function openBackup(sql: Sql): Promise<DocumentsBackup> {
  const { client, moment } = await beginReading(sql);
  return {
    moment,
    async *read(database) {
      for await (const rows of inPages<BackedUpDocument>(
        client,
        `SELECT path, created_version::text AS "createdVersion", version::text AS version, data
         FROM documents.documents WHERE database = $1 AND NOT deleted ORDER BY path`,
        [database],
      ))
        yield rows;
    },
    rows: (table) => readRows(client, table),
    close: () => endReading(client),
  };
}
