import type { Config } from '../../config.ts';

type Session = Pick<Config['session'], 'secureCookie'>;

/** The name of a cookie that a browser keeps to exactly this host, over https, for path /; without https its plain name. */
function hostCookieName({ secureCookie }: Session, name: string): string {
  return secureCookie ? `__Host-${name}` : name;
}

/** What such a cookie needs, and what keeps it from scripts and from forms of other sites. `life`: `Max-Age=…` or `Expires=…`. */
export function hostCookie(session: Session, { name, value, life }: { name: string; value: string; life: string }): string {
  const secure = session.secureCookie ? '; Secure' : '';
  return `${hostCookieName(session, name)}=${value}; Path=/; ${life}; HttpOnly; SameSite=Lax${secure}`;
}

/** The value as the browser sent it; null when it sent none of that name. */
export function readHostCookie(session: Session, name: string, header: string | null | undefined): string | null {
  const prefix = `${hostCookieName(session, name)}=`;
  const pair = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  return pair?.slice(prefix.length) ?? null;
}
