import type { Sql } from '../sql.ts';

export interface AgencyChoice {
  id: string;
  name: string;
}

/** Agencies that lists can be filtered by, as Spanish speakers sort them. */
export async function findAgencyChoices(sql: Sql): Promise<AgencyChoice[]> {
  const { rows } = await sql.query<AgencyChoice>(`SELECT id, nombre AS name FROM agencias WHERE "isActive" AND NOT source_deleted ORDER BY nombre COLLATE "es-x-icu", id`);
  return rows;
}
