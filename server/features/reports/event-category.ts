import { fragment, trusted, type SqlFragment } from '../../platform/sql-fragment.ts';

/**
 * Lines `t` of the ledger that are about documents of a category: exactly those whose `"categoryId"` the view says so, which
 * is an expression that no index holds. The index by type holds the keys, of which there are few: each is looked up in it
 * once, whatever the order of the database's collation, and those of the category are asked for. A line without a known type
 * or of a document that is gone is looked up by its document.
 */
export function ofCategory(id: string): SqlFragment[] {
  return [
    trusted(`t.area = 'digitalization'`),
    fragment`t.document_type_key = ANY(ARRAY(${keysOfCategory(id)}))`,
    // A scalar subquery is asked for these lines alone; EXISTS might read every document of the category beforehand.
    fragment`t.document_type_key NOT IN ('', '/') OR (SELECT d."categoryId" FROM documentos d WHERE d.id = t."fileId") = ${id}`,
  ];
}

/** One step along the index for each key, where DISTINCT would read every line. */
function keysOfCategory(id: string): SqlFragment {
  const next = (from: string) =>
    trusted(`(SELECT e.document_type_key FROM eventos_archivos e WHERE e.area = 'digitalization' AND NOT e.source_deleted AND ${from}
      ORDER BY e.document_type_key LIMIT 1)`);
  return fragment`WITH RECURSIVE found AS (SELECT ${next('TRUE')} AS key UNION ALL SELECT ${next('e.document_type_key > found.key')} FROM found WHERE found.key IS NOT NULL)
    SELECT key FROM found WHERE key IN ('', '/') OR split_part(key, '/', 1) = ${id}`;
}
