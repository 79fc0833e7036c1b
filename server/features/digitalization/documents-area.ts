import { z } from 'zod';
import { requireCreate } from '../../digitized/access.ts';
import { documentMissing, DOCUMENTS_COLLECTION, requireDocuments } from '../../digitized/document-kind.ts';
import { CAMPO_PREFIX, readDocumentValues, toStoredDocument } from '../../digitized/document-values.ts';
import { readType } from '../../digitized/read-type.ts';
import { isDocumentId } from '../../documents/document-id.ts';
import type { DocumentTransaction, Fields, StoredDocument } from '../../documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { readExtraFields } from '../../domain/extra-fields.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { allOf, fragment } from '../../platform/sql-fragment.ts';
import { readText, readTextList } from '../../read-model/field-readers.ts';
import { documentAccess } from '../../staff/document-access.ts';
import { normalizeExtensions, requireExtension } from '../../stored-files/check-content.ts';
import type { FileArea } from '../../stored-files/file-area.ts';
import { acceptedExtensions, readExtensionTypes } from './accepted-extensions.ts';
import { nameProblem, tidyName } from './document-name.ts';
import { camposByKey, readCampos, withFields } from './read-campos.ts';
import { refuseType } from './refuse-type.ts';
import type { Services } from '../../services.ts';

const TITLE = 'Digitalización';
/** Unless the settings say otherwise. */
const USUAL_MAX_BYTES = 100 * 1024 * 1024;

const idOf = (what: string) => z.string(what).refine(isDocumentId, what);
/** `campos.<clave>` come besides. */
const target = z.object({ categoryId: idOf('Elija la categoría.'), documentId: idOf('Elija el tipo de documento.') }).catchall(z.unknown());

const documentName = z
  .string('Escriba el nombre del documento.')
  .transform(tidyName)
  .superRefine((name, context) => {
    const message = nameProblem(name);
    if (message) context.addIssue({ code: 'custom', message });
  });

/** Files of digitized documents: access goes by category, type and action of the permission set. */
export const DOCUMENT_FILES: FileArea<z.output<typeof target>> & Required<Pick<FileArea, 'keepsVersions' | 'read'>> = {
  id: 'digitalization',
  title: TITLE,
  database: 'digitalization',
  collection: DOCUMENTS_COLLECTION,
  fields: { name: 'documentName', folderId: null, agencyId: 'agencyFromDoc', userId: 'createdBy' },
  eventFields: { categoryId: 'categoryId', documentTypeId: 'documentId' },
  keepsVersions: true,
  naming: { field: 'documentName', text: documentName },
  created: AUDIT_ACTIONS.digitizedFileCreated,
  requireMenu: requireDocuments,
  read: readDocumentValues,
  missing: documentMissing,
  visibleTo: (actor, action) => allOf(documentAccess(actor, action)),
  placeName: fragment`coalesce((SELECT nullif(y.nombre, '') FROM tipos_documento y WHERE y.id = t."documentId"), t."documentId")`,
  target,
  isTargetField: (name) => name.startsWith(CAMPO_PREFIX) && name.length > CAMPO_PREFIX.length,
  targetMissing: "Data can't be null",
  async requireTarget(services, { actor, target: { categoryId, documentId, ...rest }, extension }) {
    requireCreate(actor, categoryId, documentId);
    const type = await readType(services.documents.digitalization, documentId);
    const problem = await refuseType(services, { categoryId, type });
    if (problem) throw invalidFields(problem, 'problems');
    const maxBytes = await requireFileOfType(services, type, extension);
    const asked = readExtraFields(type?.data['campos']);
    const { values, problems } = await readCampos(services, {
      fields: asked,
      given: camposByKey(rest),
      current: new Map<string, string>(),
      fillsAll: true,
    });
    if (Object.keys(problems).length > 0) throw withFields(invalidFields(problems, 'problems'), asked);
    return { maxBytes, fields: toStoredDocument(asked)(values, {}), holds: (tx) => requireSameType(tx, type) };
  },
  document({ actor, target: { categoryId, documentId }, name, fields, url, fileName, contentType, bytes, sha256, pages }): Fields {
    return {
      documentName: name,
      categoryId,
      documentId,
      campos: {},
      ...fields,
      userId: '',
      userAssign: '',
      agencyId: actor.agencyId,
      agencyFromDoc: actor.agencyId,
      status: 'INDEXED',
      url,
      fileName,
      contentType,
      bytes,
      sha256,
      pages,
      versions: [],
      fromPackaging: '',
      inPackage: '',
      returnReason: '',
      ubicacion: '',
      createdBy: actor.id,
    };
  },
};

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
  const name = (type && readText(type.data, 'nombre')) || type?.id || TITLE;
  const extensions = acceptedExtensions(own, await readExtensionTypes(documents.digitalization));
  if (extensions === null)
    throw new AppError('unsupported-type', `no ending of type ${type?.id ?? ''} is among the constants`, {
      userMessage: `Ninguna extensión de «${name}» está admitida en Configuración › Constantes de mantenimiento. Avise a un Administrador.`,
    });
  requireExtension({ title: TITLE }, { name, extensions }, extension);
  return documentMaxBytes({ liveSettings });
}

export function documentMaxBytes({ liveSettings }: Pick<Services, 'liveSettings'>): number {
  const { uploadMaxBytes } = liveSettings.current();
  return liveSettings.stored().subidaMaximaMb === null ? Math.min(uploadMaxBytes, USUAL_MAX_BYTES) : uploadMaxBytes;
}

/** The type by which the fields were checked is still the one that is stored. Errors: `conflict`. */
async function requireSameType(tx: Pick<DocumentTransaction, 'getMany'>, type: StoredDocument | null): Promise<void> {
  const [now] = type ? await tx.getMany([type.path]) : [null];
  if (now?.version === type?.version) return;
  throw new AppError('conflict', 'type of a digitized document changed meanwhile', {
    userMessage: 'El tipo del documento cambió mientras usted guardaba. Intente de nuevo.',
  });
}
