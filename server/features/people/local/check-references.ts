import type { DocumentStore, StoredDocument } from '../../../documents/document-store.ts';
import { AppError } from '../../../domain/errors.ts';
import type { UserDepartment, UserFields } from '../../../domain/users.ts';
import type { PeopleServices } from './local-people.ts';

/** What a caller wants a user to be; of the department only the id counts. */
export type WantedUser = Omit<UserFields, 'department'> & { department: { id: string } | null };

/**
 * The wanted fields with what they point at looked up. Only what differs from `stored` is checked: an agency that was
 * closed years ago must not keep a person's telephone from being corrected. Errors: `invalid-input` by field.
 */
export async function resolveReferences(
  { documents }: Pick<PeopleServices, 'documents'>,
  wanted: WantedUser,
  stored: UserFields | null,
): Promise<UserFields> {
  const { main, digitalization } = documents;
  const folders = [...new Set(wanted.briefcase_permissions.folders)];
  const known = new Set(stored?.briefcase_permissions.folders);
  const [agency, department, permission, missingFolders] = await Promise.all([
    wanted.agency === '' || wanted.agency === stored?.agency ? null : exists(main, `agencias/${wanted.agency}`),
    resolveDepartment(main, wanted.department, stored?.department ?? null),
    wanted.digitalization_permission_id === '' || wanted.digitalization_permission_id === stored?.digitalization_permission_id
      ? null
      : exists(digitalization, `permisos_documentos/${wanted.digitalization_permission_id}`),
    findMissing(
      main,
      folders.filter((id) => !known.has(id)),
    ),
  ]);
  const fields: Record<string, string[]> = {};
  if (agency === false) fields['agency'] = ['La agencia no existe o está eliminada.'];
  if (department === 'missing') fields['department'] = ['El departamento no existe o está eliminado.'];
  if (permission === false) fields['digitalization_permission_id'] = ['El conjunto de permisos no existe o está eliminado.'];
  if (missingFolders.length > 0) fields['briefcase_permissions'] = [`No existen estas carpetas: ${missingFolders.slice(0, 5).join(', ')}.`];
  if (department === 'missing' || Object.keys(fields).length > 0) {
    throw new AppError('invalid-input', `user points at what is not there: ${Object.keys(fields).join(', ')}`, {
      userMessage: 'Revise los datos marcados.',
      fields,
    });
  }
  return { ...wanted, briefcase_permissions: { folders }, department };
}

async function resolveDepartment(
  main: DocumentStore,
  wanted: { id: string } | null,
  stored: UserDepartment | null,
): Promise<UserDepartment | null | 'missing'> {
  if (wanted === null) return null;
  if (wanted.id === stored?.id) return stored;
  const found = await main.get(`departamentos/${wanted.id}`);
  if (!isUsable(found)) return 'missing';
  const { nombre, estado } = found.data;
  return { id: wanted.id, name: typeof nombre === 'string' ? nombre : '', state: estado !== false };
}

async function exists(store: DocumentStore, path: string): Promise<boolean> {
  return isUsable(await store.get(path));
}

async function findMissing(main: DocumentStore, folderIds: readonly string[]): Promise<string[]> {
  if (folderIds.length === 0) return [];
  const found = await main.getMany(folderIds.map((id) => `maletin_carpetas/${id}`));
  return folderIds.filter((_id, index) => !isUsable(found[index]));
}

function isUsable(document: StoredDocument | null | undefined): document is StoredDocument {
  return !!document && document.data['isActive'] !== false;
}
