import type { Sql } from '#server/platform/sql/sql.ts';

interface ViewColumn {
  name: string;
  /** Type name as from `format_type`. */
  type: string;
  about: string;
}

export interface View {
  name: string;
  about: string;
  columns: ViewColumn[];
}

/** The views of the schema `consulta` as the database describes them, in order of creation. */
export async function readViews(sql: Pick<Sql, 'query'>): Promise<View[]> {
  const { rows } = await sql.query<View>(`
    SELECT c.relname AS name, coalesce(obj_description(c.oid, 'pg_class'), '') AS about,
      jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'about', coalesce(col_description(c.oid, a.attnum), '')) ORDER BY a.attnum) AS columns
    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
    WHERE c.relnamespace = 'consulta'::regnamespace GROUP BY c.oid, c.relname ORDER BY c.oid`);
  return rows;
}
