import type { Sql } from '../../../platform/sql/sql.ts';
import type { BackedUpDocument } from '../documents-backup.ts';
import { parseCollectionPath } from '../document-path.ts';
import { partsToRead, patternOf, type FoundCollection, type ReadOnlyDocuments } from '../read-only-documents.ts';
import { PATH_KEY } from './query.ts';

const PAGE = 2_000;

/** Read-only access to the embedded stores. */
export function openEmbeddedReadOnly(sql: Sql): ReadOnlyDocuments {
  let reads = 0;
  const runQuery = async <Row extends object>(statement: string, values: unknown[]) => {
    const { rows } = await sql.query<Row>(statement, values);
    reads += Math.max(1, rows.length);
    return rows;
  };
  return {
    async collections(database) {
      const rows = await runQuery<{ collection: string; documents: number }>(
        `SELECT collection, count(*)::int AS documents FROM documents.documents WHERE database = $1 AND NOT deleted GROUP BY 1 ORDER BY 1`,
        [database],
      );
      const found = new Map<string, FoundCollection>();
      for (const { collection, documents } of rows) {
        const path = patternOf(collection);
        found.set(path, { path, documents: documents + (found.get(path)?.documents ?? 0) });
      }
      return [...found.values()];
    },
    async *read(database, collection, most) {
      let after = '';
      for (const { from, limit } of partsToRead(collection, most)) {
        const begin = `${collection.path}/${from}`;
        if (from !== '' && begin > after) after = begin;
        for (let left = limit; left > 0;) {
          const rows = await runQuery<BackedUpDocument>(
            `SELECT d.path, d.created_version::text AS "createdVersion", d.version::text AS version, d.data FROM documents.documents d
             WHERE d.database = $1 AND d.collection_group = $2 AND d.collection ~ $3 AND ${PATH_KEY} > replace($4, '/', E'\\x01')
               AND NOT d.deleted ORDER BY ${PATH_KEY} LIMIT $5`,
            [database, parseCollectionPath(collection.path), expressionOf(collection.path), after, Math.min(PAGE, left)],
          );
          if (rows.length > 0) yield rows;
          if (rows.length < Math.min(PAGE, left)) break;
          left -= rows.length;
          after = rows.at(-1)?.path ?? after;
        }
      }
    },
    async missing(database, paths) {
      const rows = await runQuery<{ path: string }>(
        'SELECT path FROM documents.documents WHERE database = $1 AND path = ANY($2) AND NOT deleted',
        [database, paths],
      );
      const there = new Set(rows.map(({ path }) => path));
      return paths.filter((path) => !there.has(path));
    },
    reads: () => reads,
    close: () => Promise.resolve(),
  };
}

const expressionOf = (pattern: string) =>
  `^${pattern
    .split('/')
    .map((segment) => (segment === '*' ? '[^/]+' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
    .join('/')}$`;
