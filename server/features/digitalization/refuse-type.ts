import { isDocumentId } from '../../documents/document-id.ts';
import type { StoredDocument } from '../../documents/document-store.ts';
import { readBoolean, readId } from '../../read-model/field-readers.ts';
import { isActive } from '../../records/content-version.ts';
import type { Services } from '../../services.ts';

/** What is wrong with a type and category that a document is newly given, by field; null when nothing is. */
export async function refuseType(
  { documents }: Pick<Services, 'documents'>,
  { categoryId, type }: { categoryId: string; type: StoredDocument | null },
): Promise<Record<string, string[]> | null> {
  if (!type || !isInUse(type)) return { documentId: ['El tipo de documento no existe o está inactivo. Elija otro.'] };
  if (categoryId !== readId(type.data, 'categoryId')) return { categoryId: ['El tipo de documento no es de esa categoría.'] };
  const category = isDocumentId(categoryId) ? await documents.digitalization.get(`categorias/${categoryId}`) : null;
  return isInUse(category) ? null : { categoryId: ['La categoría no existe o está inactiva.'] };
}

function isInUse(found: StoredDocument | null): boolean {
  return found !== null && isActive(found.data) && readBoolean(found.data, 'estado', true);
}
