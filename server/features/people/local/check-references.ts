import type { DocumentStore, StoredDocument } from '../../../documents/document-store.ts';
import type { UserDepartment, UserFields } from '../../../domain/users.ts';
import { invalidFields } from '../../../platform/read-input.ts';
import type { PeopleServices } from './local-people.ts';

/** What a caller wants a user to be; of the department only the id counts. */
type WantedUser = Omit<UserFields, 'department'> & { department: { id: string } | null };

/**
 * The wanted fields with what they point at looked up. Only what differs from `stored` is checked: an agency that was
 * closed years ago must not keep a person's telephone from being corrected. Errors: `invalid-input` by field.
 */
export async function resolveReferences(
  { documents: { main, digitalization } }: Pick<PeopleServices, 'documents'>,
  wanted: WantedUser,
  stored: UserFields | null,
): Promise<UserFields> {
  const folders = [...new Set(wanted.briefcase_permissions.folders)];
  const newFolders = folders.filter((id) => !stored?.briefcase_permissions.folders.includes(id));
  const isNew = (field: 'agency' | 'digitalization_permission_id') => wanted[field] !== '' && wanted[field] !== stored?.[field];
  const [agency, department, permission, folderDocuments] = await Promise.all([
    !isNew('agency') || main.get(`agencias/${wanted.agency}`).then(isUsable),
    resolveDepartment(main, wanted.department, stored?.department ?? null),
    !isNew('digitalization_permission_id') ||
      digitalization.get(`permisos_documentos/${wanted.digitalization_permission_id}`).then(isUsable),
    newFolders.length === 0 ? [] : main.getMany(newFolders.map((id) => `maletin_carpetas/${id}`)),
  ]);
  const missing = newFolders.filter((_id, index) => !isUsable(folderDocuments[index]));
  const problems = {
    ...(!agency && { agency: ['La agencia no existe o está eliminada.'] }),
    ...(department === 'missing' && { department: ['El departamento no existe o está eliminado.'] }),
    ...(!permission && { digitalization_permission_id: ['El conjunto de permisos no existe o está eliminado.'] }),
    ...(missing.length > 0 && { briefcase_permissions: [`No existen estas carpetas: ${missing.slice(0, 5).join(', ')}.`] }),
  };
  if (department === 'missing' || Object.keys(problems).length > 0) throw invalidFields(problems, 'Revise los datos marcados.');
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

function isUsable(document: StoredDocument | null | undefined): document is StoredDocument {
  return !!document && document.data['isActive'] !== false;
}
