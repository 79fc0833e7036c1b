import * as storedFiles from '../../stored-files/find-duplicates.ts';
import { DOCUMENT_FILES } from './documents-area.ts';
import type { Services } from '../../services.ts';

/** A document that has the same content. */
export interface DuplicateDocument {
  id: string;
  documentName: string;
  typeName: string;
}

/** As the kernel finds them. Errors: `forbidden`, `invalid-input`. */
export async function findDuplicates(
  services: Pick<Services, 'sql'>,
  call: storedFiles.DuplicatesCall,
): Promise<(DuplicateDocument & { sha256: string })[]> {
  const found = await storedFiles.findDuplicates(services, DOCUMENT_FILES, call);
  return found.map((file) => ({ sha256: file.sha256, ...toDuplicate(file) }));
}

export function toDuplicate({ id, name, place }: storedFiles.Duplicate): DuplicateDocument {
  return { id, documentName: name, typeName: place };
}
