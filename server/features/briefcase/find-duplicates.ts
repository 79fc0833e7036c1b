import * as storedFiles from '../../stored-files/find-duplicates.ts';
import { BRIEFCASE } from './briefcase-area.ts';
import type { Services } from '../../services.ts';

/** A file of the Maletín with the same content. */
export interface Duplicate {
  id: string;
  nombre: string;
  folderName: string;
}

/** Like the kernel's findDuplicates. Errors: `forbidden`, `invalid-input`. */
export async function findDuplicates(
  services: Pick<Services, 'sql'>,
  call: storedFiles.DuplicatesCall,
): Promise<(Duplicate & { sha256: string })[]> {
  const found = await storedFiles.findDuplicates(services, BRIEFCASE, call);
  return found.map((file) => ({ sha256: file.sha256, ...toDuplicate(file) }));
}

export function toDuplicate({ id, name, place }: storedFiles.Duplicate): Duplicate {
  return { id, nombre: name, folderName: place };
}
