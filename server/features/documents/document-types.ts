import { requireDocuments } from '../../digitized/document-kind.ts';
import { findTypes, typeLabel, type OfferedType } from '../../digitized/find-types.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import type { DocumentStore, DocumentTransaction, StoredDocument } from '../../ports/documents/document-store.ts';
import { constantList, readConstantItems } from '../../domain/constants.ts';
import { AppError } from '../../domain/errors.ts';
import { isProgramExtension } from '../../domain/file-types.ts';
import { readBoolean, readId, readText, readTextList } from '../../read-model/field-readers.ts';
import type { Choice } from '../../read-model/pages/choices.ts';
import { isActive } from '../../records/content-version.ts';
import type { Call, Services } from '../../services.ts';
import { normalizeExtensions, requireExtension } from '../../stored-files/check-content.ts';
import { tellRules } from './campos.ts';

export const DOCUMENTS_TITLE = 'Digitalización';
/** Unless the settings say otherwise. */
const USUAL_MAX_BYTES = 100 * 1024 * 1024;

/** A type of which the person may create documents. */
export interface UploadType extends Omit<OfferedType, 'extensiones'> {
  /** Lower case without dots; empty takes any file. */
  extensions: string[];
}

/** What documents can be indexed as, by the names of category and type; JSON for the browser. Errors: `forbidden`. */
export async function findUploadTypes(services: Pick<Services, 'documents' | 'liveSettings' | 'sql'>, { actor }: Call) {
  requireDocuments(actor);
  const found = await findTypes(services, actor, 'create');
  const listed = await readExtensionTypes(services.documents.digitalization);
  const types = found.map(({ extensiones, ...type }): UploadType => {
    const own = normalizeExtensions(extensiones);
    return { ...type, extensions: acceptedExtensions(own, listed) ?? own };
  });
  // Nobody uploads without an agency (docs/specification.md section 5).
  const rules = await tellRules(
    services,
    types.flatMap(({ fields }) => fields),
  );
  return { types, rules, maxBytes: documentMaxBytes(services), hasAgency: actor.agencyId !== '' };
}

/** Types that a document can be given by somebody, with their categories, by both names. Errors: `forbidden`. */
export async function findTypeChoices(services: Services, { actor }: Call): Promise<Choice[]> {
  requireDocuments(actor);
  const types = await findTypes(services, actor, 'edit');
  return types.map((type) => ({ id: type.id, name: typeLabel(type) }));
}

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

/**
 * Whether a document of the type takes a file of that extension. @returns how many bytes it may have. Errors: `unsupported-type`.
 * @param type null for one that is gone, which a document may keep
 */
export async function requireFileOfType(
  { documents, liveSettings }: Services,
  type: StoredDocument | null,
  extension: string,
): Promise<number> {
  const own = type ? normalizeExtensions(readTextList(type.data, 'extensiones')) : [];
  const name = (type && readText(type.data, 'nombre')) || type?.id || DOCUMENTS_TITLE;
  const extensions = acceptedExtensions(own, await readExtensionTypes(documents.digitalization));
  if (extensions === null)
    throw new AppError('unsupported-type', `no ending of type ${type?.id ?? ''} is among the constants`, {
      userMessage: `Ninguna extensión de «${name}» está admitida en Configuración › Constantes de mantenimiento. Avise a un Administrador.`,
    });
  requireExtension({ title: DOCUMENTS_TITLE }, { name, extensions }, extension);
  return documentMaxBytes({ liveSettings });
}

export function documentMaxBytes({ liveSettings }: Pick<Services, 'liveSettings'>): number {
  const { uploadMaxBytes } = liveSettings.current();
  return liveSettings.stored().subidaMaximaMb === null ? Math.min(uploadMaxBytes, USUAL_MAX_BYTES) : uploadMaxBytes;
}

/** Endings that Configuración names for all types (extensionTypes); none: any. */
async function readExtensionTypes(store: Pick<DocumentStore, 'get'>): Promise<string[]> {
  const list = constantList('extensionTypes');
  const stored = list && (await store.get(`constantes/${list.id}`));
  return stored ? readConstantItems(list, stored.data['items']).map(({ id }) => id.replace(/^\.+/, '').toLowerCase()) : [];
}

/**
 * Endings that documents of a type take: its own as far as Configuración names them, all of those where it has none. Empty takes any
 * file; null: nothing that the type takes is on the list, where programs do not count. What a file is, its content decides besides.
 */
function acceptedExtensions(own: readonly string[], listed: readonly string[]): string[] | null {
  if (listed.length === 0) return [...own];
  const safe = listed.filter((extension) => !isProgramExtension(extension));
  const both = own.length === 0 ? safe : own.filter((extension) => safe.includes(extension));
  return both.length === 0 ? null : both;
}

/** The type by which fields were checked is still the one that is stored. Errors: `conflict`. */
export async function requireSameType(tx: Pick<DocumentTransaction, 'getMany'>, type: StoredDocument | null): Promise<void> {
  const [now] = type ? await tx.getMany([type.path]) : [null];
  if (now?.version !== type?.version) throw typeChanged();
}

export function typeChanged(): AppError {
  return new AppError('conflict', 'type of a digitized document changed meanwhile', {
    userMessage: 'El tipo del documento cambió mientras usted guardaba. Intente de nuevo.',
  });
}
