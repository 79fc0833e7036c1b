import type { User } from '#prisma/generated/client.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import type { FieldOption } from '../../domain/fields.ts';
import { givenThrough, RULE_KINDS, type FolderRule, type RuleKind } from '../../domain/folder-rules.ts';
import { canOpen, canOpenFolder, requireMenu, type Staff } from '../../domain/permissions.ts';
import { ADMIN_ROLE, findRole, inRoleOrder } from '../../domain/roles.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { AGENCIES, DEPARTMENTS, findChoices, type Choice } from '../../read-model/pages/choices.ts';
import { defineTable } from '../../read-model/table.ts';
import { isActive } from '../../records/content-version.ts';
import { ids } from '../../records/fields.ts';
import { readValues, tableColumns, type ValuesOf } from '../../records/record-fields.ts';
import type { RecordKind } from '../../records/record-kind.ts';
import { saveChange } from '../../records/save-change.ts';
import type { Call, Services } from '../../services.ts';
import { FOLDER_RULES_COLLECTION } from '../../staff/folder-rules.ts';
import { foldersOf } from '../../staff/load-staff.ts';
import { readRoleDirectory, rolesOpening, type RoleDirectory } from '../../staff/role-directory.ts';
import { readStoredRoles } from '../../staff/stored-roles.ts';
import { FILES } from './file-list.ts';
import { setFolderOf } from './grant-act.ts';

const MENU = 'briefcase-folders';
const FOLDERS = 'maletin_carpetas';
/** More than there are of any. */
const PARTS_MAX = 500;
/** The page shows so many people, and tells how many there are. */
const PEOPLE_SHOWN = 100;

const ROLES = { table: 'roles', name: 'title' } as const;
export const ACCESS_FIELDS = [
  ids({ name: 'roles', label: 'Roles', maxItems: PARTS_MAX, names: ROLES }),
  ids({ name: 'agencias', label: 'Agencias', maxItems: PARTS_MAX, names: AGENCIES }),
  ids({ name: 'departamentos', label: 'Departamentos', maxItems: PARTS_MAX, names: DEPARTMENTS }),
] as const;
type AccessValues = ValuesOf<typeof ACCESS_FIELDS>;

