import { requireMenu, type Staff } from '../../domain/permissions.ts';
import { roleTitle } from '../../domain/roles.ts';
import type { User } from '../../domain/users.ts';
import { isOwn, mayAdminister } from './rules.ts';
import type { Call } from '../../services.ts';
import type { UserRecord, UsersServices } from './users.ts';

interface Names {
  agencyName: string | null;
  folderNames: string[];
  lastActivityAt: Date | null;
}

/** The person as the REST backend has them now, so that what is edited is what is stored. Errors: `forbidden`, `not-found`. */
export async function getUser(services: UsersServices, call: Call & { id: string }): Promise<UserRecord> {
  requireMenu(call.actor, 'users');
  const user = await services.restBackend.getUser(call.id);
  const [names, account] = await Promise.all([readNames(services, user), services.identity.getAccount(user.id)]);
  return {
    ...user,
    roleTitle: roleTitle(user.role),
    agencyName: names.agencyName ?? '',
    folderNames: names.folderNames,
    lastActivityAt: names.lastActivityAt?.toISOString() ?? null,
    account: { exists: account !== null, disabled: account?.disabled ?? false },
    can: allowed(call.actor, user),
  };
}

function allowed(actor: Staff, user: User): UserRecord['can'] {
  const mayChange = mayAdminister(actor, user.role) && !isOwn(actor, user);
  return { editPermissions: mayChange, activate: mayChange && !user.state, deactivate: mayChange && user.state, resetPassword: user.state };
}

async function readNames({ sql }: UsersServices, user: User): Promise<Names> {
  const { rows } = await sql.query<Names>(
    `SELECT (SELECT nombre FROM agencias WHERE id = $2 AND NOT source_deleted) AS "agencyName",
            ARRAY(SELECT nombre FROM maletin_carpetas WHERE id = ANY($3::text[]) AND NOT source_deleted ORDER BY orden, nombre COLLATE "es-x-icu", id) AS "folderNames",
            (SELECT max("lastAt") FROM actividad_usuarios WHERE "userId" = $1 AND NOT source_deleted) AS "lastActivityAt"`,
    [user.id, user.agency, user.briefcase_permissions.folders],
  );
  return rows[0] ?? { agencyName: null, folderNames: [], lastActivityAt: null };
}
