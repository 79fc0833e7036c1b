import { readNumber, readText } from '../../read-model/field-readers.ts';
import type { StoreFileCall } from '../../stored-files/store-file.ts';
import * as storedFiles from '../../stored-files/upload-file.ts';
import { duplicateOf } from '../../stored-files/find-duplicates.ts';
import { BRIEFCASE } from './briefcase-area.ts';
import { toDuplicate, type Duplicate } from './find-duplicates.ts';
import type { Services } from '../../services.ts';

export interface UploadedFile {
  id: string;
  nombre: string;
  contentType: string;
  bytes: number;
  sha256: string;
  /** A file of the same content that the person may see; the new one is kept all the same. */
  duplicateOf: Duplicate | null;
  /** Spanish sentences: what is stored all the same, and what to know about it. */
  warnings: string[];
}

/** Stores a file of the Maletín, and looks whether its content was there. Errors of the kernel's uploadFile. */
export async function uploadFile(services: Services, call: StoreFileCall): Promise<UploadedFile> {
  const { id, data, warnings } = await storedFiles.uploadFile(services, BRIEFCASE, call);
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
