import type { PermissionSet as StoredSet, User } from '#prisma/generated/client.ts';
import { mapOutage } from '../platform/sql/database-outage.ts';
import { readAgencyScope, readPermissions, type PermissionSet } from '../domain/document-permissions.ts';
import { UNREAD_MAX } from '../domain/alerts.ts';
import { readStateNames } from '../domain/constants.ts';
import type { RemainingStep, Staff } from '../domain/permissions.ts';
import { FRESH_MINUTES } from '../domain/proof.ts';
import { withRuleFolders } from '../domain/folder-rules.ts';
import { ADMIN_ROLE, findRole } from '../domain/roles.ts';
import { SELECT_FRESHNESS, toFreshness, type FreshnessRow } from '../read-model/freshness.ts';
import type { Freshness } from '../read-model/read-model.ts';
import { SELECT_ROLES, toKnownRoles, type RoleColumns } from '../read-model/vocabularies.ts';
import { selectColumns, type SelectedRow } from '../platform/sql/sql-columns.ts';
import type { Services } from '../services.ts';

import { SELECT_FOLDER_RULES, type FolderRuleColumns } from './folder-rules.ts';
import { DEFAULT_THEME, type Keys, type Theme } from './preferences.ts';
import { grantsOf } from './role-directory.ts';

/** The person making the request, and the freshness of the data. */
export interface Visit {
  staff: Staff;
  freshness: Freshness;
  needs: RemainingStep | null;
}

const PERSON = selectColumns<User>()('id', 'name', 'email', 'role', 'agency', 'briefcase_permissions');

interface Row extends FreshnessRow, FolderRuleColumns, RoleColumns, SelectedRow<typeof PERSON> {
  department_id: string | null;
  set_id: User['digitalization_permission_id'];
  /** null if there is no set with that id, or it was deactivated. */
  set_title: StoredSet['title'] | null;
  set_permissions: StoredSet['permissions'] | null;
  set_scope: StoredSet['agencyScope'] | null;
  theme: Theme | null;
  page_size: number | null;
  keys: Keys | null;
  home_order: string[] | null;
  home_hidden: string[] | null;
  has_untold_export: boolean;
  has_home_views: boolean;
  unread_alerts: number;
  has_factor: boolean;
  with_factor: boolean | null;
  proved_at: Date | null;
  /** null while no list of states is stored. */
  state_names: Parameters<typeof readStateNames>[0] | null;
}

/**
 * The person behind a session as the read model knows them now, and its freshness, in one statement: called once per request, so that a
 * changed role, menu, folder, permission set or state takes effect at the next one. null means no access: unknown or inactive, or a session
 * opened before the person's access was ended.
 * @throws AppError `unavailable` when the database is lost
 */
export async function loadVisit(
  { sql, liveSettings }: Pick<Services, 'liveSettings' | 'sql'>,
  session: { uid: string; sessionId: string; openedAt?: Date },
): Promise<Visit | null> {
  // Named, so that each connection plans it once: it runs at every request.
  const query = sql.query<Row>({
    name: 'visit',
    text: `SELECT ${PERSON.sql('u')}, p.theme, p.page_size, p.keys, p.home_order, p.home_hidden,
            u.digitalization_permission_id AS set_id, s.title AS set_title, s.permissions AS set_permissions, s."agencyScope" AS set_scope,
            EXISTS (SELECT 1 FROM exports e WHERE e.user_id = u.id AND e.state IN ('ready', 'failed') AND e.told_at IS NULL) AS has_untold_export,
            EXISTS (SELECT 1 FROM vistas_guardadas v WHERE v."userId" = u.id AND v.inicio AND v."isActive" AND NOT v.source_deleted) AS has_home_views,
            (SELECT count(*)::int FROM (SELECT FROM alerts a WHERE a.user_id = u.id AND a.read_at IS NULL LIMIT ${UNREAD_MAX}) n) AS unread_alerts,
            (SELECT jsonb_object_agg(c.id, c.items) FROM constantes c WHERE c.id IN ('docStates', 'packageStatus') AND NOT c.source_deleted) AS state_names,
            EXISTS (SELECT 1 FROM identity.factors x WHERE x.uid = u.id) AS has_factor, pr.with_factor, pr.proved_at,
            u.department->>'id' AS department_id, ${SELECT_FOLDER_RULES},
            ${SELECT_ROLES}, f.as_of, f.behind_seconds, f.settled
     FROM usuarios u
     LEFT JOIN identity.preferences p ON p.uid = u.id
     LEFT JOIN identity.session_proofs pr ON pr.session_id = $2 AND pr.uid = u.id
     LEFT JOIN permisos_documentos s ON s.id = u.digitalization_permission_id AND s."isActive" AND NOT s.source_deleted
     CROSS JOIN (${SELECT_FRESHNESS}) f
     WHERE u.id = $1 AND u.state AND u."isActive" AND NOT u.source_deleted
       AND NOT EXISTS (SELECT FROM identity.ended_access e WHERE e.uid = u.id AND e.ended_at > $3::timestamptz)`,
    values: [session.uid, session.sessionId, session.openedAt ?? null],
  });
  const row = (await mapOutage(query)).rows[0];
  if (!row) return null;
  const staff = toStaff(row, { ...session, ...liveSettings.current() });
  return { staff, freshness: toFreshness(row), needs: remainingStep(row, staff) };
}

