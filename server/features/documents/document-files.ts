import { requireFileChange } from '../../digitized/access.ts';
import { documentMissing, DOCUMENT_NOUN, readDocument, requireDocuments, requireId } from '../../digitized/document-kind.ts';
import { readType } from '../../digitized/find-types.ts';
import { documentIdOf, isDocumentId, newDocumentId } from '../../platform/document-id.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { readNumber, readText } from '../../read-model/field-readers.ts';
import { readEarlierFiles } from '../../stored-files/earlier-files.ts';
import { duplicateOf, type Duplicate } from '../../stored-files/find-duplicates.ts';
import { replaceFile } from '../../stored-files/replace-file.ts';
import type { StoreFileCall, UploadedDocument } from '../../stored-files/store-file.ts';
import { claimedExtension, requireSentFile, uploadFile } from '../../stored-files/upload-file.ts';
import { requireFileOfType } from './document-types.ts';
import { DOCUMENT_FILES } from './documents-area.ts';
import { AppError } from '../../domain/errors.ts';
import { requireSelection } from '../../records/some-records.ts';
import type { Call, Services } from '../../services.ts';
import { openZip, type OpenedZip } from '../../stored-files/open-zip.ts';

export interface UploadAnswer {
  id: string;
  documentName: string;
  contentType: string;
  bytes: number;
  sha256: string;
  /** null for a file without pages. */
  pages: number | null;
  /** A document with the same content that the person may see; the new one is stored all the same. */
  duplicateOf: DuplicateDocument | null;
  /** Spanish sentences on what to know about the file, which is stored all the same. */
  warnings: string[];
}

/**
 * Creates a document from its file; with `id` and `version` among the fields, that document gets its first file (`create` suffices) or a
 * new one (`edit`). The same upload sent again is the same document.
 * Errors: `forbidden`, `not-found`, `conflict` (state, or a version that is not the stored one), those of uploadFile.
 */
export async function uploadDocument(services: Services, call: StoreFileCall): Promise<UploadAnswer> {
  requireDocuments(call.actor, 'change');
  const isNew = call.upload.fields['id'] === undefined;
  const { id, data, warnings } = isNew ? await uploadFile(services, DOCUMENT_FILES, call) : await changeFile(services, call);
  // A repeated upload reports its own file, even if another one has replaced it.
  const [first] = isNew ? readEarlierFiles(data) : [];
  const sha256 = first?.sha256 ?? readText(data, 'sha256');
  const twin = await duplicateOf(services, DOCUMENT_FILES, call.actor, { id, sha256 });
  return {
    id,
    documentName: readText(data, 'documentName'),
    contentType: first?.contentType ?? readText(data, 'contentType'),
    bytes: first?.bytes ?? readNumber(data, 'bytes') ?? 0,
    sha256,
    pages: first ? first.pages : readNumber(data, 'pages'),
    duplicateOf: twin && toDuplicate(twin),
    warnings,
  };
}

async function changeFile(services: Services, call: StoreFileCall): Promise<UploadedDocument> {
  const { actor, upload } = call;
  const { id = '', version, uploadKey = newDocumentId() } = upload.fields;
  requireId(id);
  requireSentFile(call);
  if (!isDocumentId(id)) throw documentMissing(id);
  return replaceFile(services, DOCUMENT_FILES, {
    ...call,
    id,
    ifVersion: version,
    action: AUDIT_ACTIONS.digitizedFileUpdated,
    entryId: documentIdOf(JSON.stringify(['file', actor.id, id, uploadKey])),
    admit: (stored) => void requireFileChange(actor, stored),
    async placeFor({ data }) {
      const extension = claimedExtension(upload.file?.fileName ?? '', '');
      const type = await readType(services.documents.digitalization, readDocument(data).documentId);
      return { extension, maxBytes: await requireFileOfType(services, type, extension) };
    },
  });
}

/** A document with the same content. */
export interface DuplicateDocument {
  id: string;
  documentName: string;
  typeName: string;
}

export function toDuplicate({ id, name, place }: Duplicate): DuplicateDocument {
  return { id, documentName: name, typeName: place };
}

/**
 * Packs 1 to 100 documents into one file; the actor must be allowed to download each. Errors: those of openZip, `invalid-input` for none or
 * more.
 */
export async function zipDocuments(services: Services, call: Call & { ids: readonly string[]; signal?: AbortSignal }): Promise<OpenedZip> {
  requireDocuments(call.actor, 'export');
  const ids = requireSelection({ noun: DOCUMENT_NOUN }, call.ids);
  return openZip(services, DOCUMENT_FILES, {
    ...call,
    ids,
    mayNot: ({ id, name }) =>
      new AppError('forbidden', `staff ${call.actor.id} may not download digitized document ${id}`, {
        userMessage: `No tiene permiso para descargar «${name || id}». Quítelo de la selección, o pida el permiso a un Administrador.`,
        permission: 'Descargar documentos de este tipo',
      }),
  });
}
