import type { Sql } from '#server/platform/sql/sql.ts';
import { inTransaction } from '#server/platform/sql/sql.ts';
import { fragment, identifier, toQuery } from '#server/platform/sql/sql-fragment.ts';

const LINES = 'María Fernanda de los Ángeles Xiquín-Tzunún viuda de Marroquín Gutiérrez y Gutiérrez, Sucursal San Pedro Sacatepéquez';
const ONE_WORD = 'Otorrinolaringoesternocleidomastoideoparangaricutirimicuaro';
/** Columns of the read model that hold names and titles. */
const NAMES = ['nombre', 'name', 'titulo', 'title', 'displayName', 'cargo', 'label'];

/** Gives some records of each table of the read model a name of several lines, and one record a word too long for any column. */
export async function haveLongNames(sql: Sql): Promise<void> {
  const { rows } = await sql.query<{ table: string; column: string }>(
    `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type = 'text' AND c.column_name = ANY ($1)
       AND EXISTS (SELECT 1 FROM information_schema.columns i WHERE i.table_schema = 'public' AND i.table_name = c.table_name AND i.column_name = 'id')`,
    [NAMES],
  );
  await inTransaction(sql, async (client) => {
    // Nothing really changed, so no notification must be sent.
    await client.query('SET LOCAL session_replication_role = replica');
    for (const { table, column } of rows) {
      const [where, what] = [identifier(table), identifier(column)];
      await client.query(
        toQuery(
          fragment`UPDATE ${where} SET ${what} = CASE WHEN id = (SELECT min(id) FROM ${where}) THEN ${ONE_WORD} ELSE ${LINES} END
                   WHERE id IN (SELECT id FROM ${where} ORDER BY id LIMIT 4)`,
        ),
      );
    }
  });
}
