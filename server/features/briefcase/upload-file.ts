import { readNumber, readText } from '../../read-model/field-readers.ts';
import type { StoreFileCall } from '../../stored-files/store-file.ts';
import * as storedFiles from '../../stored-files/upload-file.ts';
import type { FileServices } from '../../stored-files/file-area.ts';
import { BRIEFCASE } from './briefcase-area.ts';
import { findDuplicate, type Duplicate } from './find-duplicate.ts';

export interface UploadedFile {
  id: string;
  nombre: string;
  contentType: string;
  bytes: number;
  sha256: string;
  /** A file of the same content that the person may see; the new one is kept all the same. */
  duplicateOf: Duplicate | null;
}

/** Stores a file of the Maletín, and looks whether its content was there. Errors of the kernel's uploadFile. */
export async function uploadFile(services: FileServices, call: StoreFileCall): Promise<UploadedFile> {
  const { id, data } = await storedFiles.uploadFile(services, BRIEFCASE, call);
  const sha256 = readText(data, 'sha256');
  return {
    id,
    nombre: readText(data, 'nombre'),
    contentType: readText(data, 'contentType'),
    bytes: readNumber(data, 'bytes') ?? 0,
    sha256,
    duplicateOf: await findDuplicate(services, call.actor, { id, sha256 }),
  };
}
