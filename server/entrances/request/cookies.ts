import type { Config } from '../../config/config.ts';

type Session = Pick<Config['session'], 'secureCookie'>;

/** Name of a cookie that browsers limit to exactly this host, https and path /; without https its plain name. */
function hostCookieName({ secureCookie }: Session, name: string): string {
  return secureCookie ? `__Host-${name}` : name;
}

/** Attributes that such a cookie needs, and those that hide it from scripts and other sites' forms. `life`: `Max-Age=…` or `Expires=…`. */
export function hostCookie(session: Session, { name, value, life }: { name: string; value: string; life: string }): string {
  const secure = session.secureCookie ? '; Secure' : '';
  return `${hostCookieName(session, name)}=${value}; Path=/; ${life}; HttpOnly; SameSite=Lax${secure}`;
}

/** The raw value sent by the browser; null when missing. */
export function readHostCookie(session: Session, name: string, header: string | null | undefined): string | null {
  const prefix = `${hostCookieName(session, name)}=`;
  const pair = header
    ?.split(';')
    .map((part) => part.trim())
    .find((part) => part.startsWith(prefix));
  return pair?.slice(prefix.length) ?? null;
}
