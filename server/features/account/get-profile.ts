import { mapOutage } from '../../platform/sql/database-outage.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import type { Call, Services } from '../../services.ts';
import { readInput } from '../../platform/read-input.ts';
import { updateUserBody } from '../../ports/rest-backend/schemas.ts';

/** What a person sees of themselves. */
interface Profile {
  name: string;
  email: string;
  phone: string;
  roleTitle: string;
  agencyName: string;
  departmentName: string;
  position: string;
  /** In the order of the folders in Maletín; 'all' for administrators. */
  folderNames: string[] | 'all';
}

/** From the read model, in one query; names, not ids. */
export async function getProfile({ sql }: { sql: Sql }, { actor }: Call): Promise<Profile> {
  const query = sql.query<Pick<Profile, 'phone' | 'position' | 'departmentName' | 'agencyName'> & { folderNames: string[] }>(
    `SELECT u.phone, coalesce(nullif(p.nombre, ''), u.position) AS position, coalesce(u.department->>'name', '') AS "departmentName", coalesce(a.nombre, '') AS "agencyName",
            ARRAY(SELECT f.nombre FROM maletin_carpetas f
                  WHERE f.id = ANY($2::text[]) AND f."isActive" AND NOT f.source_deleted ORDER BY f.orden, f.nombre COLLATE "es-x-icu", f.id) AS "folderNames"
     FROM usuarios u LEFT JOIN agencias a ON a.id = u.agency AND NOT a.source_deleted
          LEFT JOIN puestos p ON p.id = u.position AND NOT p.source_deleted
     WHERE u.id = $1`,
    [actor.id, actor.folders === 'all' ? [] : [...actor.folders]],
  );
  const row = (await mapOutage(query)).rows[0];
  return {
    phone: '',
    position: '',
    departmentName: '',
    agencyName: '',
    ...row,
    name: actor.name,
    email: actor.email,
    roleTitle: actor.roleTitle,
    folderNames: actor.folders === 'all' ? 'all' : (row?.folderNames ?? []),
  };
}

const phoneChange = updateUserBody.pick({ phone: true }).required();

/**
 * Changes the phone, the only field that people change of their own: name, agency and position are the cooperative's to say. The number is
 * checked before it is sent: a backend elsewhere must not receive a text that it could not read.
 * Errors: `invalid-input` (`fields.phone`), `unavailable`, `backend-failed`.
 */
export async function updatePhone(
  { restBackend }: Pick<Services, 'restBackend'>,
  { actor, phone, requestId }: Call & { phone: string },
): Promise<void> {
  await restBackend.updateUser(actor.id, readInput(phoneChange, { phone }), { userId: actor.id, requestId });
}
