import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { documentIdOf, isDocumentId, newDocumentId } from '../../platform/document-id.ts';
import { readNumber, readText } from '../../read-model/field-readers.ts';
import { isActive } from '../../records/content-version.ts';
import { findFileVersions, type FileVersion } from '../../stored-files/earlier-files.ts';
import { requireFile } from '../../stored-files/file-area.ts';
import { replaceFile } from '../../stored-files/replace-file.ts';
import type { StoreFileCall, UploadedDocument } from '../../stored-files/store-file.ts';
import * as storedFiles from '../../stored-files/upload-file.ts';
import { duplicateOf, type Duplicate } from '../../stored-files/find-duplicates.ts';
import { requireFolder } from './access.ts';
import { BRIEFCASE } from './briefcase-area.ts';
import { FILE_KIND, fileMissing } from './file-kind.ts';
import type { Call, Services } from '../../services.ts';

export interface UploadedFile {
  id: string;
  nombre: string;
  contentType: string;
  bytes: number;
  sha256: string;
  /** A file with the same content that the person may see; the new one is stored all the same. */
  duplicateOf: DuplicateFile | null;
  /** Spanish sentences on what to know about the file, which is stored all the same. */
  warnings: string[];
}

/** A file of the Maletín with the same content. */
interface DuplicateFile {
  id: string;
  nombre: string;
  folderName: string;
}

/**
 * Stores a file of the Maletín, and looks for others with its content; with `id` and `version` among the fields that file gets another
 * version: it keeps its name, address, permissions and earlier versions.
 * Errors of the kernel's uploadFile; `not-found`, `conflict` (a version that is not the stored one).
 */
export async function uploadFile(services: Services, call: StoreFileCall): Promise<UploadedFile> {
  BRIEFCASE.requireMenu(call.actor, 'change');
  const isNew = call.upload.fields['id'] === undefined;
  const { id, data, warnings } = isNew ? await storedFiles.uploadFile(services, BRIEFCASE, call) : await addVersion(services, call);
  const sha256 = readText(data, 'sha256');
  const twin = await duplicateOf(services, BRIEFCASE, call.actor, { id, sha256 });
  return {
    id,
    nombre: readText(data, 'nombre'),
    contentType: readText(data, 'contentType'),
    bytes: readNumber(data, 'bytes') ?? 0,
    sha256,
    duplicateOf: twin && toDuplicate(twin),
    warnings,
  };
}

export function toDuplicate({ id, name, place }: Duplicate): DuplicateFile {
  return { id, nombre: name, folderName: place };
}

function addVersion(services: Services, call: StoreFileCall): Promise<UploadedDocument> {
  const { actor, upload } = call;
  const { id = '', version, uploadKey = newDocumentId() } = upload.fields;
  storedFiles.requireSentFile(call);
  if (!isDocumentId(id)) throw fileMissing(id);
  return replaceFile(services, BRIEFCASE, {
    ...call,
    id,
    ifVersion: version,
    action: AUDIT_ACTIONS.briefcaseFileReplaced,
    entryId: documentIdOf(JSON.stringify(['version', actor.id, id, uploadKey])),
    admit({ data }) {
      if (!isActive(data)) throw fileMissing(id);
      requireFolder(actor, FILE_KIND.read(data).carpetaId, id);
    },
    async placeFor({ data }) {
      const extension = storedFiles.claimedExtension(upload.file?.fileName ?? '', '');
      const { carpetaId: folderId, tipoDocumentoId: documentTypeId } = FILE_KIND.read(data);
      const target = { folderId, documentTypeId };
      return { extension, ...(await BRIEFCASE.requireTarget(services, { actor, target, extension })) };
    },
  });
}

/** The versions of a file, newest first. Errors: `forbidden`, `not-found`. */
export async function findVersions(services: Services, { actor, id }: Call & { id: string }): Promise<FileVersion[]> {
  await requireFile(services, BRIEFCASE, { actor, id, action: 'view' });
  const stored = await services.documents[BRIEFCASE.database].get(`${BRIEFCASE.collection}/${id}`);
  return stored ? findFileVersions(services, BRIEFCASE, stored.data) : [];
}
