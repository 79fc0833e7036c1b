import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { optionOf, type FieldOption } from '../../domain/fields.ts';
import { matchingRuleKinds, RULE_KINDS, type FolderRule } from '../../domain/folder-rules.ts';
import { menuName, type MenuId } from '../../domain/menu.ts';
import { canOpenFolder, may, requireMenu, type Staff } from '../../domain/permissions.ts';
import { requireFresh } from '../../domain/proof.ts';
import { ADMIN_ROLE, inRoleOrder } from '../../domain/roles.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { AGENCIES, DEPARTMENTS, findChoices, type Choice } from '../../read-model/pages/choices.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import { defineTable } from '../../read-model/table.ts';
import { isActive } from '../../records/content-version.ts';
import { ids } from '../../records/fields.ts';
import { readValues, tableColumns, type ValuesOf } from '../../records/record-fields.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { saveChange } from '../../records/save-change.ts';
import type { Call, Services } from '../../services.ts';
import { FOLDER_RULES_COLLECTION } from '../../staff/folder-rules.ts';
import type { RoleDirectory } from '../../staff/role-directory.ts';
import { readStoredRoles } from '../../staff/stored-roles.ts';
import { readColleagues, type Colleague } from './colleagues.ts';
import { setPersonFolder } from './grant-act.ts';

const MENU = 'briefcase-folders';
const FILES_MENU = 'briefcase-files' satisfies MenuId;
const FOLDERS = 'maletin_carpetas';
/** More than there are of any kind. */
const PARTS_MAX = 500;
/** People per page. */
const PEOPLE_SHOWN = 100;

const ROLES = { table: 'roles', name: 'title' } as const;
export const ACCESS_FIELDS = [
  ids({ name: 'roles', label: 'Roles', maxItems: PARTS_MAX, names: ROLES }),
  ids({ name: 'agencias', label: 'Agencias', maxItems: PARTS_MAX, names: AGENCIES }),
  ids({ name: 'departamentos', label: 'Departamentos', maxItems: PARTS_MAX, names: DEPARTMENTS }),
] as const;
type AccessValues = ValuesOf<typeof ACCESS_FIELDS>;

/** The roles, agencies and departments to which a folder is given, besides single people: `maletin_accesos/{folder}`. */
export const ACCESS_KIND: RecordKind<AccessValues> = {
  database: 'main',
  menu: MENU,
  collection: FOLDER_RULES_COLLECTION,
  noun: { singular: 'acceso a carpeta', plural: 'accesos a carpetas', gender: 'm' },
  actions: { updated: AUDIT_ACTIONS.folderAccessUpdated },
  read: (data) => readValues(ACCESS_FIELDS, data),
  show: ({ data }) => readValues(ACCESS_FIELDS, data),
  notFound: folderMissing,
  initial: { roles: [], agencias: [], departamentos: [] },
};

export const folderRulesProjection = defineTable(FOLDER_RULES_COLLECTION, tableColumns(ACCESS_FIELDS), (_row, { id }) => ({
  keys: [id],
  texts: [],
}));

/** Kinds of recipients of a folder. */
export const GRANT_KINDS = [...RULE_KINDS, 'personas'] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];

/** A person, or everybody of a role, agency or department, to whom a folder is given. */
export interface Grantee {
  kind: GrantKind;
  id: string;
  name: string;
}

export interface FolderReader {
  id: string;
  name: string;
  roleTitle: string;
  agencyName: string;
  /** Reasons, each as the end of a sentence: «por su agencia». */
  through: (GrantKind | 'administrador')[];
}

export interface FolderAccess {
  /** By rule. */
  given: Grantee[];
  /** People who may read it, by name; those of this page. */
  readers: FolderReader[];
  readersTotal: number;
  page: number;
  pageSize: number;
  /** People to whom it is given in vain, because their role does not open the Maletín. The first hundred by name, and their total. */
  shutOut: FolderReader[];
  shutOutTotal: number;
  /** To whom the actor may give it, by «kind:id»; null if they may not. */
  choices: Record<GrantKind, FieldOption[]> | null;
}

