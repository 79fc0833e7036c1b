import type pg from 'pg';
import { ReadingRoleError } from './reading-role-error.ts';

/** Written on the role: only one that says so is changed or dropped. */
export const ROLE_MARK = 'Lectura de las vistas de consulta del portal (npm run bi-access)';

interface FoundRole {
  mark: string | null;
  powerful: boolean;
  owns: string[];
}

/**
 * Whether the role is there already. One that this command did not make, that can do more than sign in or that owns something is
 * somebody else's, and left alone: a slip of the name must not give the portal's own account a new password.
 * @throws ReadingRoleError
 */
export async function refuseForeignRole(client: pg.Client, role: string): Promise<boolean> {
  const { rows } = await client.query<FoundRole>(
    `SELECT shobj_description(r.oid, 'pg_authid') AS mark,
       r.rolsuper OR r.rolcreaterole OR r.rolcreatedb OR r.rolreplication OR r.rolbypassrls OR r.rolname = current_user AS powerful,
       ARRAY(SELECT DISTINCT coalesce(pg_describe_object(d.classid, d.objid, d.objsubid), 'otra base') FROM pg_shdepend d
         WHERE d.refclassid = 'pg_authid'::regclass AND d.refobjid = r.oid AND d.deptype = 'o' AND d.dbid IN (0, (SELECT oid FROM pg_database WHERE datname = current_database()))) AS owns
     FROM pg_roles r WHERE r.rolname = $1`,
    [role],
  );
  const found = rows[0];
  if (!found) return false;
  if (found.mark !== ROLE_MARK)
    throw new ReadingRoleError(`Ya hay un rol «${role}» que este comando no creó: elija otro nombre con --role.`);
  if (found.powerful || found.owns.length > 0) {
    throw new ReadingRoleError(
      `Alguien le dio al rol «${role}» poderes que este comando no da${found.owns.length > 0 ? `; es dueño de: ${found.owns.join(', ')}` : ''}.\n` +
        'No se cambió nada: quítelos, o bórrelo, y repita.',
    );
  }
  return true;
}
