import { readAppearanceCookie } from '../../../domain/look-cookie.ts';

/**
 * The records that somebody opened lately, kept by the browser until it is closed: a cookie with only the paths of their pages. Their names
 * are read anew each time, under the permissions of that moment.
 */
const NAME = 'recientes';
const RECENT_MAX = 8;
const PATH_MAX = 160;
/** Records of lists; only the server knows whether there is one. */
const RECORD_PATH = /^\/[\w.%-]+(?:\/[\w.%-]+){1,4}$/;
const FORM_PATH = /\/(?:edit|new)$/;

/** The paths of a person, the last one opened first; none for a malformed cookie, or one that another person left behind. */
export function recentPaths(cookies: string | null, person: string): string[] {
  const [owner, ...paths] = readAppearanceCookie(cookies, NAME).split('~');
  if (owner !== markOf(person)) return [];
  return [...new Set(paths.filter(isRecordPath))].slice(0, RECENT_MAX);
}

/** The value for `document.cookie` when a page is opened; null for a page that is not of a record. A session cookie. */
export function recentCookie(cookies: string, person: string, pathname: string): string | null {
  const path = pathname.replace(/\/edit$/, '');
  if (!isRecordPath(path)) return null;
  const paths = [path, ...recentPaths(cookies, person).filter((other) => other !== path)].slice(0, RECENT_MAX);
  return `${NAME}=${[markOf(person), ...paths].join('~')}; Path=/; SameSite=Lax`;
}

function isRecordPath(path: string): boolean {
  return path.length <= PATH_MAX && RECORD_PATH.test(path) && !FORM_PATH.test(path);
}

/** Tells people at one computer apart without naming them: a checksum, not a secret. */
function markOf(person: string): string {
  let sum = 5381;
  for (const character of person) sum = (sum * 33 + (character.codePointAt(0) ?? 0)) % 4_294_967_296;
  return sum.toString(36);
}
