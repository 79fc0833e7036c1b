import { SHA256 } from '../domain/files-vocabulary.ts';
import type { Staff } from '../domain/permissions.ts';
import { invalidFields } from '../platform/read-input.ts';
import { fragment, identifier, toQuery } from '../platform/sql/sql-fragment.ts';
import type { Call, Services } from '../services.ts';
import type { FileArea } from './file-area.ts';

/** An active file that has the same content. */
export interface Duplicate {
  id: string;
  name: string;
  /** Where it lies, as its area says it (`placeName`). */
  place: string;
}

export interface DuplicatesCall extends Call {
  /** Hexadecimal. */
  sha256: readonly string[];
  /** A file that does not count. */
  except?: string;
}

/** As many as fit an address. */
const AT_ONCE = 50;

/**
 * For each content the oldest active file that has it, among those that the person may see: about the others nothing is said.
 * Errors: `forbidden`, `invalid-input`.
 */
export async function findDuplicates(
  { sql }: Pick<Services, 'sql'>,
  area: FileArea,
  { actor, sha256, except = '' }: DuplicatesCall,
): Promise<(Duplicate & { sha256: string })[]> {
  area.requireMenu(actor);
  if (sha256.length > AT_ONCE || !sha256.every((hash) => SHA256.test(hash)))
    throw invalidFields({ sha256: [`Envíe hasta ${AT_ONCE} huellas SHA-256 en hexadecimal.`] }, 'problems');
  const found = await sql.query<Duplicate & { sha256: string }>(
    toQuery(fragment`SELECT DISTINCT ON (t.sha256) t.sha256, t.id, t.${identifier(area.fields.name)} AS name, (${area.placeName}) AS place
      FROM ${identifier(area.collection)} t
      WHERE t.sha256 = ANY(${[...new Set(sha256)]}::text[]) AND t.sha256 <> '' AND t.id <> ${except} AND t."isActive" AND NOT t.source_deleted
        AND (${area.visibleTo(actor, 'view')}) ORDER BY t.sha256, t."createdAt", t.id`),
  );
  return found.rows;
}

/**
 * Whether the content of a file that was just stored was there. null also when the read model is away: the file is stored, and a
 * warning that cannot be given must not make its upload a failure.
 */
export async function duplicateOf(
  services: Pick<Services, 'log' | 'sql'>,
  area: FileArea,
  actor: Staff,
  file: { id: string; sha256: string },
): Promise<Duplicate | null> {
  try {
    const [found] = await findDuplicates(services, area, { actor, sha256: [file.sha256], except: file.id });
    return found ? { id: found.id, name: found.name, place: found.place } : null;
  } catch (error) {
    services.log.warn({ err: error, fileId: file.id }, 'duplicate not looked for');
    return null;
  }
}
