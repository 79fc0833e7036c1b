import type { IdentityProvider } from '../../ports/identity/identity-provider.ts';
import type { Log } from '../../platform/log/log.ts';
import { requireFresh } from '../../domain/proof.ts';
import type { Call } from '../../services.ts';

/** An open session of the person, as the screen shows it. */
interface OwnSession {
  id: string;
  /** "Chrome en Windows". */
  device: string;
  /** Network from which the person signed in: "190.56.20.4"; '' when not known. */
  network: string;
  /** ISO text. */
  createdAt: string;
  /** ISO text, exact to the minute; null when it was never used. */
  lastSeenAt: string | null;
  /** The session of this request. */
  isCurrent: boolean;
}

/** Open sessions: the current one first, then the newest. */
export async function findSessions({ identity }: { identity: IdentityProvider }, { actor }: Call): Promise<OwnSession[]> {
  const sessions = await identity.listSessions(actor.id, { mayOwnDevice: actor.mayOwnDevice === true });
  const own = sessions.map(({ sessionId, createdAt, lastSeenAt, userAgent, network }) => ({
    id: sessionId,
    device: describeDevice(userAgent),
    network,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
    isCurrent: sessionId === actor.sessionId,
  }));
  return [...own.filter((session) => session.isCurrent), ...own.filter((session) => !session.isCurrent)];
}

/**
 * Ends one of them. Errors: `forbidden` for somebody who must prove anew who they are: an open session must not shut its owner out
 * elsewhere.
 */
export async function closeSession(
  { identity, log }: { identity: IdentityProvider; log: Log },
  { actor, sessionId }: Call & { sessionId: string },
): Promise<void> {
  requireFresh(actor);
  await identity.endSession(actor.id, sessionId);
  log.info({ uid: actor.id, sessionId }, 'session closed');
}

/** Ends all but this one. Errors: as `closeSession`. */
export async function closeOtherSessions(
  { identity, log }: { identity: IdentityProvider; log: Log },
  { actor, sessionToken }: Call & { sessionToken: string },
): Promise<void> {
  requireFresh(actor);
  await identity.revokeSessions(actor.id, { exceptToken: sessionToken });
  log.info({ uid: actor.id }, 'other sessions closed');
}

/** A header may be of any length; browsers name the device at its beginning. */
const USER_AGENT_MAX_LENGTH = 500;
/** Order matters: most browsers also claim older names. */
const BROWSERS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOpera\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\/|\bChromium\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const SYSTEMS: readonly (readonly [pattern: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

/** A browser's user agent as people know their devices: "Chrome en Windows", "Safari en iPhone". Never the header's own text. */
export function describeDevice(userAgent: string): string {
  const header = userAgent.slice(0, USER_AGENT_MAX_LENGTH);
  const nameIn = (names: typeof BROWSERS) => names.find(([pattern]) => pattern.test(header))?.[1];
  const browser = nameIn(BROWSERS);
  const system = nameIn(SYSTEMS);
  if (browser && system) return `${browser} en ${system}`;
  return browser ?? system ?? 'Equipo desconocido';
}
