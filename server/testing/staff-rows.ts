import type { Sql } from '../platform/sql/sql.ts';

export interface StaffRow {
  id: string;
  email?: string;
  name?: string;
  role?: string;
  agency?: string;
  state?: boolean;
  isActive?: boolean;
  source_deleted?: boolean;
  briefcase_permissions?: unknown;
  digitalization_permission_id?: string;
}

/** A person in the read model, as the projector of `usuarios` would leave it; a second call replaces the row. */
export async function putStaffRow(sql: Sql, row: StaffRow): Promise<void> {
  await sql.query(
    `INSERT INTO usuarios (id, email, name, role, agency, state, "isActive", source_deleted, briefcase_permissions,
       digitalization_permission_id, "createdAt", source_version)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, now(), 1)
     ON CONFLICT (id) DO UPDATE SET email = excluded.email, name = excluded.name, role = excluded.role, agency = excluded.agency, state = excluded.state,
       "isActive" = excluded."isActive", source_deleted = excluded.source_deleted, briefcase_permissions = excluded.briefcase_permissions,
       digitalization_permission_id = excluded.digitalization_permission_id`,
    [
      row.id,
      row.email ?? `${row.id}@demo.coop`,
      row.name ?? 'Ana Pérez',
      row.role ?? 'user',
      row.agency ?? 'agencia-01',
      row.state ?? true,
      row.isActive ?? true,
      row.source_deleted ?? false,
      JSON.stringify(row.briefcase_permissions ?? {}),
      row.digitalization_permission_id ?? '',
    ],
  );
}

/** permisos_rol/{role} in the read model; a second call replaces the row. */
export async function putRoleRow(
  sql: Sql,
  row: { id: string; menus: readonly string[]; accionesNegadas?: readonly string[]; isActive?: boolean; source_deleted?: boolean },
): Promise<void> {
  await sql.query(
    `INSERT INTO permisos_rol (id, menus, "isActive", source_deleted, "accionesNegadas", "createdAt", source_version) VALUES ($1, $2, $3, $4, $5, now(), 1)
     ON CONFLICT (id) DO UPDATE SET menus = excluded.menus, "isActive" = excluded."isActive", source_deleted = excluded.source_deleted,
       "accionesNegadas" = excluded."accionesNegadas"`,
    [row.id, row.menus, row.isActive ?? true, row.source_deleted ?? false, row.accionesNegadas ?? []],
  );
}
