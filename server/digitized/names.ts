import type { Sql } from '../platform/sql.ts';

/** Longer ids name nobody. */
const ID_MAX = 200;

/** What a person is called; the id where nobody has it. */
export async function personName({ sql }: { sql: Pick<Sql, 'query'> }, id: string): Promise<string> {
  return nameIn(sql, `SELECT coalesce(nullif(name, ''), nullif(email, ''), id) AS name FROM usuarios WHERE id = $1`, id);
}

/** What a type of documents is called; the id where none has it. */
export async function typeName({ sql }: { sql: Pick<Sql, 'query'> }, id: string): Promise<string> {
  return nameIn(sql, `SELECT coalesce(nullif(nombre, ''), id) AS name FROM tipos_documento WHERE id = $1`, id);
}

async function nameIn(sql: Pick<Sql, 'query'>, statement: string, id: string): Promise<string> {
  const asked = id.slice(0, ID_MAX).replaceAll('\0', '');
  const { rows } = await sql.query<{ name: string }>(statement, [asked]);
  return rows[0]?.name ?? asked;
}
