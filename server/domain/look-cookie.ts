/** Name of a cookie for how screens look, writable by scripts: bound to this host under https, like the session cookies. */
export function appearanceCookie(cookie: string, { isSecure }: { isSecure: boolean }): string {
  return isSecure ? `__Host-${cookie}; Secure` : cookie;
}

/** '' when missing. A cookie that an older version left under the plain name counts only until a new one is set. */
export function readAppearanceCookie(cookies: string | null, name: string): string {
  const pairs = (cookies ?? '').split(/;\s*/);
  for (const start of [`__Host-${name}=`, `${name}=`]) {
    const pair = pairs.find((one) => one.startsWith(start));
    if (pair !== undefined) return pair.slice(start.length);
  }
  return '';
}
