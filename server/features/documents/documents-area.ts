import { z } from 'zod';
import { requireCreate } from '../../digitized/access.ts';
import { documentMissing, DOCUMENTS_COLLECTION, requireDocuments } from '../../digitized/document-kind.ts';
import { NAME, readDocumentValues, toStoredDocument } from '../../digitized/document.ts';
import { readType } from '../../digitized/find-types.ts';
import { findNames } from '../../digitized/names.ts';
import { isDocumentId } from '../../platform/document-id.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { readExtraFields } from '../../domain/extra-fields.ts';
import { isCampoName } from '../../domain/extra-values.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { allOf, fragment } from '../../platform/sql/sql-fragment.ts';
import { documentAccess } from '../../staff/document-access.ts';
import type { FileArea } from '../../stored-files/file-area.ts';
import { camposByKey, readCampos, withFields } from './campos.ts';
import { DOCUMENTS_TITLE, findTypeProblems, requireFileOfType, requireSameType } from './document-types.ts';

const idOf = (what: string) => z.string(what).refine(isDocumentId, what);
/** Besides these there are `campos.<clave>`. */
const target = z.object({ categoryId: idOf('Elija la categoría.'), documentId: idOf('Elija el tipo de documento.') }).catchall(z.unknown());

/** Where uploads in parts are, and where a browser asks for files with the same content. */
export const PARTS_URL = '/digitalization-documents/uploads';

/** Files of digitized documents: access depends on category, type and action in the permission set. */
export const DOCUMENT_FILES: FileArea<z.output<typeof target>> = {
  id: 'digitalization',
  title: DOCUMENTS_TITLE,
  database: 'digitalization',
  collection: DOCUMENTS_COLLECTION,
  fields: { name: 'documentName', folderId: null, agencyId: 'agencyFromDoc', userId: 'createdBy' },
  eventFields: { categoryId: 'categoryId', documentTypeId: 'documentId' },
  countsPages: true,
  naming: { field: NAME.name, text: NAME.schema },
  created: AUDIT_ACTIONS.digitizedFileCreated,
  requireMenu: requireDocuments,
  read: readDocumentValues,
  missing: documentMissing,
  async forbidden(services, actor, action, { id, facts: { categoryId = '' } }) {
    const names = await findNames(services, { categorias: [categoryId] });
    const act = action === 'print' ? 'imprimir' : 'descargar';
    return new AppError('forbidden', `staff ${actor.id} may not ${action} digitized document ${id}`, {
      userMessage: `No tiene permiso para ${act} documentos de ${names.of('categorias', categoryId) || 'su tipo'}. Puede otorgarlo un Administrador en Permisos de documentos.`,
      permission: `${act === 'imprimir' ? 'Imprimir' : 'Descargar'} documentos de este tipo`,
    });
  },
  visibleTo: (actor, action) => allOf(documentAccess(actor, action)),
  placeName: fragment`coalesce((SELECT nullif(y.nombre, '') FROM tipos_documento y WHERE y.id = t."documentId"), t."documentId")`,
  target,
  isTargetField: isCampoName,
  targetMissing: "Data can't be null",
  async requireTarget(services, { actor, target: { categoryId, documentId, ...rest }, extension }) {
    requireCreate(actor, categoryId, documentId);
    const type = await readType(services.documents.digitalization, documentId);
    const problem = await findTypeProblems(services, { categoryId, type });
    if (problem) throw invalidFields(problem, 'problems');
    const maxBytes = await requireFileOfType(services, type, extension);
    const typeFields = readExtraFields(type?.data['campos']);
    const { values, problems } = await readCampos(services, {
      actor,
      fields: typeFields,
      given: camposByKey(rest),
      current: new Map<string, string>(),
      fillsAll: true,
    });
    if (Object.keys(problems).length > 0) throw withFields(invalidFields(problems, 'problems'), typeFields);
    return { maxBytes, fields: toStoredDocument(typeFields)(values, {}), holds: (tx) => requireSameType(tx, type) };
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
