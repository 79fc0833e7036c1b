/** Cookies of how a screen looks, which scripts may write: kept to this host where there is https, as those of the session are. */
export function lookCookie(cookie: string, { isSecure }: { isSecure: boolean }): string {
  return isSecure ? `__Host-${cookie}; Secure` : cookie;
}

/** '' for none. One that an older version left under its plain name counts only until there is another. */
export function readLookCookie(cookies: string | null, name: string): string {
  const pairs = (cookies ?? '').split(/;\s*/);
  for (const start of [`__Host-${name}=`, `${name}=`]) {
    const pair = pairs.find((one) => one.startsWith(start));
    if (pair !== undefined) return pair.slice(start.length);
  }
  return '';
}
