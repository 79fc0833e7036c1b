import type { Fields } from '../../ports/documents/document-store.ts';
import { USER_FOLDERS_MAX, USER_NAME_MAX } from '../../domain/users.ts';
import { readMap, readText } from '../../read-model/field-readers.ts';
import { DEPARTMENTS, FOLDERS } from '../../read-model/pages/choices.ts';
import { COUNT, MAP, wordOf, type Column, type RowOf } from '../../read-model/table.ts';
import { count, field, flag, ids, phone, reference, text } from '../../records/fields.ts';
import {
  checkValues,
  initialValues,
  invalidRecord,
  readValues,
  tableColumns,
  tryValues,
  type SubmittedValues,
  type ValuesOf,
} from '../../records/record-fields.ts';
import { recordForm } from '../../records/record-form.ts';
import { email, role } from '../../ports/rest-backend/schemas.ts';
import { readStaffState } from '../../staff/in-use-by-people.ts';
import { foldersOf } from '../../staff/load-staff.ts';

const PERSON = 'Persona';
const PLACE = 'Lugar de trabajo';
const ACCESS = 'Acceso';

/** The e-mail identifies the account, and cannot be changed. */
const EMAIL = field(
  'email',
  {
    name: 'email',
    label: 'Correo electrónico',
    section: PERSON,
    required: true,
    help: 'Con él inicia sesión. No se puede cambiar después.',
  },
  '',
  email,
);

/** Fields of a person's form, in its order: `usuarios/{id}` (docs/data-model.md). The backend looks up what the ids stand for. */
export const USER_FIELDS = [
  text({ name: 'name', label: 'Nombre completo', section: PERSON, required: true, maxLength: USER_NAME_MAX }),
  EMAIL,
  phone({ name: 'phone', label: 'Teléfono', section: PERSON }),
  reference({ name: 'agency', label: 'Agencia', section: PLACE, catalog: 'agencias' }),
  // The document holds its id, name and state.
  {
    ...reference({ name: 'department', label: 'Departamento', section: PLACE, catalog: DEPARTMENTS.table }),
    read: (data: Fields) => textOf(readDepartment(data)['id']),
  },
  reference({ name: 'position', label: 'Puesto', section: PLACE, catalog: 'puestos' }),
  // Options are ids, as documents hold them; changes show the titles.
  {
    ...field('choice', { name: 'role', label: 'Rol', section: ACCESS, required: true }, '', role),
    names: { table: 'roles', name: 'title' },
  },
  // The document holds them in a map, beside what other programs store there about the Maletín.
  {
    ...ids({
      name: 'briefcase_permissions',
      label: 'Carpetas del Maletín',
      section: ACCESS,
      maxItems: USER_FOLDERS_MAX,
      names: FOLDERS,
    }),
    read: (data: Fields) => foldersOf(data['briefcase_permissions']),
  },
  reference({
    name: 'digitalization_permission_id',
    label: 'Permisos de digitalización',
    section: ACCESS,
    help: 'Qué puede hacer con los documentos digitalizados de cada categoría.',
    catalog: 'permisos_documentos',
  }),
] as const;

export type UserValues = ValuesOf<typeof USER_FIELDS>;

/** Also the fields that no form has. */
export const STORED_FIELDS = [
  ...USER_FIELDS,
  flag({ name: 'state', label: 'Activo', words: ['Sí', 'No'] }),
  count({ name: 'clicks', label: 'Clics', min: 0, max: Number.MAX_SAFE_INTEGER, initial: 0 }),
] as const;

export const USER_FORM = {
  ...recordForm(USER_FIELDS),
  /** From a person as documents and the REST backend have them. */
  valuesOf: (user: object) => readValues(USER_FIELDS, user as Fields),
};

/** Some programs store only the name. */
function readDepartment(data: Fields): Record<string, unknown> {
  return typeof data['department'] === 'string' ? { name: readText(data, 'department') } : readMap(data, 'department');
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
const DEPARTMENT: Column<Record<string, unknown>> = { type: 'jsonb', read: readDepartment };

export const USER_COLUMNS = {
  ...tableColumns(STORED_FIELDS),
  department: DEPARTMENT,
  briefcase_permissions: MAP,
  role: wordOf('roles'),
  state: { type: 'boolean', read: readStaffState },
  clicks: COUNT,
} as const;

export type UserColumns = RowOf<typeof USER_COLUMNS>;

/** All fields of a new person, as the REST backend takes them. Errors: `invalid-input` by field. */
export function newUserBody(given: SubmittedValues) {
  const { values, problems } = tryValues(USER_FIELDS, { ...initialValues(USER_FIELDS), ...given });
  if (Object.keys(problems).length > 0) throw invalidRecord(problems);
  const { department, briefcase_permissions, ...plain } = values;
  return { ...plain, department: departmentOf(department), briefcase_permissions: foldersIn(briefcase_permissions) };
}

const CHANGED_FIELDS = USER_FIELDS.filter((one) => one !== EMAIL);

/** Only the given fields, without those of `user` that would be refused and were not changed. Errors: `invalid-input` by field. */
export function changedUserBody(given: SubmittedValues, user: object) {
  const shown = USER_FORM.valuesOf(user);
  const { department, briefcase_permissions, ...plain }: Partial<UserValues> = checkValues(CHANGED_FIELDS, given, undefined, shown);
  return {
    ...plain,
    ...(department !== undefined && { department: departmentOf(department) }),
    ...(briefcase_permissions && { briefcase_permissions: foldersIn(briefcase_permissions) }),
  };
}

const departmentOf = (id: string) => (id === '' ? null : { id });
const foldersIn = (folders: readonly string[]) => ({ folders: [...folders] });
