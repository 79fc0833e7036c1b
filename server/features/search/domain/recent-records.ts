import { readLookCookie } from '../../../domain/look-cookie.ts';

/**
 * The records that somebody opened lately, as the browser keeps them until it is closed: a cookie with nothing but the paths
 * of their pages. What they are called is read anew each time, under the permissions of that moment.
 */
const NAME = 'recientes';
const KEPT = 8;
const PATH_MAX = 160;
/** Records of lists; whether there is one, only the server knows. */
const RECORD_PATH = /^\/[\w.%-]+(?:\/[\w.%-]+){1,4}$/;
const FORM_PATH = /\/(?:edit|new)$/;

/** Paths that belong to a person, the last one opened first; nonsense, and what another person left behind, reads as none. */
export function recentPaths(cookies: string | null, person: string): string[] {
  const [owner, ...paths] = readLookCookie(cookies, NAME).split('~');
  if (owner !== markOf(person)) return [];
  return [...new Set(paths.filter(isRecordPath))].slice(0, KEPT);
}

/** What `document.cookie` takes when a page is opened; null for a page that is no record's. It ends with the browser. */
export function recentCookie(cookies: string, person: string, pathname: string): string | null {
  const path = pathname.replace(/\/edit$/, '');
  if (!isRecordPath(path)) return null;
  const paths = [path, ...recentPaths(cookies, person).filter((other) => other !== path)].slice(0, KEPT);
  return `${NAME}=${[markOf(person), ...paths].join('~')}; Path=/; SameSite=Lax`;
}

function isRecordPath(path: string): boolean {
  return path.length <= PATH_MAX && RECORD_PATH.test(path) && !FORM_PATH.test(path);
}

/** Tells people at one computer apart without naming them: a checksum, no secret. */
function markOf(person: string): string {
  let sum = 5381;
  for (const character of person) sum = (sum * 33 + (character.codePointAt(0) ?? 0)) % 4_294_967_296;
  return sum.toString(36);
}
