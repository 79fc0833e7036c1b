import type { User } from '#server/domain/users.ts';
import type { UserChoices } from '#server/features/people/users.ts';
import { optionsOfRecords, type Option } from '../../ui/inputs.tsx';

/** What the form asks, in its order. `department` and `folders` hold ids; the rest is named as stored. */
export const USER_LABELS = {
  name: 'Nombre completo',
  email: 'Correo electrónico',
  phone: 'Teléfono',
  agency: 'Agencia',
  department: 'Departamento',
  position: 'Puesto',
  role: 'Rol',
  folders: 'Carpetas del Maletín',
  digitalization_permission_id: 'Permisos de digitalización',
} as const;
export type UserFormField = keyof typeof USER_LABELS;
export const USER_FORM_FIELDS = Object.keys(USER_LABELS) as UserFormField[];
/** The folders are a list, all else is text. */
export type UserFormValues = Record<Exclude<UserFormField, 'folders'>, string> & { folders: readonly string[] };

/** Stored names of what the form calls otherwise. */
const STORED_NAMES: Readonly<Record<string, UserFormField>> = { briefcase_permissions: 'folders' };

export function formFieldOf(storedName: string): UserFormField | null {
  return STORED_NAMES[storedName] ?? USER_FORM_FIELDS.find((field) => field === storedName) ?? null;
}

type StoredUser = Pick<
  User,
  'name' | 'email' | 'phone' | 'agency' | 'department' | 'position' | 'role' | 'briefcase_permissions' | 'digitalization_permission_id'
>;

/** null gives the values of an empty form. */
export function formValuesOf(user: StoredUser | null): UserFormValues {
  return {
    name: user?.name ?? '',
    email: user?.email ?? '',
    phone: user?.phone ?? '',
    agency: user?.agency ?? '',
    department: user?.department?.id ?? '',
    position: user?.position ?? '',
    role: user?.role ?? '',
    folders: user?.briefcase_permissions.folders ?? [],
    digitalization_permission_id: user?.digitalization_permission_id ?? '',
  };
}

export interface FolderOption extends Option {
  description: string;
}

export type UserOptions = Record<'agency' | 'department' | 'position' | 'role' | 'digitalization_permission_id', Option[]> & {
  folders: FolderOption[];
};

/** The choices, and what a person has that is no choice for others any more: saving must not take it away unseen. */
export function optionsOf(
  choices: UserChoices,
  record: (StoredUser & Record<'roleTitle' | 'agencyName' | 'positionName', string>) | null,
): UserOptions {
  const known = new Set(choices.folders.map((folder) => folder.id));
  const lost = (record?.briefcase_permissions.folders ?? []).filter((id) => !known.has(id));
  return {
    agency: withCurrent(choices.agencies, record?.agency, record?.agencyName),
    department: withCurrent(choices.departments, record?.department?.id, record?.department?.name),
    position: withCurrent(choices.positions, record?.position, record?.positionName),
    role: withCurrent(choices.roles, record?.role, record?.roleTitle),
    digitalization_permission_id: withCurrent(choices.digitalizationPermissions, record?.digitalization_permission_id),
    folders: [
      ...choices.folders.map(({ id, name, description }) => ({ value: id, label: name, description })),
      ...lost.map((id) => ({ value: id, label: id, description: 'Carpeta inactiva o eliminada' })),
    ],
  };
}

function withCurrent(choices: readonly { id: string; name: string }[], id = '', name = ''): Option[] {
  return optionsOfRecords(choices, { value: id, label: `${name || id} (ya no se ofrece)` });
}

/** A value as people read it; '' for none. */
export function fieldText(field: UserFormField, values: UserFormValues, options: UserOptions): string {
  if (field === 'folders') {
    const chosen = new Set(values.folders);
    return options.folders
      .filter((folder) => chosen.has(folder.value))
      .map((folder) => folder.label)
      .join(', ');
  }
  const value = values[field];
  if (field === 'name' || field === 'email' || field === 'phone') return value;
  return options[field].find((option) => option.value === value)?.label ?? value;
}
