import { AppError } from '#server/domain/errors.ts';
import { withParam } from '../../record-links.ts';

/** Of a record's address: the number of the earlier file that it shows. */
const VERSION_PARAM = 'version';

/**
 * Under which one of the `files` that a document had lies what is seen, printed or handed over: another file has another address, since
 * browsers show again what they have.
 */
export function versionBase(base: string, number: number, files: number): string {
  return files === 1 ? base : `${base}/versions/${number}`;
}

/** The record with an earlier file in its viewer. */
export function versionHref(recordHref: string, version: number): string {
  return withParam(recordHref, VERSION_PARAM, version);
}

/** Which earlier file an address asks for; null for the present one. Errors: `not-found`. */
export function readVersion<Version extends { number: number }>(request: Request, earlier: readonly Version[]): Version | null {
  const asked = new URL(request.url).searchParams.get(VERSION_PARAM);
  if (asked === null) return null;
  const found = earlier.find(({ number }) => String(number) === asked);
  if (found) return found;
  throw new AppError('not-found', 'no such earlier file', { userMessage: 'No hay esa versión, o ya no se guarda.' });
}
