import type { DocumentTransaction, Fields, FieldValue, StoredDocument } from '../ports/documents/document-store.ts';
import { isList } from '../ports/documents/document-values.ts';
import type { WithheldAct } from '../domain/menu-acts.ts';
import type { MenuId } from '../domain/menu.ts';
import {
  knownMenus,
  menusOfRole,
  permissionIdOf,
  rolesFrom,
  switchesOf,
  withheldOfRole,
  type KnownRole,
  type RoleLabel,
} from '../domain/roles.ts';
import { genericColumns, readBoolean, readText, readTextList } from '../read-model/field-readers.ts';
import { toLabel } from '../read-model/vocabularies.ts';

export const ROLES_COLLECTION = 'roles';
export const PERMISSIONS_COLLECTION = 'permisos_rol';

/** Field of `permisos_rol`: acts withheld from the role's people on its screens; without it they may do all. */
export const WITHHELD_FIELD = 'accionesNegadas';

/** A role with its menus, from the documents themselves. */
export interface StoredRole extends KnownRole {
  /** For a retired role, the menus that it would have again. */
  menus: MenuId[];
  withheld: WithheldAct[];
  /** null while it has no document. */
  label: StoredDocument | null;
  permissions: StoredDocument | null;
}

/**
 * Every role, from the documents, for decisions of verbs; screens that only read use the read model. Inside a transaction both collections
 * are locked until it ends.
 */
export async function readStoredRoles(documents: Pick<DocumentTransaction, 'query'>): Promise<StoredRole[]> {
  const labels = await documents.query({ collection: ROLES_COLLECTION });
  const permissions = await documents.query({ collection: PERMISSIONS_COLLECTION });
  const labelsById = new Map(labels.map((document) => [document.id, document]));
  const permissionsById = new Map(permissions.map((document) => [document.id, document]));
  const roles = rolesFrom(inCreationOrder(labels).map(labelOf), [...permissionsById.keys()]);
  return roles.map((role) => {
    const stored = permissionsById.get(permissionIdOf(roles, role.id, [...permissionsById.keys()]) ?? '') ?? null;
    const menus = menusOfRole(role.id, stored && permittedMenus(stored.data));
    return {
      ...role,
      menus,
      withheld: withheldOfRole(role.id, stored ? readTextList(stored.data, WITHHELD_FIELD) : [], menus),
      label: labelsById.get(role.documentId) ?? null,
      permissions: stored,
    };
  });
}

/** Menu ids in a document of `permisos_rol`; an inactive one gives none. */
export function permittedMenus(data: Fields): string[] {
  return readBoolean(data, 'isActive', true) ? readTextList(data, 'menus') : [];
}

/** Entries of `menus` that other programs stored for screens of their own. */
export function foreignMenus(data: Fields): FieldValue[] {
  const { menus } = data;
  return (isList(menus) ? menus : readTextList(data, 'menus')).filter((id) => typeof id !== 'string' || knownMenus([id]).length === 0);
}

/** The switches in a document of `roles`. */
export const readSwitches = (data: Fields) => switchesOf((name) => readBoolean(data, name, false));

function inCreationOrder(documents: readonly StoredDocument[]): StoredDocument[] {
  const madeAt = new Map(documents.map((document) => [document.id, genericColumns(document).createdAt]));
  const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));
  return [...documents].sort((a, b) => compare(madeAt.get(a.id) ?? '', madeAt.get(b.id) ?? '') || compare(a.id, b.id));
}

function labelOf({ id, data }: StoredDocument): RoleLabel {
  return toLabel({
    id,
    title: readText(data, 'title'),
    value: readText(data, 'value'),
    stated_id: readText(data, 'id'),
    isActive: readBoolean(data, 'isActive', true),
    ...readSwitches(data),
  });
}
