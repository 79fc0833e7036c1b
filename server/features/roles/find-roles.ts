import type { StoredDocument } from '../../ports/documents/document-store.ts';
import type { StoryQuery } from '../../domain/story.ts';
import { findRecordStory } from '../../records/record-story.ts';
import type { Story } from '../../records/story.ts';
import type { Staff } from '../../domain/permissions.ts';
import { ADMIN_ROLE, inRoleOrder, isAdministrator, lockedMenus, switchesOf } from '../../domain/roles.ts';
import { formState } from '../../records/record-kind.ts';
import type { Call, Services } from '../../services.ts';
import { namesOfRole, readRoleDirectory, type RoleDirectory } from '../../staff/role-directory.ts';
import { PERMISSIONS_COLLECTION, readStoredRoles, ROLES_COLLECTION, type StoredRole } from '../../staff/stored-roles.ts';
import { LABEL_FIELDS, PERMISSION_FIELDS } from './role.ts';
import { requireRole, requireRoles, roleKind, roleNotFound, combinedRole } from './role-kind.ts';
import type { Role, RoleHolder, RoleRecord } from './roles.ts';

/** Holders shown in the record; the list of people has them all. */
const HOLDERS_SHOWN = 20;

/** Every role, read from the document store: those of a new installation first, retired ones last. Errors: `forbidden`. */
export async function findRoles({ documents, sql }: Services, { actor }: Call): Promise<Role[]> {
  requireRoles(actor);
  const [stored, { named }] = await Promise.all([readStoredRoles(documents.main), readRoleDirectory(sql)]);
  return inRoleOrder(stored).map((role) => toRole(role, namesOfRole({ roles: stored, named }, role.id), actor));
}

/** Errors: `forbidden`, `not-found`. */
export async function getRole({ documents, sql }: Services, { actor, role: id }: Call & { role: string }): Promise<RoleRecord> {
  requireRoles(actor);
  const [stored, { named }] = await Promise.all([readStoredRoles(documents.main), readRoleDirectory(sql)]);
  const role = stored.find((one) => one.id === id);
  if (!role) throw roleNotFound(id);
  const names = namesOfRole({ roles: stored, named }, id);
  const holders = await sql.query<RoleHolder>(
    `SELECT id, coalesce(nullif(name, ''), email) AS name, state FROM usuarios
     WHERE role = ANY($1::text[]) AND "isActive" AND NOT source_deleted ORDER BY state DESC, name COLLATE "es-x-icu", id LIMIT $2`,
    [names.map(({ role }) => role), HOLDERS_SHOWN],
  );
  return {
    ...toRole(role, names, actor),
    holders: holders.rows,
    holdersTotal: sum(names.map(({ active, inactive }) => active + inactive)),
  };
}

/** The changes of a role, both of its label and of its rights, newest first. Errors: `forbidden`, `not-found`. */
export async function findRoleStory(
  services: Services,
  { actor, role: id, part, before }: Call & StoryQuery & { role: string },
): Promise<Story> {
  requireRoles(actor);
  const role = await requireRole(services, id);
  const permissions = role.permissions?.path ?? `${PERMISSIONS_COLLECTION}/${id}`;
  const record = {
    database: 'main',
    path: [`${ROLES_COLLECTION}/${role.documentId}`, permissions],
    noun: roleKind(role).noun,
    fields: [...LABEL_FIELDS, ...PERMISSION_FIELDS],
    isIncluded: (entry: StoredDocument, all: readonly StoredDocument[]) =>
      entry.data['targetPath'] !== permissions || !all.some((other) => isSameCreation(entry, other)),
  } as const;
  return findRecordStory(services, record, { actor, part, before });
}

/** Creating a role writes both documents in one act, which the label's entry tells. */
function isSameCreation({ data }: StoredDocument, { data: other }: StoredDocument): boolean {
  const isNew = data['beforeData'] === null && other['beforeData'] === null;
  return isNew && data['targetPath'] !== other['targetPath'] && data['user'] === other['user'] && data['requestId'] === other['requestId'];
}

function toRole(role: StoredRole, names: RoleDirectory['named'], actor: Staff): Role {
  const { id, title, menus, withheld, isActive, label, permissions } = role;
  const mayEdit = isAdministrator(actor);
  return {
    id,
    title,
    ...switchesOf((name) => role[name]),
    menus,
    accionesNegadas: withheld,
    isActive,
    ...formState(roleKind(role), combinedRole(role)),
    updatedAt: newestOf(label, permissions),
    people: sum(names.map(({ active }) => active)),
    lockedMenus: lockedMenus(id),
    can: { edit: mayEdit && isActive, retire: mayEdit && isActive && id !== ADMIN_ROLE, restore: mayEdit && !isActive },
  };
}

function newestOf(...parts: (StoredDocument | null)[]): string | null {
  const times = parts.flatMap((part) => (part?.data['updatedAt'] instanceof Date ? [part.data['updatedAt'].getTime()] : []));
  return times.length > 0 ? new Date(Math.max(...times)).toISOString() : null;
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}
