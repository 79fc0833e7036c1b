import { ADMIN_ROLE } from '../domain/roles.ts';
import type { Sql } from '../platform/sql/sql.ts';
import type { Choice } from '../read-model/pages/choices.ts';
import { namesOfRole, readRoleDirectory } from '../staff/role-directory.ts';

/** A select with more than this is no help. */
const PEOPLE_MAX = 1_000;

interface ViewersCall {
  /** Types with their categories, all of which they may view; administrators may view everything. */
  types: readonly { categoryId: string; documentId: string }[];
  /** Ids of people who are left out. */
  except?: readonly string[];
  /** Only people of this agency. */
  agencyId?: string;
}

/** Active people to whom documents of these types can be given, by name. */
export async function findViewers({ sql }: { sql: Pick<Sql, 'query'> }, { types, except = [], agencyId }: ViewersCall): Promise<Choice[]> {
  const administrators = namesOfRole(await readRoleDirectory(sql), ADMIN_ROLE).map(({ role }) => role);
  const { rows } = await sql.query<Choice>(
    `SELECT u.id, coalesce(nullif(u.name, ''), nullif(u.email, ''), u.id) AS name FROM usuarios u
     LEFT JOIN permisos_documentos s ON s.id = u.digitalization_permission_id AND s."isActive" AND NOT s.source_deleted
     WHERE u.state AND u."isActive" AND NOT u.source_deleted AND u.id <> ALL($3) AND ($4::text IS NULL OR u.agency = $4)
       AND (u.role = ANY($5) OR s.id IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM unnest($1::text[], $2::text[]) AS asked(category, type)
         WHERE NOT coalesce(s.permissions -> asked.category -> asked.type @> '["view"]', FALSE)))
     ORDER BY name COLLATE "es-x-icu", u.id LIMIT ${PEOPLE_MAX}`,
    [types.map(({ categoryId }) => categoryId), types.map(({ documentId }) => documentId), except, agencyId ?? null, administrators],
  );
  return rows;
}
