/** Where people land without a (usable) `redirectTo`. */
const HOME_PATH = '/';

const MAX_LENGTH = 2_048;
/** Going back to these after signing in would go round in circles, or sign the person out again. */
const NEVER_A_TARGET = ['/login', '/logout', '/reset-password'];

/**
 * The path to go to after signing in: `value` when it is a path of this portal, else the home page. A path passes only if it begins with
 * one slash and, read by the same URL parser as a browser's, stays on `origin`; schemes, `//host`, `/\host` (browsers read the backslash
 * as a slash), their encoded forms and control characters do not.
 */
export function safeRedirectPath(value: unknown, origin: string): string {
  if (typeof value !== 'string' || value.length > MAX_LENGTH) return HOME_PATH;
  if (!value.startsWith('/') || value.includes('\\') || hasControlCharacter(value)) return HOME_PATH;
  const url = parse(value, origin);
  if (!url || url.origin !== new URL(origin).origin) return HOME_PATH;
  const path = decode(url.pathname);
  if (path === null || path.includes('//') || path.includes('\\') || hasControlCharacter(path)) return HOME_PATH;
  if (isNeverATarget(path)) return HOME_PATH;
  return `${url.pathname}${url.search}${url.hash}`;
}

function isNeverATarget(path: string): boolean {
  const plain = path.toLowerCase();
  // Addresses of Remix's own data requests answer with data, not with a page.
  return plain.endsWith('.data') || NEVER_A_TARGET.some((target) => plain === target || plain.startsWith(`${target}/`));
}

function parse(value: string, origin: string): URL | null {
  try {
    return new URL(value, origin);
  } catch {
    return null;
  }
}

function decode(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
