import { bind } from '../../platform/bind.ts';
import { fileVerbs } from '../../stored-files/file-verbs.ts';
import { DOCUMENT_FILES } from './documents-area.ts';
import { findDuplicates } from './find-duplicates.ts';
import { findUploadTypes } from './find-upload-types.ts';
import { previewFile } from './preview-file.ts';
import { uploadDocument } from './upload-document.ts';
import { zipDocuments } from './zip-documents.ts';
import type { Services } from '../../services.ts';

export type DocumentFiles = ReturnType<typeof createDocumentFiles>;

/** Files of digitized documents: `portal.documentFiles`. Each verb checks menu and permission set itself. */
export function createDocumentFiles(services: Services) {
  return bind(services, { ...fileVerbs(DOCUMENT_FILES), uploadDocument, previewFile, findDuplicates, findUploadTypes, zipDocuments });
}
