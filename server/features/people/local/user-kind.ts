import type { StoredDocument } from '../../../ports/documents/document-store.ts';
import { isPlainMap } from '../../../ports/documents/document-values.ts';
import { AUDIT_ACTIONS } from '../../../domain/audit-actions.ts';
import { AppError } from '../../../domain/errors.ts';
import type { User, UserDepartment, UserFields } from '../../../ports/rest-backend/schemas.ts';
import { genericColumns } from '../../../read-model/field-readers.ts';
import { readRow } from '../../../read-model/table.ts';
import { contentVersion, isActive } from '../../../records/content-version.ts';
import { pathOf, type RecordKind } from '../../../records/record-kind.ts';
import { foldersOf } from '../../../staff/load-staff.ts';
import { USER_COLUMNS, type UserColumns } from '../user.ts';

type UserVersion = UserFields & { version: string };

/** How a person of the staff is stored. Removed people (isActive false) do not exist for callers. */
export const USER_KIND: RecordKind<UserFields, UserVersion> = {
  database: 'main',
  menu: 'users',
  collection: 'usuarios',
  noun: { singular: 'usuario', plural: 'usuarios', gender: 'm' },
  actions: {
    created: AUDIT_ACTIONS.userCreated,
    updated: (changes) => {
      if (Object.keys(changes).join() !== 'state') return AUDIT_ACTIONS.userUpdated;
      return changes['state'] === true ? AUDIT_ACTIONS.userActivated : AUDIT_ACTIONS.userDeactivated;
    },
  },
  read: (data) => toFields(readRow(USER_COLUMNS, data)),
  show: ({ data }) => withVersion(USER_KIND.read(data)),
  /** No department is stored as an empty map. Unknown members of the stored map (written by other programs) are kept. */
  toStored: ({ department, briefcase_permissions, ...plain }, stored) => ({
    ...plain,
    ...(department !== undefined && { department: { ...department } }),
    ...(briefcase_permissions && {
      briefcase_permissions: {
        ...(isPlainMap(stored['briefcase_permissions']) && stored['briefcase_permissions']),
        ...briefcase_permissions,
      },
    }),
  }),
  notFound: (id) =>
    new AppError('not-found', `user ${id.slice(0, 200)} not found`, { userMessage: 'La persona no existe o fue quitada del sistema.' }),
};

export const userPath = (id: string) => pathOf(USER_KIND, id);

function toFields({ clicks: _clicks, briefcase_permissions, department, ...row }: UserColumns): UserFields {
  return { ...row, briefcase_permissions: { folders: foldersOf(briefcase_permissions) }, department: toDepartment(department) };
}

function toDepartment({ id, name, state }: Record<string, unknown>): UserDepartment | null {
  if (typeof id !== 'string' || id === '') return null;
  return { id, name: typeof name === 'string' ? name : '', state: state !== false };
}

function withVersion(fields: UserFields): UserVersion {
  return { ...fields, version: contentVersion(fields, true) };
}

export interface UserRow extends UserColumns {
  id: string;
  createdAt: string | Date;
  updatedAt: string | Date | null;
}

/** From a row of the read model, or from a document read by the same readers: both give the same user and version. */
export function toUser({ id, createdAt, updatedAt, ...row }: UserRow): User {
  const iso = (time: string | Date) => new Date(time).toISOString();
  return { id, ...withVersion(toFields(row)), clicks: row.clicks, createdAt: iso(createdAt), updatedAt: updatedAt && iso(updatedAt) };
}

export function userOf(document: StoredDocument | null | undefined): User | null {
  if (!document || !isActive(document.data)) return null;
  const { isActive: _active, ...times } = genericColumns(document);
  return toUser({ id: document.id, ...times, ...readRow(USER_COLUMNS, document.data) });
}
