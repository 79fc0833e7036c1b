import type { Fields } from '../ports/documents/document-store.ts';
import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { AppError } from '../domain/errors.ts';
import type { ExtraField } from '../domain/extra-fields.ts';
import { isNoId } from '../platform/document-id.ts';
import type { Noun } from '../domain/grammar.ts';
import type { Act } from '../domain/menu-acts.ts';
import { requireMenu, type Staff } from '../domain/permissions.ts';
import { readBoolean, readTimestamp } from '../read-model/field-readers.ts';
import { readRow } from '../read-model/table.ts';
import type { RecordKind } from '../records/record-kind.ts';
import { readDocumentValues, toStoredDocument, type DocumentValues } from './document.ts';
import { DOCUMENT_COLUMNS, type DocumentColumns } from './documents.projection.ts';

export const DOCUMENTS_COLLECTION = 'documentos';
export const DOCUMENT_NOUN: Noun = { singular: 'documento', plural: 'documentos', gender: 'm' };

/** Errors: `forbidden`. */
export function requireDocuments(actor: Staff, act?: Act): void {
  requireMenu(actor, 'digitalization-documents', act);
}

/** The record kind of documents. @param fields extra fields of its type, when a form is saved */
export function documentKind(fields: readonly ExtraField[] = []): RecordKind<DocumentValues> {
  return {
    database: 'digitalization',
    menu: 'digitalization-documents',
    collection: DOCUMENTS_COLLECTION,
    noun: DOCUMENT_NOUN,
    read: readDocumentValues,
    show: ({ data }) => readDocumentValues(data),
    toStored: toStoredDocument(fields),
    notFound: documentMissing,
    actions: {
      updated: AUDIT_ACTIONS.digitizedFileUpdated,
      activated: { deactivated: AUDIT_ACTIONS.digitizedFileDeleted, restored: AUDIT_ACTIONS.digitizedFileRestored },
    },
  };
}

/** A document as the rules need it. */
export interface DocumentFacts extends DocumentColumns {
  isActive: boolean;
  /** ISO text, '' when missing. */
  createdAt: string;
}

export function readDocument(data: Fields): DocumentFacts {
  return {
    ...readRow(DOCUMENT_COLUMNS, data),
    isActive: readBoolean(data, 'isActive', true),
    createdAt: readTimestamp(data, 'createdAt') ?? '',
  };
}

/** The same error for a missing document and for one that the person may not see. */
export function documentMissing(id: string): AppError {
  return new AppError('not-found', `digitized document ${id.slice(0, 200)} not found`, {
    userMessage: 'El documento no existe o usted no tiene permiso para verlo.',
    sought: `${DOCUMENTS_COLLECTION}/${id}`,
  });
}

/** docs/specification.md section 5. Errors: `invalid-input`. */
export function requireId(id: string): void {
  if (!isNoId(id)) return;
  throw new AppError('invalid-input', 'no id of a digitized document', {
    specified: "Id no can't be null",
    userMessage: 'Falta el código del documento. Ábralo desde la lista.',
  });
}
