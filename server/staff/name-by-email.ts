import { mapOutage } from '../platform/sql/database-outage.ts';
import type { Sql } from '../platform/sql/sql.ts';

/** Name of the person with this address; '' if nobody has it. */
export async function nameByEmail(sql: Sql, email: string): Promise<string> {
  const { rows } = await mapOutage(
    sql.query<{ name: string }>('SELECT name FROM usuarios WHERE lower(email) = $1 AND NOT source_deleted LIMIT 1', [email]),
  );
  return rows[0]?.name ?? '';
}