/** Who may read a folder and why; the `page`th hundred of people. null if the actor may not open the folder. Errors: `forbidden`. */
export async function findFolderAccess(
  services: Services,
  { actor, id, page = 1 }: Call & { id: string; page?: number },
): Promise<FolderAccess | null> {
  requireMenu(actor, MENU);
  if (!isDocumentId(id) || !canOpenFolder(actor, id)) return null;
  const { documents, sql } = services;
  const [stored, { people, directory }] = await Promise.all([
    documents.main.get(`${FOLDER_RULES_COLLECTION}/${id}`),
    readForScreen(sql, readColleagues),
  ]);
  const rule: FolderRule = { folderId: id, ...ACCESS_KIND.read(stored?.data ?? {}) };
  const candidates = people.map((person) => ({ ...readerOf(person, rule), opensFiles: person.opensFiles }));
  const opening = candidates.filter(({ through }) => through.length > 0);
  const toReader = ({ opensFiles: _opensFiles, ...reader }: (typeof opening)[number]): FolderReader => reader;
  const readers = opening.filter(({ opensFiles }) => opensFiles);
  const shutOut = opening.filter(({ opensFiles }) => !opensFiles);
  const shown = Math.min(page, Math.max(1, Math.ceil(readers.length / PEOPLE_SHOWN)));
  const { given, choices } = await findGrantees(sql, { directory, people, given: rule });
  // Nobody changes what they themselves may open, and administrators open everything.
  const mayGet = ({ value }: FieldOption) => !candidates.some((person) => `personas:${person.id}` === value && opensByName(person));
  return {
    given,
    readers: readers.slice((shown - 1) * PEOPLE_SHOWN, shown * PEOPLE_SHOWN).map(toReader),
    readersTotal: readers.length,
    page: shown,
    pageSize: PEOPLE_SHOWN,
    shutOut: shutOut.slice(0, PEOPLE_SHOWN).map(toReader),
    shutOutTotal: shutOut.length,
    choices:
      may(actor, MENU, 'change') && may(actor, 'users', 'change')
        ? {
            ...choices,
            roles: choices.roles.filter(({ value }) => value !== `roles:${ADMIN_ROLE}`),
            personas: choices.personas.filter((option) => option.value !== `personas:${actor.id}` && mayGet(option)),
          }
        : null,
  };
}

/**
 * Names of the given roles, agencies, departments and people, and all others in use, by «kind:id»; those who open no files, or have no
 * people, are greyed.
 */
export async function findGrantees(
  sql: Services['sql'],
  {
    directory,
    people,
    given,
  }: { directory: RoleDirectory; people: readonly Colleague[]; given: Partial<Record<GrantKind, readonly string[]>> },
): Promise<{ given: Grantee[]; choices: Record<GrantKind, FieldOption[]> }> {
  const [agencias, departamentos] = await Promise.all([
    findChoices(sql, AGENCIES, { retired: true }),
    findChoices(sql, DEPARTMENTS, { retired: true }),
  ]);
  const whyNot = (opensFiles: boolean) => (opensFiles ? '' : `no abre «${menuName(FILES_MENU)}»`);
  const whyEmpty = (of: (person: Colleague) => string) => {
    const held = new Set(people.map(of));
    return (id: string) => (held.has(id) ? '' : 'sin personas');
  };
  const roleWhy = whyEmpty(({ role }) => role);
  const agencyWhy = whyEmpty(({ agencyId }) => agencyId);
  const departmentWhy = whyEmpty(({ departmentId }) => departmentId);
  const known: Record<GrantKind, readonly (Choice & { isActive: boolean; why?: string })[]> = {
    roles: inRoleOrder(directory.roles).map(({ id, title, isActive: used }) => ({
      id,
      name: title,
      isActive: used,
      why: whyNot(directory.menus.get(id)?.includes(FILES_MENU) === true) || roleWhy(id),
    })),
    agencias: agencias.map((agency) => ({ ...agency, why: agencyWhy(agency.id) })),
    departamentos: departamentos.map((department) => ({ ...department, why: departmentWhy(department.id) })),
    personas: people.map(({ id, name, opensFiles }) => ({ id, name, isActive: true, why: whyNot(opensFiles) })),
  };
  const offered = (kind: GrantKind) => {
    const options = known[kind]
      .filter(({ id, isActive: used }) => used && given[kind]?.includes(id) !== true)
      .map(({ id, ...one }) => optionOf({ ...one, id: `${kind}:${id}` }));
    return [...options.filter(({ disabled }) => !disabled), ...options.filter(({ disabled }) => disabled)];
  };
  return {
    given: GRANT_KINDS.flatMap((kind) =>
      (given[kind] ?? []).map((id) => ({ kind, id, name: known[kind].find((one) => one.id === id)?.name ?? id })),
    ),
    choices: {
      roles: offered('roles'),
      agencias: offered('agencias'),
      departamentos: offered('departamentos'),
      personas: offered('personas'),
    },
  };
}

