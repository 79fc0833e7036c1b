import { AppError } from '../domain/errors.ts';
import { actsBeyond, grantRefusal, type GrantedPerson, type GrantRefusal, type Holder } from '../domain/granting.ts';
import { withRuleFolders, type FolderRule } from '../domain/folder-rules.ts';
import { withheldTitle, type WithheldAct } from '../domain/menu-acts.ts';
import { menuTitle } from '../domain/menu.ts';
import { requireMenu, type Staff } from '../domain/permissions.ts';
import { requireFresh } from '../domain/proof.ts';
import { findRole, isAdministrator } from '../domain/roles.ts';
import { joinWithAnd } from '../domain/text.ts';
import { isSame } from '../records/content-version.ts';
import type { User, UserFields } from '../ports/rest-backend/schemas.ts';
import { readFolderRules } from './folder-rules.ts';
import { readStoredRoles, type StoredRole } from './stored-roles.ts';
import type { Call, Services } from '../services.ts';

/**
 * The rules on who may change what about whom (domain/granting.ts), with their inputs. The caller has checked the menu `users`; the REST
 * backend ensures for all its callers that an administrator remains.
 */
export interface Rules {
  actor: Staff;
  roles: StoredRole[];
  folderRules: FolderRule[];
  holder: Holder;
}

/** The fields that the rules check: role, agency and department open folders too. */
export type PermissionFields = Pick<UserFields, 'agency' | 'role' | 'state' | 'briefcase_permissions' | 'digitalization_permission_id'> & {
  /** As in request and response bodies: by its id. */
  department: { id?: string | undefined } | null;
};

/** The roles from the current documents, and what the actor holds; an administrator's own set is irrelevant: they may give any. */
export async function readRules({ documents }: Pick<Services, 'documents'>, actor: Staff): Promise<Rules> {
  const { id, role, menus, withheld = new Set(), folders, permissionSetId: permissionSet, agencyId: agency, ownAgencyOnly = false } = actor;
  const [roles, folderRules] = await Promise.all([readStoredRoles(documents.main), readFolderRules(documents.main)]);
  const ownAgencyDocuments = actor.permissionSet?.agencyScope === 'own';
  const holder = { id, role, menus, withheld, folders, permissionSet, agency, ownAgencyOnly, ownAgencyDocuments };
  return { actor, roles, folderRules, holder };
}

/** A person as the rules see them: with the role that their document refers to, in any spelling. */
export function toGrantedPerson(
  { roles, folderRules }: Pick<Rules, 'folderRules' | 'roles'>,
  id: string,
  fields: PermissionFields,
): GrantedPerson {
  const found = findRole(roles, fields.role);
  const role = found?.id ?? fields.role;
  const ruleSubject = { role, agencyId: fields.agency, departmentId: fields.department?.id ?? '' };
  return {
    id,
    role,
    menus: found?.menus ?? [],
    withheld: found?.withheld ?? [],
    soloAgencia: found?.soloAgencia ?? false,
    folders: withRuleFolders(fields.briefcase_permissions.folders, folderRules, ruleSubject),
    permissionSet: fields.digitalization_permission_id,
    state: fields.state,
    agency: fields.agency,
  };
}

/** Whether the actor may change anything about this person. */
export function mayChange(rules: Rules, target: PermissionFields & { id: string }): boolean {
  const person = toGrantedPerson(rules, target.id, target);
  return grantRefusal(rules.holder, person, person) === null;
}

/**
 * Errors: `forbidden`, at the field where there is one; also requireFresh, where anything is given.
 * @param target the person as they are; null for a new one
 * @param changes the changed permission fields
 */
export function requireMayChange(
  rules: Rules,
  target: (PermissionFields & { id: string }) | null,
  changes: Partial<PermissionFields>,
): void {
  const wantedFields = { ...NOTHING, ...target, ...defined(changes) };
  const wanted = toGrantedPerson(rules, target?.id ?? '', wantedFields);
  const current = target && toGrantedPerson(rules, target.id, target);
  const refusal = grantRefusal(rules.holder, current, wanted);
  if (refusal) throw forbidden(rules, refusal, { current, wanted });
  if (grantsRights(target, changes)) requireFresh(rules.actor);
}

