import { findByName } from '../../domain/names.ts';
import { isAdministrator } from '../../domain/roles.ts';
import { may, requireMenu } from '../../domain/permissions.ts';
import { findRole } from '../../domain/roles.ts';
import type { FoundUser } from '../../ports/rest-backend/people.ts';
import type { User } from '../../ports/rest-backend/schemas.ts';
import type { StoryQuery } from '../../domain/story.ts';
import { findRecordStory } from '../../records/record-story.ts';
import { findPages } from '../../records/targets.ts';
import type { Story } from '../../records/story.ts';
import { findChoices, POSITIONS, type Choice } from '../../read-model/pages/choices.ts';
import type { Call, Services } from '../../services.ts';
import { mayChange, readRules, toGrantedPerson, type Rules } from '../../staff/rules.ts';
import { STORED_FIELDS } from './user.ts';
import { USERS } from './user-list.ts';
import type { UserRecord } from './users.ts';

interface Names {
  agencyId: string | null;
  agencyName: string | null;
  departmentName: string | null;
  positionName: string | null;
  ownFolders: Choice[];
  givenFolders: Choice[];
  lastActivityAt: Date | null;
}

/** The person as the REST backend has them now, so that what is edited is what is stored. Errors: `forbidden`, `not-found`. */
export async function getUser(services: Services, call: Call & { id: string }): Promise<UserRecord> {
  requireMenu(call.actor, 'users');
  const user = await services.restBackend.getUser(call.id);
  const [rules, account] = await Promise.all([readRules(services, call.actor), services.identity.getAccount(user.id)]);
  const names = await readNames(services, user, toGrantedPerson(rules, user.id, user).folders);
  const role = findRole(rules.roles, user.role);
  const position =
    names.positionName === null ? await findPosition(services, user.position) : { id: user.position, name: names.positionName };
  const folders = [...names.ownFolders, ...names.givenFolders].map(({ id }) => [id, ['maletin_carpetas', id]] as const);
  const [pages, folderPages] = await Promise.all([
    findPages(services, call.actor, {
      agency: ['agencias', names.agencyId ?? ''],
      department: ['departamentos', user.department?.id ?? ''],
      position: ['puestos', position?.id ?? ''],
    }),
    findPages(services, call.actor, Object.fromEntries(folders)),
  ]);
  return {
    ...user,
    role: role?.id ?? user.role,
    roleTitle: role?.title ?? user.role,
    roleMenus: role?.menus ?? [],
    roleIsRetired: role?.isActive === false,
    agencyName: names.agencyName ?? '',
    // Some programs store only the name.
    department: user.department ?? (names.departmentName ? { id: '', name: names.departmentName, state: true } : null),
    position: position?.id ?? user.position,
    positionName: position?.name ?? user.position,
    pages: { ...pages, folders: folderPages },
    ownFolders: names.ownFolders,
    givenFolders: names.givenFolders,
    lastActivityAt: names.lastActivityAt?.toISOString() ?? null,
    account: { exists: account !== null, disabled: account?.disabled ?? false },
    ...describePermissions(rules, user),
  };
}

/** The changes of a person's record, newest first. Errors: `forbidden`. */
export async function findUserStory(services: Services, { actor, id, part, before }: Call & StoryQuery & { id: string }): Promise<Story> {
  requireMenu(actor, USERS.menu);
  const record = { database: 'main', path: `usuarios/${id}`, noun: USERS.noun, fields: STORED_FIELDS } as const;
  return findRecordStory(services, record, { actor, part, before });
}

function describePermissions(rules: Rules, user: FoundUser): Pick<UserRecord, 'can' | 'whyNot'> {
  const isSelf = rules.holder.id === user.id;
  const isBelow = mayChange(rules, user);
  const changes = isBelow && may(rules.actor, 'users', 'change');
  const deletes = isBelow && !isSelf && may(rules.actor, 'users', 'delete');
  const more = isAdministrator(toGrantedPerson(rules, user.id, user)) ? 'administrator' : 'more';
  return {
    whyNot: isSelf ? 'own' : isBelow ? null : more,
    can: {
      // What the backend no longer has cannot be changed there.
      editPermissions: changes && !isSelf && !user.isGone,
      activate: deletes && !user.state && !user.isGone,
      deactivate: deletes && user.state,
      resetPassword: changes && user.state,
    },
  };
}

/** Other programs store the position's name, in any letter case: finds the position that it names. */
async function findPosition({ sql }: Pick<Services, 'sql'>, stored: string): Promise<Choice | null> {
  return stored === '' ? null : findByName(await findChoices(sql, POSITIONS), stored, ({ name }) => name);
}

async function readNames({ sql }: Services, user: User, accessibleIds: readonly string[]): Promise<Names> {
  const ownIds = user.briefcase_permissions.folders;
  const inheritedIds = accessibleIds.filter((folder) => !ownIds.includes(folder));
  const folders = (ids: string) =>
    `(SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', nombre) ORDER BY orden, nombre COLLATE "es-x-icu", id), '[]')
      FROM maletin_carpetas WHERE id = ANY(${ids}::text[]) AND NOT source_deleted)`;
  const { rows } = await sql.query<Names>(
    `SELECT a.id AS "agencyId", a.nombre AS "agencyName", (SELECT department->>'name' FROM usuarios WHERE id = $1) AS "departmentName",
            (SELECT coalesce(nullif(nombre, ''), id) FROM puestos WHERE id = $4 AND NOT source_deleted) AS "positionName",
            ${folders('$3')} AS "ownFolders", ${folders('$5')} AS "givenFolders",
            (SELECT max("lastAt") FROM actividad_usuarios WHERE "userId" = $1 AND NOT source_deleted) AS "lastActivityAt"
     FROM (SELECT) person LEFT JOIN LATERAL (
       SELECT id, nombre FROM agencias WHERE id IN ($2, (SELECT agency FROM usuarios WHERE id = $1)) AND NOT source_deleted
       ORDER BY id = $2 DESC LIMIT 1) a ON TRUE`,
    [user.id, user.agency, ownIds, user.position, inheritedIds],
  );
  if (!rows[0]) throw new Error('a select without a table gives one row');
  return rows[0];
}
