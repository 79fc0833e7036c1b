import { requireDocuments } from '../../digitized/document-kind.ts';
import { findTypes, typeLabel, type OfferedType } from '../../digitized/find-types.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import type { DocumentStore, DocumentTransaction, StoredDocument } from '../../ports/documents/document-store.ts';
import { constantList, readConstantItems } from '../../domain/constants.ts';
import { AppError } from '../../domain/errors.ts';
import { includesExtension, isProgramExtension } from '../../domain/file-types.ts';
import { readBoolean, readId, readText, readTextList } from '../../read-model/field-readers.ts';
import type { Choice } from '../../read-model/pages/choices.ts';
import { isActive } from '../../records/content-version.ts';
import type { Call, Services } from '../../services.ts';
import { normalizeExtensions, requireExtension } from '../../stored-files/check-content.ts';
import { describeRules } from './campos.ts';

export const DOCUMENTS_TITLE = 'Digitalización';
/** Applies unless the settings say otherwise. */
const USUAL_MAX_BYTES = 100 * 1024 * 1024;

/** A type of which the person may create documents. */
export interface UploadType extends Omit<OfferedType, 'extensiones'> {
  /** Lower case without dots; empty takes any file. */
  extensions: string[];
}

/** The types as which the person can index documents, by the names of category and type; JSON for the browser. Errors: `forbidden`. */
export async function findUploadTypes(services: Pick<Services, 'documents' | 'liveSettings' | 'sql'>, { actor }: Call) {
  requireDocuments(actor);
  const found = await findTypes(services, actor, 'create');
  const listed = await readExtensionTypes(services.documents.digitalization);
  const types = found.map(({ extensiones, ...type }): UploadType => {
    const own = normalizeExtensions(extensiones);
    return { ...type, extensions: acceptedExtensions(own, listed) ?? own };
  });
  // Nobody uploads without an agency (docs/specification.md section 5).
  const rules = await describeRules(
    services,
    types.flatMap(({ fields }) => fields),
  );
  return { types, rules, maxBytes: documentMaxBytes(services), hasAgency: actor.agencyId !== '' };
}

/** Types that somebody can give to an existing document, with their categories, by both names. Errors: `forbidden`. */
export async function findTypeChoices(services: Services, { actor }: Call): Promise<Choice[]> {
  requireDocuments(actor);
  const types = await findTypes(services, actor, 'edit');
  return types.map((type) => ({ id: type.id, name: typeLabel(type) }));
}

/** Why a document cannot be given a type and category, by field; null if it can. */
export async function findTypeProblems(
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
 * Requires that a document of the type takes a file with that extension. @returns its maximum size in bytes. Errors: `unsupported-type`.
 * @param type null for one that no longer exists, which a document may keep
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

/** Extensions that Configuración lists for all types (extensionTypes); none: any. */
async function readExtensionTypes(store: Pick<DocumentStore, 'get'>): Promise<string[]> {
  const list = constantList('extensionTypes');
  const stored = list && (await store.get(`constantes/${list.id}`));
  return stored ? readConstantItems(list, stored.data['items']).map(({ id }) => id.replace(/^\.+/, '').toLowerCase()) : [];
}

/**
 * Extensions that documents of a type take: its own as far as Configuración lists them, or all listed ones if it has none. Empty takes any
 * file. null: the list has none of the type's own; program extensions do not count. The content of a file is checked besides.
 */
function acceptedExtensions(own: readonly string[], listed: readonly string[]): string[] | null {
  if (listed.length === 0) return [...own];
  const safe = listed.filter((extension) => !isProgramExtension(extension));
  const both = own.length === 0 ? safe : own.filter((extension) => includesExtension(safe, extension));
  return both.length === 0 ? null : both;
}

/** Requires that the stored type is still the one by which fields were checked. Errors: `conflict`. */
export async function requireSameType(tx: Pick<DocumentTransaction, 'getMany'>, type: StoredDocument | null): Promise<void> {
  const [now] = type ? await tx.getMany([type.path]) : [null];
  if (now?.version !== type?.version) throw typeChanged();
}

export function typeChanged(): AppError {
  return new AppError('conflict', 'type of a digitized document changed meanwhile', {
    userMessage: 'El tipo del documento cambió mientras usted guardaba. Intente de nuevo.',
  });
}
