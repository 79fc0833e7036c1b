import { AppError } from '#server/domain/errors.ts';
import { withParam } from '../../record-links.ts';

/** URL parameter of a record: number of the earlier file to show. */
const VERSION_PARAM = 'version';

/**
 * Base address for viewing, printing and downloading the given one of a document's `files` versions. Each version has its own address,
 * because browsers reuse their cache.
 */
export function versionBase(base: string, number: number, files: number): string {
  return files === 1 ? base : `${base}/versions/${number}`;
}

/** The record with an earlier file in its viewer. */
export function versionHref(recordHref: string, version: number): string {
  return withParam(recordHref, VERSION_PARAM, version);
}

/** The earlier file that an address asks for; null for the current one. Errors: `not-found`. */
export function readVersion<Version extends { number: number }>(request: Request, earlier: readonly Version[]): Version | null {
  const asked = new URL(request.url).searchParams.get(VERSION_PARAM);
  if (asked === null) return null;
  const found = earlier.find(({ number }) => String(number) === asked);
  if (found) return found;
  throw new AppError('not-found', 'no such earlier file', { userMessage: 'No hay esa versión, o ya no se guarda.' });
}
