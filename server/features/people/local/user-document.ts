import { createHash } from 'node:crypto';
import type { FieldValue, Fields, StoredDocument } from '../../../documents/document-store.ts';
import { AppError } from '../../../domain/errors.ts';
import type { User, UserDepartment, UserFields } from '../../../domain/users.ts';
import { documentId } from '../../../rest-backend/schemas.ts';
import { usersProjection, type UserRow } from '../users.projection.ts';

export const USERS_COLLECTION = 'usuarios';

export type UserField = keyof UserFields;
export const USER_FIELDS = [
  'name',
  'email',
  'role',
  'phone',
  'agency',
  'state',
  'briefcase_permissions',
  'digitalization_permission_id',
  'department',
  'position',
] as const satisfies readonly UserField[];

/** An id that cannot be one names nobody. Errors: `not-found`. */
export function userPath(id: string): string {
  if (!documentId.safeParse(id).success) throw userNotFound(id);
  return `${USERS_COLLECTION}/${id}`;
}

type UserColumns = Omit<UserRow, 'search_text' | 'createdAt' | 'updatedAt' | 'isActive'> & {
  createdAt: string | Date;
  updatedAt: string | Date | null;
};

/** A row of the read model, or what the same projection makes of a document: both give the same user and version. */
export function toUser(id: string, row: UserColumns): User {
  const fields: UserFields = {
    name: row.name,
    email: row.email,
    role: row.role,
    phone: row.phone,
    agency: row.agency,
    state: row.state,
    briefcase_permissions: { folders: foldersOf(row.briefcase_permissions) },
    digitalization_permission_id: row.digitalization_permission_id,
    department: toDepartment(row.department),
    position: row.position,
  };
  return {
    id,
    ...fields,
    clicks: row.clicks,
    createdAt: isoText(row.createdAt) ?? '',
    updatedAt: isoText(row.updatedAt),
    version: versionOf(fields),
  };
}

/** null for a document that was removed: for callers it does not exist. */
export function userOf(document: StoredDocument | null): User | null {
  if (!document) return null;
  const row = usersProjection.project(document);
  if (!row.isActive) return null;
  return toUser(document.id, row);
}

/** Specification section 6: the accessible folders. Whatever is no list of ids opens nothing. */
export function foldersOf(permissions: unknown): string[] {
  const stored = typeof permissions === 'object' && permissions !== null && 'folders' in permissions ? permissions.folders : null;
  return Array.isArray(stored) ? stored.filter((folder): folder is string => typeof folder === 'string' && folder !== '') : [];
}

function toDepartment(stored: Record<string, unknown>): UserDepartment | null {
  const { id, name, state } = stored;
  if (typeof id !== 'string' || id === '') return null;
  return { id, name: typeof name === 'string' ? name : '', state: state !== false };
}

function isoText(value: string | Date | null): string | null {
  return value instanceof Date ? value.toISOString() : value === null ? null : new Date(value).toISOString();
}

export function fieldsOf(user: User): UserFields {
  const { id: _id, clicks: _clicks, createdAt: _createdAt, updatedAt: _updatedAt, version: _version, ...fields } = user;
  return fields;
}

/** Over what can be written, in a fixed order. */
function versionOf(fields: UserFields): string {
  return createHash('sha256')
    .update(JSON.stringify(USER_FIELDS.map((field) => fields[field])))
    .digest('base64url')
    .slice(0, 22);
}

export function differingFields(stored: UserFields, wanted: UserFields): UserField[] {
  return USER_FIELDS.filter((field) => JSON.stringify(stored[field]) !== JSON.stringify(wanted[field]));
}

/** As `usuarios` stores the fields: no department is an empty map. */
export function toStored(fields: UserFields, names: readonly UserField[] = USER_FIELDS): Fields {
  return Object.fromEntries(names.map((field) => [field, storedValue(fields[field])]));
}

function storedValue(value: UserFields[UserField]): FieldValue {
  if (value === null) return {};
  return typeof value === 'object' ? { ...value } : value;
}

export function userNotFound(id: string): AppError {
  return new AppError('not-found', `user ${id.slice(0, 200)} not found`, {
    userMessage: 'La persona no existe o fue quitada del sistema.',
  });
}
