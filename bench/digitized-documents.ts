import type { Sql } from '#server/platform/sql/sql.ts';
import type { Template } from './cluster.ts';

export const TYPES = 400;
export const CATEGORIES = 10;
const SETS = 50;
/** Customers; each document refers to one. */
export const MEMBERS = 100_000;

/** A template with that many documents, shared by all groups that need it. */
export const documentsOf = (count: number): Template => ({ name: `documents_${count}`, fill: ({ sql }) => addDocuments(sql, count) });

/**
 * Documents of 400 types `t0`… in 10 categories `c0`… (type `tN` in `cN mod 10`), and 50 permission sets that allow viewing and printing
 * all of them.
 */
async function addDocuments(sql: Sql, count: number): Promise<void> {
  await sql.query(
    `INSERT INTO documentos (id, "categoryId", "documentId", "documentName", "userId", "agencyId", "agencyFromDoc", status, url, sha256, campos,
       "fromPackaging", "createdBy", "createdAt", source_version, search_text)
     SELECT 'd' || i, 'c' || i % ${CATEGORIES}, 't' || i % ${TYPES}, 'Documento ' || i, CASE WHEN i % 50 = 0 THEN 'p' || i / 50 % 100 ELSE '' END,
       'a' || i % 40, 'a' || i / 40 % 40, CASE WHEN i % 1000 = 0 THEN 'RETURNED' WHEN i % 3 = 0 THEN 'ARCHIVED' ELSE 'INDEXED' END,
       CASE WHEN i % 500 = 0 THEN '' ELSE 'https://archivos.demo.coop/' || i END, md5(i::text), jsonb_build_object('dpi', i, 'monto', i * 3, 'socio', 'm' || i % ${MEMBERS}),
       CASE WHEN i % 20 = 0 THEN 'k' || i / 20 % 5000 ELSE '' END, 'p' || i % 120,
       timestamptz '2020-01-01' + i * interval '3 minutes', 1, 'documento ' || i
     FROM generate_series(1, $1) i`,
    [count],
  );
  await sql.query(
    `INSERT INTO permisos_documentos (id, title, permissions, "createdAt", source_version)
     SELECT 's' || s, 'Conjunto ' || s, (SELECT jsonb_object_agg('c' || c, types) FROM generate_series(0, ${CATEGORIES - 1}) c,
       LATERAL (SELECT jsonb_object_agg('t' || t, '["view", "print"]'::jsonb) AS types FROM generate_series(c, ${TYPES - 1}, ${CATEGORIES}) t) given),
       now(), 1 FROM generate_series(1, ${SETS}) s`,
  );
  await sql.query('VACUUM ANALYZE documentos');
  await sql.query('VACUUM ANALYZE permisos_documentos');
}
