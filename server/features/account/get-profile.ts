import { tellOutage } from '../../platform/database-outage.ts';
import type { Sql } from '../../platform/sql.ts';
import type { AccountCall, Profile } from './account.ts';

interface Row {
  phone: string;
  position: string;
  departmentName: string;
  agencyName: string;
  folderNames: string[];
}

/** From the read model, in one query; names, not ids. */
export async function getProfile({ sql }: { sql: Sql }, { actor }: AccountCall): Promise<Profile> {
  const query = sql.query<Row>(
    `SELECT u.phone, u.position, coalesce(u.department->>'name', '') AS "departmentName", coalesce(a.nombre, '') AS "agencyName",
            ARRAY(SELECT f.nombre FROM maletin_carpetas f
                  WHERE f.id = ANY($2::text[]) AND f."isActive" AND NOT f.source_deleted ORDER BY f.orden, f.nombre COLLATE "es-x-icu", f.id) AS "folderNames"
     FROM usuarios u LEFT JOIN agencias a ON a.id = u.agency AND NOT a.source_deleted
     WHERE u.id = $1`,
    [actor.id, actor.folders === 'all' ? [] : [...actor.folders]],
  );
  const row = (await tellOutage(query)).rows[0];
  return {
    name: actor.name,
    email: actor.email,
    phone: row?.phone ?? '',
    roleTitle: actor.roleTitle,
    agencyName: row?.agencyName ?? '',
    departmentName: row?.departmentName ?? '',
    position: row?.position ?? '',
    folderNames: actor.folders === 'all' ? 'all' : (row?.folderNames ?? []),
  };
}