function remainingStep({ has_factor, with_factor }: Row, { roleAsksFactor }: Staff): RemainingStep | null {
  if (has_factor) return with_factor === true ? null : 'factor';
  return roleAsksFactor ? 'setup' : null;
}

/** Callers without a session (a job, a program with a token) need no fresh proof. */
function isLongAgo(openedAt: Date | undefined, provedAt: Date | null): boolean {
  if (!openedAt) return false;
  return Date.now() - Math.max(openedAt.getTime(), provedAt?.getTime() ?? 0) >= FRESH_MINUTES * 60_000;
}

/** The person alone. */
export async function loadStaff(...call: Parameters<typeof loadVisit>): Promise<Staff | null> {
  return (await loadVisit(...call))?.staff ?? null;
}

interface Circumstances {
  sessionId: string;
  openedAt?: Date;
  pageSize: number;
  masksMembers: boolean;
}

function toStaff(row: Row, { sessionId, openedAt, pageSize, masksMembers }: Circumstances): Staff {
  const roles = toKnownRoles(row);
  const role = findRole(roles, row.role);
  const { menus, withheld } = role?.isActive ? grantsOf(roles, role.id, row) : { menus: [], withheld: [] };
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: role?.id ?? row.role,
    roleTitle: role?.title ?? row.role,
    ...(role?.isActive === false && { roleIsRetired: true }),
    agencyId: row.agency,
    ...(row.department_id !== null && { departmentId: row.department_id }),
    menus: new Set(menus),
    ...(withheld.length > 0 && { withheld: new Set(withheld) }),
    folders: role?.id === ADMIN_ROLE ? 'all' : accessibleFolders(row, role?.id ?? row.role),
    permissionSetId: row.set_id,
    permissionSet: setOf(row, role?.soloAgencia ?? false),
    ...(role?.soloAgencia && { ownAgencyOnly: true }),
    pageSize: row.page_size ?? pageSize,
    ...(!masksMembers && { seesWhole: true }),
    stateNames: readStateNames(row.state_names ?? {}),
    theme: row.theme ?? DEFAULT_THEME,
    ...(row.keys === 'off' && { keysOff: true }),
    ...(row.home_order && { home: { order: row.home_order, hidden: row.home_hidden ?? [] } }),
    ...(row.has_untold_export && { hasUntoldExport: true }),
    ...(row.has_home_views && { hasHomeViews: true }),
    ...(row.unread_alerts > 0 && { unreadAlerts: row.unread_alerts }),
    sessionId,
    ...(role?.segundoFactor && { roleAsksFactor: true }),
    ...(role?.equipoPropio && { mayOwnDevice: true }),
    ...(isLongAgo(openedAt, row.proved_at) && { signedInLongAgo: true }),
  };
}

/** Folders of their own list, and those shared with their role, agency or department. */
function accessibleFolders({ agency, briefcase_permissions, department_id, folder_rules }: Row, role: string): string[] {
  const ruleSubject = { role, agencyId: agency, departmentId: department_id ?? '' };
  return withRuleFolders(foldersOf(briefcase_permissions), folder_rules, ruleSubject);
}

/** A role limited to the own agency narrows the set's scope. */
function setOf(
  { set_id: id, set_title: title, set_permissions: permissions, set_scope: scope }: Row,
  ownAgency: boolean,
): PermissionSet | null {
  return title === null
    ? null
    : { id, title, agencyScope: ownAgency ? 'own' : readAgencyScope(scope), permissions: readPermissions(permissions) };
}

/** docs/specification.md section 6: the accessible folders. Anything but a list of ids opens none. */
export function foldersOf(permissions: unknown): string[] {
  const stored = typeof permissions === 'object' && permissions !== null && 'folders' in permissions ? permissions.folders : null;
  return Array.isArray(stored) ? stored.filter((folder): folder is string => typeof folder === 'string' && folder !== '') : [];
}
