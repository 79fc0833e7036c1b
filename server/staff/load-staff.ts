import { tellOutage } from '../platform/database-outage.ts';
import { isMenuId, type MenuId } from '../domain/menu.ts';
import type { Staff } from '../domain/permissions.ts';
import { ADMIN_ROLE, DEFAULT_MENUS, roleTitle } from '../domain/roles.ts';
import { SELECT_FRESHNESS, toFreshness, type FreshnessRow } from '../read-model/freshness.ts';
import type { Freshness } from '../read-model/read-model.ts';
import type { Services } from '../services.ts';

import { DEFAULT_THEME, type Theme } from './preferences.ts';

/** Who asks, and up to when what they will read is complete. */
export interface Visit {
  staff: Staff;
  freshness: Freshness;
}

interface Row extends FreshnessRow {
  id: string;
  name: string;
  email: string;
  role: string;
  agency: string;
  briefcase_permissions: unknown;
  /** null: no row for the role at all. */
  menus: string[] | null;
  theme: Theme | null;
  page_size: number | null;
}

/**
 * The person behind a session as the read model knows them now, and its freshness, in one statement: called once per
 * request, so that a changed role, menu, folder or state takes effect at the next one. null: unknown or inactive, that is
 * no access.
 * @throws AppError `unavailable` when the database is lost
 */
export async function loadVisit(
  { sql, liveSettings }: Pick<Services, 'liveSettings' | 'sql'>,
  session: { uid: string; sessionId: string },
): Promise<Visit | null> {
  // Named: each connection plans it once, and it runs at every request.
  const query = sql.query<Row>({
    name: 'visit',
    text: `SELECT u.id, u.name, u.email, u.role, u.agency, u.briefcase_permissions, p.theme, p.page_size,
            CASE WHEN r.id IS NULL THEN NULL
                 WHEN r."isActive" AND NOT r.source_deleted THEN coalesce(r.menus, '{}')
                 ELSE '{}' END AS menus, f.as_of, f.behind_seconds, f.settled
     FROM usuarios u
     LEFT JOIN permisos_rol r ON r.id = u.role
     LEFT JOIN identity.preferences p ON p.uid = u.id
     CROSS JOIN (${SELECT_FRESHNESS}) f
     WHERE u.id = $1 AND u.state AND u."isActive" AND NOT u.source_deleted`,
    values: [session.uid],
  });
  const row = (await tellOutage(query)).rows[0];
  if (!row) return null;
  const staff = toStaff(row, { sessionId: session.sessionId, pageSize: liveSettings.current().pageSize });
  return { staff, freshness: toFreshness(row) };
}

/** The person alone. */
export async function loadStaff(...call: Parameters<typeof loadVisit>): Promise<Staff | null> {
  return (await loadVisit(...call))?.staff ?? null;
}

function toStaff(row: Row, { sessionId, pageSize }: { sessionId: string; pageSize: number }): Staff {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    roleTitle: roleTitle(row.role),
    agencyId: row.agency,
    menus: new Set(row.menus === null ? defaultMenus(row.role) : row.menus.filter(isMenuId)),
    folders: row.role === ADMIN_ROLE ? 'all' : foldersOf(row.briefcase_permissions),
    pageSize: row.page_size ?? pageSize,
    theme: row.theme ?? DEFAULT_THEME,
    sessionId,
  };
}

/**
 * Only for a role about which nothing was ever stored: a removed or inactive permission document means no menus,
 * otherwise taking rights away would bring the defaults back.
 */
function defaultMenus(role: string): readonly MenuId[] {
  const entry = Object.entries(DEFAULT_MENUS).find(([id]) => id === role);
  return entry?.[1] ?? [];
}

/** Specification section 6: the accessible folders. Whatever is no list of ids opens nothing. */
export function foldersOf(permissions: unknown): string[] {
  const stored = typeof permissions === 'object' && permissions !== null && 'folders' in permissions ? permissions.folders : null;
  return Array.isArray(stored) ? stored.filter((folder): folder is string => typeof folder === 'string' && folder !== '') : [];
}
