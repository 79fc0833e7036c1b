import type { Staff } from '../../domain/permissions.ts';
import { ADMIN_ROLE } from '../../domain/roles.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import type { Services } from '../../services.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { namesOfRole, readRoleDirectory } from '../../staff/role-directory.ts';

const ADMINISTRATORS_MAX = 50;

export interface Person {
  id: string;
  name: string;
}

/** The active ones among these, in the order of their names. */
export async function findPeople({ sql }: { sql: Pick<Sql, 'query'> }, ids: readonly string[]): Promise<Person[]> {
  const { rows } = await sql.query<Person>(
    `SELECT id, coalesce(nullif(name, ''), nullif(email, ''), id) AS name FROM usuarios
     WHERE id = ANY($1::text[]) AND state AND "isActive" AND NOT source_deleted ORDER BY name COLLATE "es-x-icu", id`,
    [[...ids]],
  );
  return rows;
}

/** Active administrators, who are told of failures. */
export async function findAdministrators({ sql, liveSettings }: Pick<Services, 'liveSettings' | 'sql'>): Promise<Staff[]> {
  const names = namesOfRole(await readRoleDirectory(sql), ADMIN_ROLE).map(({ role }) => role);
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM usuarios WHERE role = ANY($1) AND state AND "isActive" AND NOT source_deleted ORDER BY id LIMIT ${ADMINISTRATORS_MAX}`,
    [names],
  );
  const people = await Promise.all(rows.map(({ id }) => loadStaff({ sql, liveSettings }, { uid: id, sessionId: '' })));
  return people.filter((person) => person !== null).filter(({ role }) => role === ADMIN_ROLE);
}
