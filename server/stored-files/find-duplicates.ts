import { SHA256 } from '../domain/files-vocabulary.ts';
import type { Staff } from '../domain/permissions.ts';
import { invalidFields } from '../platform/read-input.ts';
import { fragment, identifier, toQuery } from '../platform/sql/sql-fragment.ts';
import type { AnswerCall, Call, Services } from '../services.ts';
import type { FileArea } from './file-area.ts';

/** An active file with the same content. */
export interface Duplicate {
  id: string;
  name: string;
  /** Its location in the area's words (`placeName`). */
  place: string;
}

interface DuplicatesCall extends Call {
  /** Hexadecimal. */
  sha256: readonly string[];
  /** Id of a file to leave out. */
  except?: string;
}

/** As many hashes as fit into an address. */
const AT_ONCE = 50;

/** For each content the oldest active file that has it, only among files that the person may see. Errors: `forbidden`, `invalid-input`. */
async function findDuplicates(
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

/** The address where a browser asks before an upload whether the content is stored already. @param describe in the area's words */
export function duplicatesAnswer(area: FileArea, { url, describe }: { url: string; describe: (found: Duplicate) => { url: string } }) {
  return {
    url,
    async read(services: Pick<Services, 'sql'>, { actor, params }: AnswerCall) {
      const found = await findDuplicates(services, area, { actor, sha256: params.getAll('sha256') });
      return { duplicates: found.map((file) => ({ sha256: file.sha256, ...describe(file) })) };
    },
  };
}

/**
 * An older file with the content of one just stored. Also null when the read model is away: the file is stored, and a
 * missing warning must not fail its upload.
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