/** To whom a folder is given beside single people: `maletin_accesos/{folder}`. */
export const ACCESS_KIND: RecordKind<AccessValues> = {
  database: 'main',
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

/** To whom a folder can be given. */
export type GrantKind = RuleKind | 'personas';

/** Somebody, or all of something, that a folder is given to. */
interface Given {
  kind: GrantKind;
  id: string;
  name: string;
}

export interface FolderReader {
  id: string;
  name: string;
  roleTitle: string;
  agencyName: string;
  /** Why, each as a sentence goes on: «por su agencia». */
  through: (GrantKind | 'administrador')[];
}

export interface FolderAccess {
  /** By rule. */
  given: Given[];
  /** Who may read it, by name; the first hundred. */
  readers: FolderReader[];
  readersTotal: number;
  /** Whom it is given to all the same: their role does not open the Maletín. */
  shutOut: number;
  /** To whom this person may give it, by «kind:id»; null where they may not. */
  choices: Record<GrantKind, FieldOption[]> | null;
}

interface StaffRow extends Pick<User, 'agency' | 'briefcase_permissions' | 'id' | 'name' | 'role'> {
  agencyName: string;
  departmentId: string | null;
}

/** Everybody at work, by name: a few hundred. Who of them opens a folder is asked of each as it is at their requests (load-staff.ts). */
const STAFF = `SELECT t.id, coalesce(nullif(t.name, ''), t.email) AS name, t.role, t.agency, coalesce(a.nombre, '') AS "agencyName",
    t.department->>'id' AS "departmentId", t.briefcase_permissions
  FROM usuarios t LEFT JOIN agencias a ON a.id = t.agency WHERE t.state AND t."isActive" AND NOT t.source_deleted
  ORDER BY t.name COLLATE "es-x-icu", t.id`;

/** Who may read a folder and why. null for one that the person does not open. Errors: `forbidden`. */
export async function findFolderAccess(services: Services, { actor, id }: Call & { id: string }): Promise<FolderAccess | null> {
  requireMenu(actor, MENU);
  if (!isDocumentId(id) || !canOpenFolder(actor, id)) return null;
  const { documents, sql } = services;
  const [stored, directory, agencies, departments, { rows }] = await Promise.all([
    documents.main.get(`${FOLDER_RULES_COLLECTION}/${id}`),
    readRoleDirectory(sql),
    findChoices(sql, AGENCIES, { retired: true }),
    findChoices(sql, DEPARTMENTS, { retired: true }),
    sql.query<StaffRow>(STAFF),
  ]);
  const rule: FolderRule = { folderId: id, ...ACCESS_KIND.read(stored?.data ?? {}) };
  const opening = new Set(rolesOpening(directory, FILES.menu));
  const people = rows.map((person) => ({ ...readerOf(person, rule, directory), opensFiles: opening.has(person.role) }));
  const given = people.filter(({ through }) => through.length > 0);
  const readers = given.filter(({ opensFiles }) => opensFiles);
  const nameIn = (choices: readonly Choice[]) => (one: string) => choices.find((choice) => choice.id === one)?.name ?? one;
  const names: Readonly<Record<RuleKind, (one: string) => string>> = {
    roles: (role) => findRole(directory.roles, role)?.title ?? role,
    agencias: nameIn(agencies),
    departamentos: nameIn(departments),
  };
  const inUse = inRoleOrder(directory.roles).filter((role) => role.isActive && role.id !== ADMIN_ROLE);
  const offered = (kind: RuleKind, choices: readonly Choice[]) =>
    optionsOf(
      kind,
      choices.filter((choice) => !rule[kind].includes(choice.id)),
    );
  return {
    given: RULE_KINDS.flatMap((kind) => rule[kind].map((one) => ({ kind, id: one, name: names[kind](one) }))),
    readers: readers.slice(0, PEOPLE_SHOWN).map(({ opensFiles: _said, ...reader }) => reader),
    readersTotal: readers.length,
    shutOut: given.length - readers.length,
    choices: canOpen(actor, 'users')
      ? {
          roles: offered(
            'roles',
            inUse.map((role) => ({ id: role.id, name: role.title })),
          ),
          agencias: offered(
            'agencias',
            agencies.filter(({ isActive: used }) => used),
          ),
          departamentos: offered(
            'departamentos',
            departments.filter(({ isActive: used }) => used),
          ),
          // Of themselves nobody changes what they may open, and administrators open everything.
          personas: optionsOf(
            'personas',
            people.filter((person) => person.id !== actor.id && !opensByName(person)),
          ),
        }
      : null,
  };
}

function readerOf(person: StaffRow, rule: FolderRule, { roles }: Pick<RoleDirectory, 'roles'>): FolderReader {
  const { id, name, agencyName } = person;
  const found = findRole(roles, person.role);
  const role = found?.id ?? person.role;
  const isOwn = foldersOf(person.briefcase_permissions).includes(rule.folderId);
  const standing = { role, agencyId: person.agency, departmentId: person.departmentId ?? '' };
  const through: FolderReader['through'] =
    role === ADMIN_ROLE ? ['administrador'] : [...(isOwn ? (['personas'] as const) : []), ...givenThrough(rule, standing)];
  return { id, name, agencyName, roleTitle: found?.title ?? person.role, through };
}

const opensByName = ({ through }: Pick<FolderReader, 'through'>) => through.includes('personas') || through.includes('administrador');

const optionsOf = (kind: GrantKind, choices: readonly Choice[]): FieldOption[] =>
  choices.map(({ id, name }) => ({ value: `${kind}:${id}`, label: name }));

interface AccessCall extends Call {
  /** The folder. */
  id: string;
  /** To whom: «agencias:agencia-01». */
  to: string;
}

/**
 * A folder given to a person (their own list, with the REST backend), or to all of a role, an agency or a department, in force at
 * everybody's next request. Nobody gives a folder that they do not open. Errors: `forbidden`, `not-found` (folder, person), `invalid-input`.
 */
export const giveFolder = (services: Services, call: AccessCall) => setAccess(services, call, true);
/** The way back, also of what is in use no more, with the same errors. */
export const takeFolder = (services: Services, call: AccessCall) => setAccess(services, call, false);

async function setAccess(services: Services, { actor, requestId, id, to }: AccessCall, opens: boolean): Promise<void> {
  requireMenu(actor, MENU);
  requireMenu(actor, 'users');
  await requireFolderToGive(services, actor, id, opens);
  const [, kind = '', target = ''] = /^([a-z]+):(.+)$/.exec(to) ?? [];
  if (!isDocumentId(target)) throw nobody();
  if (kind === 'personas') return setFolderOf(services, { actor, requestId }, { personId: target, folderId: id, opens });
  const part = RULE_KINDS.find((one) => one === kind);
  if (!part || (opens && !(await isInUse(services, part, target)))) throw nobody();
  await saveChange(services, ACCESS_KIND, {
    actor,
    requestId,
    id,
    values: ({ [part]: given }) => {
      if (given.includes(target) === opens) return {};
      return { [part]: opens ? [...given, target] : given.filter((one) => one !== target) };
    },
  });
}

async function requireFolderToGive({ documents }: Services, actor: Staff, id: string, opens: boolean): Promise<void> {
  const folder = isDocumentId(id) && canOpenFolder(actor, id) ? await documents.main.get(`${FOLDERS}/${id}`) : null;
  if (!folder || (opens && !isActive(folder.data))) throw folderMissing(id);
}

async function isInUse({ documents }: Services, kind: RuleKind, id: string): Promise<boolean> {
  if (kind === 'roles') return (await readStoredRoles(documents.main)).some((role) => role.id === id && role.isActive);
  const record = await documents.main.get(`${kind}/${id}`);
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