/** Any change except deactivation; whether it opens more is checked by the rules, not here. */
function grantsRights(target: PermissionFields | null, changes: Partial<PermissionFields>): boolean {
  if (!target) return true;
  return Object.entries({
    ...defined(changes),
    ...(changes.department !== undefined && { department: changes.department?.id ?? '' }),
  }).some(([name, value]) => {
    const had = name === 'department' ? (target.department?.id ?? '') : target[name as keyof PermissionFields];
    return !isSame(had, value) && !(name === 'state' && value === false);
  });
}

/** The current state of a person whom the actor may bring to this `state`. Errors: `forbidden`, `not-found`. */
export async function requireTarget(services: Services, { actor, id }: Call & { id: string }, state: boolean): Promise<User> {
  requireMenu(actor, 'users', 'delete');
  const target = await services.restBackend.getUser(id);
  requireMayChange(await readRules(services, actor), target, { state });
  return target;
}

/** Checks that the actor may deactivate the person, and thus take away their work and access. Errors: `forbidden`, `not-found`. */
export async function admitDeactivation(services: Services, call: Call & { id: string }): Promise<void> {
  await requireTarget(services, call, false);
}

const NOTHING: PermissionFields = {
  agency: '',
  department: null,
  role: '',
  state: true,
  briefcase_permissions: { folders: [] },
  digitalization_permission_id: '',
};

function defined(changes: Partial<PermissionFields>): Partial<PermissionFields> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
}

interface Refused {
  current: GrantedPerson | null;
  wanted: GrantedPerson;
}

function forbidden(rules: Rules, refusal: GrantRefusal, refused: Refused): AppError {
  const userMessage = refusalMessage(rules, refusal, refused);
  const field = FIELDS[refusal];
  return new AppError('forbidden', `staff ${rules.holder.id} may not change a person: ${refusal}`, {
    userMessage,
    permission: 'Administrador',
    ...(field && { fields: { [field]: [userMessage] } }),
  });
}

const FIELDS: Readonly<Record<GrantRefusal, string | null>> = {
  own: null,
  person: null,
  role: 'role',
  agency: 'agency',
  folders: 'briefcase_permissions',
  permissionSet: 'digitalization_permission_id',
};

function refusalMessage({ roles, holder }: Rules, refusal: GrantRefusal, { current, wanted }: Refused): string {
  switch (refusal) {
    case 'own':
      return 'No puede cambiar su propio rol, agencia, estado ni permisos. Pídaselo a otro Administrador.';
    case 'person':
      return current && isAdministrator(current) ? ONLY_ADMINISTRATORS : ONLY_EQUALS;
    case 'role': {
      if (isAdministrator(wanted)) return 'Solo un Administrador puede dar el rol de Administrador.';
      if (holder.ownAgencyOnly && !wanted.soloAgencia) return 'Su rol es de su propia agencia: solo puede dar roles que también lo sean.';
      const beyond = (findRole(roles, wanted.role)?.menus ?? []).filter((menu) => !holder.menus.has(menu));
      const acts = actsBeyond(holder, wanted);
      if (beyond.length === 0 && acts.length > 0)
        return `Ese rol permite lo que el suyo no, como «${withheldTitle(acts[0] as WithheldAct)}». Puede darlo un Administrador.`;
      const titles = joinWithAnd(beyond.slice(0, 3).map((menu) => `«${menuTitle(menu)}»`));
      return `Ese rol abre pantallas que usted no tiene, como ${titles}. Puede darlo un Administrador.`;
    }
    case 'agency':
      return 'Usted ve solo lo de su agencia, y en otra esa persona vería lo que usted no. Puede hacerlo un Administrador.';
    case 'folders':
      return 'Solo puede dar carpetas del Maletín que usted abre, también las que dan el rol, la agencia o el departamento. Las demás puede darlas un Administrador.';
    case 'permissionSet':
      return 'Solo puede dar los permisos de digitalización que usted tiene. Los demás puede darlos un Administrador.';
  }
}

const ONLY_ADMINISTRATORS = 'Solo un Administrador puede modificar a otro Administrador.';
const ONLY_EQUALS =
  'Esta persona abre pantallas, carpetas, documentos o agencias que usted no tiene. Solo un Administrador puede modificarla.';
