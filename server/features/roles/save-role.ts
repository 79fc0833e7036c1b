import type { DocumentTransaction, Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import type { Merged } from '../../domain/conflict.ts';
import { AppError } from '../../domain/errors.ts';
import { requireFresh } from '../../domain/proof.ts';
import {
  ROLE_SWITCHES,
  roleIdOf,
  findSameNamedRole,
  SWITCHES_OFF,
  switchesOf,
  withheldOfRole,
  type KnownRole,
} from '../../domain/roles.ts';
import { invalidFields } from '../../platform/read-input.ts';
import type { ChangeAction, CreationAction } from '../../records/audit-entries.ts';
import { isActive, isSame } from '../../records/content-version.ts';
import { differingFields } from '../../records/merge-changes.ts';
import { mergeWithStored, pick } from '../../records/save-change.ts';
import { saverOf, stampFor } from '../../records/updated-by.ts';
import { writeAudit } from '../../records/write-audit.ts';
import {
  foreignMenus,
  PERMISSIONS_COLLECTION,
  readStoredRoles,
  ROLES_COLLECTION,
  WITHHELD_FIELD,
  type StoredRole,
} from '../../staff/stored-roles.ts';
import { checkRole, type RoleValues } from './role.ts';
import { roleNameFields, permittedPart, requireRoleEditor, roleKind, roleNotFound, combinedRole } from './role-kind.ts';
import type { CreateRoleCall, UpdateRoleCall } from './roles.ts';
import type { Call, Services } from '../../services.ts';

/** Each request reads all roles. */
const ROLES_MAX = 100;

/**
 * Creates a role: label and menus in one transaction, with an audit entry each. Its id is derived from the title (roleIdOf) and never
 * changes. The same form sent twice makes one role. Errors: `forbidden`, `invalid-input` by field.
 */
export async function createRole(services: Services, call: CreateRoleCall): Promise<{ id: string }> {
  requireRoleEditor(call.actor);
  requireFresh(call.actor);
  const { title = '', menus: chosenMenus, accionesNegadas: denied = [], ...set } = checkRole('', { title: '', ...call.values });
  const { id, written } = await services.documents.main.transaction(async (tx) => {
    const roles = await readStoredRoles(tx);
    const { menus, withheld } = chosenMenus
      ? { menus: chosenMenus, withheld: withheldOfRole('', denied, chosenMenus) }
      : menusToCopy(roles, call.copyFrom);
    const wanted = { ...SWITCHES_OFF, ...set, title, menus, accionesNegadas: withheld };
    const same = roles.find((role) => role.isActive && differingFields(valuesOf(role), wanted).length === 0);
    if (same && wasSavedBy(same, call.actor)) return { id: same.id, written: [] };
    requireUniqueTitle(roles, title, '');
    if (roles.length >= ROLES_MAX) throw invalidFields({ title: [`Se admiten hasta ${ROLES_MAX} roles, con los retirados.`] }, 'problems');
    const id = roleIdOf(
      title,
      roles.flatMap((role) => [role.id, role.documentId]),
    );
    const role = { ...NEW_ROLE, id, documentId: id };
    return { id, written: writeRole(tx, role, wanted, { ...call, isMade: true }) };
  });
  if (written.length > 0) await services.readModel.projectNow('main', written);
  return { id };
}

const NEW_ROLE = { title: '', ...SWITCHES_OFF, menus: [], withheld: [], label: null, permissions: null };

/** A role as its form has it. */
const valuesOf = ({ title, menus, withheld, ...role }: Omit<StoredRole, 'isActive' | 'names'>): RoleValues => ({
  title,
  ...switchesOf((name) => role[name]),
  menus,
  accionesNegadas: withheld,
});

function wasSavedBy(role: StoredRole, actor: CreateRoleCall['actor']): boolean {
  return saverOf(roleKind(role).read, combinedRole(role)?.data ?? {}, actor)?.isActor ?? false;
}

/** Errors: `invalid-input` at `copyFrom`. */
function menusToCopy(roles: readonly StoredRole[], from: string): Pick<StoredRole, 'menus' | 'withheld'> {
  if (from === '') return NEW_ROLE;
  const role = roles.find((one) => one.id === from);
  if (!role) throw invalidFields({ copyFrom: ['El rol del que quiere copiar ya no existe.'] }, 'problems');
  return role;
}

/** People tell roles apart by their titles. Errors: `invalid-input` at `title`. */
function requireUniqueTitle(roles: readonly KnownRole[], title: string, id: string): void {
  const duplicate = findSameNamedRole(roles, title, id);
  if (!duplicate) return;
  const way = duplicate.isActive ? '. Use' : ', retirado: restáurelo o use';
  throw invalidFields({ title: [`Ya hay un rol que se llama «${duplicate.title}»${way} otro nombre.`] }, 'problems');
}

/**
 * Stores title and menus in one transaction, with an audit entry for each document that changes; loadStaff reads them at
 * everyone's next request. A save that changes nothing succeeds without writing.
 * @returns what others changed meanwhile and the save has kept
 * Errors: `forbidden`, `not-found`, `invalid-input`, `conflict` (RoleConflict, or a retired role).
 */
export async function updateRole(services: Services, call: UpdateRoleCall): Promise<Merged | null> {
  requireRoleEditor(call.actor);
  requireFresh(call.actor);
  const values = checkRole(call.role, call.values);
  const { written, merged } = await services.documents.main.transaction(async (tx) => {
    const roles = await readStoredRoles(tx);
    const role = roles.find(({ id }) => id === call.role);
    if (!role) throw roleNotFound(call.role);
    if (role.label && !isActive(role.label.data) && !role.isActive) throw retiredError(role);
    const current = valuesOf(role);
    const { wanted: mergedValues, merged } = mergeWithStored(roleKind(role), { ...call, values }, combinedRole(role), current);
    const wanted = { ...mergedValues, accionesNegadas: withheldOfRole(role.id, mergedValues.accionesNegadas, mergedValues.menus) };
    if (differingFields(current, wanted).includes('title')) requireUniqueTitle(roles, wanted.title, role.id);
    return { written: writeRole(tx, role, wanted, { ...call, isMade: false }), merged };
  });
  if (written.length > 0) await services.readModel.projectNow('main', written);
  return merged;
}

function retiredError({ id, title }: StoredRole): AppError {
  return new AppError('conflict', `role ${id} is retired`, {
    userMessage: `El rol «${title}» está retirado. Restáurelo antes de cambiarlo.`,
  });
}

interface RolePart {
  path: string;
  stored: StoredDocument | null;
  changes: Fields;
  isMeant: boolean;
  action: ChangeAction;
  /** Replaces `action` if the role did not exist. */
  made: CreationAction | null;
}

/**
 * Writes the two documents of a role: each only if something of it changes, both while nothing is stored; each gets the stamp of the whole.
 * A document that another program deactivated becomes active again. @returns the paths written
 */
function writeRole(
  tx: DocumentTransaction,
  role: Omit<StoredRole, 'isActive' | 'names'>,
  wanted: RoleValues,
  { actor, requestId, isMade }: Call & { isMade: boolean },
): string[] {
  const { id, label, permissions } = role;
  const isNew = !label && !permissions;
  const reactivates = (part: StoredDocument | null) => part !== null && !isActive(part.data);
  const { read } = roleKind(role);
  const { title } = wanted;
  const changed = differingFields(valuesOf(role), wanted);
  const switched = pick(
    wanted,
    ROLE_SWITCHES.filter((name) => changed.includes(name)),
  );
  const combined = {
    ...label?.data,
    title,
    ...pick(wanted, ROLE_SWITCHES),
    ...permittedPart(wanted.menus, wanted.accionesNegadas),
    ...(reactivates(label) && { isActive: true }),
  };
  const stamp = stampFor(read, combined, actor);
  const parts: RolePart[] = [
    {
      path: `${ROLES_COLLECTION}/${role.documentId}`,
      stored: label,
      changes: { title, ...switched, ...roleNameFields(id, label?.data ?? {}) },
      isMeant: isNew || reactivates(label) || title !== role.title || Object.keys(switched).length > 0,
      action: AUDIT_ACTIONS.roleUpdated,
      made: isMade ? AUDIT_ACTIONS.roleCreated : null,
    },
    {
      path: permissions?.path ?? `${PERMISSIONS_COLLECTION}/${id}`,
      stored: permissions,
      changes: {
        ...((!permissions || changed.includes('menus')) && { menus: [...wanted.menus, ...foreignMenus(permissions?.data ?? {})] }),
        ...(changed.includes(WITHHELD_FIELD) && { [WITHHELD_FIELD]: [...wanted.accionesNegadas] }),
      },
      isMeant: isNew || changed.includes('menus') || changed.includes(WITHHELD_FIELD),
      action: AUDIT_ACTIONS.roleMenusUpdated,
      made: null,
    },
  ];
  const partsToWrite = parts.filter(({ isMeant }) => isMeant);
  for (const { path, stored, changes, action, made } of partsToWrite) {
    const names = stored ? Object.keys(changes).filter((name) => !isSame(stored.data[name], changes[name])) : [];
    const newData: Fields = stored ? pick(changes, names) : changes;
    const fields = { ...newData, ...(reactivates(stored) && { isActive: true }), ...stamp };
    if (stored) tx.update(path, fields);
    else tx.create(path, fields);
    const entry = { actor, requestId, targetPath: path, newData };
    if (made) writeAudit(tx, { ...entry, action: made, beforeData: null });
    else writeAudit(tx, { ...entry, action, beforeData: stored && pick(stored.data, Object.keys(newData)) });
  }
  return partsToWrite.map(({ path }) => path);
}
