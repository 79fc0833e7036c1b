import { isDocumentId } from '../../../platform/document-id.ts';
import type { DocumentStore, StoredDocument } from '../../../ports/documents/document-store.ts';
import { findByName } from '../../../domain/names.ts';
import type { UserDepartment, UserFields } from '../../../ports/rest-backend/schemas.ts';
import { invalidFields } from '../../../platform/read-input.ts';
import { readBoolean, readText } from '../../../read-model/field-readers.ts';
import { isActive } from '../../../records/content-version.ts';
import type { Services } from '../../../services.ts';

/** What a caller wants a user to be: the position by id or name; of the department only the id counts, or the name if there is no id. */
type WantedUser = Omit<UserFields, 'department'> & { department: NamedReference | null };

interface NamedReference {
  id?: string | undefined;
  name?: string | undefined;
}

/**
 * The wanted fields with their references looked up. Only those that differ from `stored` are checked: an agency closed years ago must not
 * keep a person's telephone from being corrected. Errors: `invalid-input` by field.
 */
export async function resolveReferences(
  { documents: { main, digitalization } }: Pick<Services, 'documents'>,
  wanted: WantedUser,
  stored: UserFields | null,
): Promise<UserFields> {
  const folders = [...new Set(wanted.briefcase_permissions.folders)];
  const newFolders = folders.filter((id) => !stored?.briefcase_permissions.folders.includes(id));
  const isNew = (field: 'agency' | 'digitalization_permission_id') => wanted[field] !== '' && wanted[field] !== stored?.[field];
  const [agency, department, position, permission, folderDocuments] = await Promise.all([
    !isNew('agency') || main.get(`agencias/${wanted.agency}`).then(isUsable),
    resolveDepartment(main, wanted.department, stored?.department ?? null),
    resolvePosition(main, wanted.position, stored?.position ?? ''),
    !isNew('digitalization_permission_id') ||
      digitalization.get(`permisos_documentos/${wanted.digitalization_permission_id}`).then(isUsable),
    newFolders.length === 0 ? [] : main.getMany(newFolders.map((id) => `maletin_carpetas/${id}`)),
  ]);
  const missing = newFolders.filter((_id, index) => !isUsable(folderDocuments[index]));
  const problems = {
    ...(!agency && { agency: ['La agencia no existe o está eliminada.'] }),
    ...(department === 'missing' && { department: ['El departamento no existe o está eliminado.'] }),
    ...(position === null && { position: ['El puesto no existe o está eliminado. Elija uno de la lista.'] }),
    ...(!permission && { digitalization_permission_id: ['El conjunto de permisos no existe o está eliminado.'] }),
    ...(missing.length > 0 && { briefcase_permissions: [`No existen estas carpetas: ${missing.slice(0, 5).join(', ')}.`] }),
  };
  if (department === 'missing' || position === null || Object.keys(problems).length > 0)
    throw invalidFields(problems, 'Revise los datos marcados.');
  return { ...wanted, briefcase_permissions: { folders }, department, position };
}

async function resolveDepartment(
  main: DocumentStore,
  wanted: NamedReference | null,
  stored: UserDepartment | null,
): Promise<UserDepartment | null | 'missing'> {
  if (wanted === null) return null;
  if (stored && wanted.id === stored.id) return stored;
  const found = await findReference(main, 'departamentos', wanted.id === undefined ? { name: wanted.name } : { id: wanted.id });
  if (!found) return 'missing';
  return { id: found.id, name: readText(found.data, 'nombre'), state: readBoolean(found.data, 'estado', true) };
}

/** The id of the position; a value equal to the stored one stays, even a name that no position has. null if nothing has that id or name. */
async function resolvePosition(main: DocumentStore, wanted: string, stored: string): Promise<string | null> {
  if (wanted === '' || wanted === stored) return wanted;
  return (await findReference(main, 'puestos', { id: wanted, name: wanted }))?.id ?? null;
}

/** By id, else by name in any letter case, if only one record has it. */
async function findReference(
  main: DocumentStore,
  collection: string,
  { id = '', name = '' }: NamedReference,
): Promise<StoredDocument | null> {
  const found = isDocumentId(id) ? await main.get(`${collection}/${id}`) : null;
  if (isUsable(found) || name === '') return isUsable(found) ? found : null;
  const all = (await main.query({ collection })).filter(isUsable);
  return findByName(all, name, ({ data }) => readText(data, 'nombre'));
}

function isUsable(document: StoredDocument | null | undefined): document is StoredDocument {
  return !!document && isActive(document.data);
}