function readerOf(person: Colleague, rule: FolderRule): FolderReader {
  const { id, name, agencyName, roleTitle, role, own } = person;
  const through: FolderReader['through'] =
    role === ADMIN_ROLE
      ? ['administrador']
      : [...(own.includes(rule.folderId) ? (['personas'] as const) : []), ...matchingRuleKinds(rule, person)];
  return { id, name, agencyName, roleTitle, through };
}

const opensByName = ({ through }: Pick<FolderReader, 'through'>) => through.includes('personas') || through.includes('administrador');

interface AccessCall extends Call {
  /** The folder. */
  id: string;
  /** Recipient: «agencias:agencia-01». */
  to: string;
}

/**
 * Gives a folder to a person (on their own list, at the REST backend), or to everybody of a role, agency or department, in force at
 * everybody's next request. Nobody can give a folder that they do not open. Errors: `forbidden`, `not-found` (folder, person),
 * `invalid-input`.
 */
export const grantFolder = (services: Services, call: AccessCall) => setAccess(services, call, true);
/** Takes it back, also if the folder or recipient is no longer in use, with the same errors. */
export const revokeFolder = (services: Services, call: AccessCall) => setAccess(services, call, false);

async function setAccess(services: Services, { actor, requestId, id, to }: AccessCall, opens: boolean): Promise<void> {
  requireMenu(actor, MENU, 'change');
  requireMenu(actor, 'users', 'change');
  await requireGrantableFolder(services, actor, id, opens);
  const { kind, target } = readGrantee(to) ?? {};
  if (kind === undefined || target === undefined) throw nobody();
  if (opens) requireFresh(actor);
  if (kind === 'personas') return setPersonFolder(services, { actor, requestId }, { personId: target, folderId: id, opens });
  if (opens && !(await isInUse(services, kind, target))) throw nobody();
  await saveChange(services, ACCESS_KIND, {
    actor,
    requestId,
    id,
    values: ({ [kind]: given }) => ({ [kind]: withOrWithout(given, target, opens) }),
  });
}

/** Splits «agencias:agencia-01»; null if it names nobody. */
export function readGrantee(to: string): { kind: GrantKind; target: string } | null {
  const [, word = '', target = ''] = /^([a-z]+):(.+)$/.exec(to) ?? [];
  const kind = GRANT_KINDS.find((one) => one === word);
  return kind && isDocumentId(target) ? { kind, target } : null;
}

export function withOrWithout(given: readonly string[], one: string, isIn: boolean): readonly string[] {
  if (given.includes(one) === isIn) return given;
  return isIn ? [...given, one] : given.filter((other) => other !== one);
}

async function requireGrantableFolder({ documents }: Services, actor: Staff, id: string, opens: boolean): Promise<void> {
  const folder = isDocumentId(id) && canOpenFolder(actor, id) ? await documents.main.get(`${FOLDERS}/${id}`) : null;
  if (!folder || (opens && !isActive(folder.data))) throw folderMissing(id);
}

export async function isInUse({ documents }: Services, kind: GrantKind, id: string): Promise<boolean> {
  if (kind === 'roles') return (await readStoredRoles(documents.main)).some((role) => role.id === id && role.isActive);
  const record = await documents.main.get(`${kind === 'personas' ? 'usuarios' : kind}/${id}`);
  return record !== null && isActive(record.data);
}

function nobody(): AppError {
  return invalidFields({ to: ['Elija a quién dar la carpeta: una persona, un rol, una agencia o un departamento en uso.'] }, 'problems');
}

function folderMissing(id: string): AppError {
  return new AppError('not-found', `folder ${id.slice(0, 200)} not there to be given`, {
    userMessage: 'La carpeta no existe o usted no tiene acceso a ella.',
  });
}
