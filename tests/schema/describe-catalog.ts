import type { Sql } from '#server/platform/sql/sql.ts';

/** The objects of a database, described by its own catalogs: two databases with the same description have the same schema. */
const QUERIES: Readonly<Record<string, string>> = {
  schemas: `SELECT nspname AS name, obj_description(oid, 'pg_namespace') AS value FROM pg_namespace WHERE ${own('oid')}`,
  extensions: `SELECT extname AS name, extversion AS value FROM pg_extension`,
  relations: `SELECT oid::regclass::text AS name, concat_ws(' | ', relkind, relpersistence, reloptions::text, obj_description(oid, 'pg_class')) AS value
    FROM pg_class WHERE ${own('relnamespace')}`,
  columns: `SELECT a.attrelid::regclass || '.' || a.attname AS name, concat_ws(' | ', a.attnum, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attidentity,
      pg_get_expr(d.adbin, d.adrelid), a.attcollation::regcollation, col_description(a.attrelid, a.attnum)) AS value
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
    WHERE ${own('c.relnamespace')} AND a.attnum > 0 AND NOT a.attisdropped`,
  constraints: `SELECT conrelid::regclass || '.' || conname AS name, pg_get_constraintdef(oid) AS value FROM pg_constraint WHERE ${own('connamespace')}`,
  indexes: `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS value FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE ${own('c.relnamespace')}`,
  views: `SELECT oid::regclass::text AS name, pg_get_viewdef(oid) AS value FROM pg_class WHERE relkind = 'v' AND ${own('relnamespace')}`,
  functions: `SELECT p.oid::regprocedure::text AS name, pg_get_functiondef(p.oid) || coalesce(p.proacl::text, '') AS value FROM pg_proc p
    WHERE ${own('p.pronamespace')} AND p.prokind = 'f' AND NOT EXISTS (SELECT 1 FROM pg_depend e WHERE e.objid = p.oid AND e.deptype = 'e')`,
  triggers: `SELECT tgrelid::regclass || '.' || tgname AS name, pg_get_triggerdef(oid) AS value FROM pg_trigger WHERE NOT tgisinternal`,
  rows: `SELECT table_name AS name, concat_ws(' | ', active, present) AS value FROM row_totals`,
  history: `SELECT migration_name AS name, concat_ws(' | ', checksum, applied_steps_count, finished_at IS NOT NULL, rolled_back_at, logs) AS value FROM _prisma_migrations`,
};

function own(schema: string): string {
  return `${schema}::regnamespace::text !~ '^(pg_|information_schema)'`;
}

export type Catalog = Readonly<Record<string, Readonly<Record<string, string | null>>>>;

export async function describeCatalog(sql: Pick<Sql, 'query'>): Promise<Catalog> {
  const kinds: Record<string, Record<string, string | null>> = {};
  for (const [kind, query] of Object.entries(QUERIES)) {
    const { rows } = await sql.query<{ name: string; value: string | null }>(`${query} ORDER BY 1`);
    kinds[kind] = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
  }
  return kinds;
}
