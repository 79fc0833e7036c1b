import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Auth, DecodedIdToken } from 'firebase-admin/auth';
import { errorCode } from '../../../platform/error-code.ts';
import { withinTime } from '../../../platform/processes/within-time.ts';
import type { SessionEnd, SignedIn, VerifiedSession } from '../identity-provider.ts';
import { identityUnavailable } from './rest.ts';

const MS_PER_HOUR = 3_600_000;
const SESSION_ID_LENGTH = 32;
/**
 * How long this process trusts a session without asking Firebase again. A revocation made here clears the entries at
 * once; one made elsewhere (another web process, Firebase's console) takes effect after this time at the latest.
 */
export const REVOCATION_CHECK_MS = 30_000;
const MAX_CACHED = 10_000;
/** The library itself waits and tries again for minutes; behind each check a person waits for a page. */
const ANSWER_MS = 10_000;
/** A timer may fire a moment before the clock says so. */
const TIMER_MARGIN_MS = 10;

/** Answers that say "no session"; anything else is an outage, which must not look like a sign-out. */
const NO_SESSION = new Set([
  'auth/argument-error',
  'auth/invalid-session-cookie',
  'auth/session-cookie-expired',
  'auth/session-cookie-revoked',
  'auth/user-disabled',
  'auth/user-not-found',
]);

const ENDS: Readonly<Record<string, SessionEnd>> = {
  'auth/session-cookie-expired': 'expired',
  'auth/session-cookie-revoked': 'revoked',
  'auth/user-disabled': 'disabled',
};

export type FirebaseSessions = ReturnType<typeof createFirebaseSessions>;

export function createFirebaseSessions(options: { auth: Auth; hours: () => number; now?: () => number; answerMs?: number }) {
  const { auth, hours, now = () => Date.now(), answerMs = ANSWER_MS } = options;
  const cache = createSessionCache(now);
  /** A page asks for several things at once: they wait for one answer of Firebase. After a revocation it is asked anew. */
  const checking = new Map<string, Promise<VerifiedSession | null>>();
  const check = async (cookie: string, key: string): Promise<VerifiedSession | null> => {
    const epoch = cache.epoch();
    const decoded = await verifyCookie(auth, cookie, answerMs);
    if (!decoded) return null;
    const session = {
      uid: decoded.uid,
      sessionId: key.slice(0, SESSION_ID_LENGTH),
      openedAt: new Date(decoded.auth_time * 1000),
      expiresAt: new Date(decoded.exp * 1000),
      restEndsAt: null,
      restMinutes: null,
    };
    cache.remember(key, session, epoch);
    return session;
  };
  return {
    async open(idToken: string, uid: string): Promise<SignedIn> {
      const expiresIn = hours() * MS_PER_HOUR;
      const sessionToken = await auth.createSessionCookie(idToken, { expiresIn }).catch((error: unknown) => {
        throw identityUnavailable(error);
      });
      return { uid, sessionToken, expiresAt: new Date(now() + expiresIn) };
    },

    async verify(cookie: string): Promise<VerifiedSession | null> {
      const key = createHash('sha256').update(cookie).digest('hex');
      const known = cache.find(key);
      if (known) return known;
      const question = `${cache.epoch()} ${key}`;
      const asked = checking.get(question) ?? check(cookie, key).finally(() => checking.delete(question));
      checking.set(question, asked);
      return asked;
    },

    async whyEnded(cookie: string): Promise<SessionEnd | null> {
      const why = (error: unknown) => ENDS[errorCode(error)] ?? null;
      if (cookie === '') return null;
      return withinTime(auth.verifySessionCookie(cookie, true), answerMs, () => new Error(`no answer within ${answerMs} ms`)).then(
        () => null,
        why,
      );
    },

    /** Ends every session of the account: Firebase knows no other way. */
    async revokeAll(uid: string): Promise<void> {
      cache.forget(uid);
      await waitForNextSecond(auth, uid, now);
      await auth.revokeRefreshTokens(uid);
      cache.forget(uid);
    },

    /** Forgets what this process trusted about the account. */
    forget: (uid: string) => cache.forget(uid),
  };
}

async function verifyCookie(auth: Auth, cookie: string, answerMs: number): Promise<DecodedIdToken | null> {
  if (cookie === '') return null;
  try {
    return await withinTime(auth.verifySessionCookie(cookie, true), answerMs, () => new Error(`no answer within ${answerMs} ms`));
  } catch (error) {
    if (NO_SESSION.has(errorCode(error))) return null;
    throw identityUnavailable(error);
  }
}

/**
 * Firebase compares whole seconds: a session opened in the very second of the revocation would outlive it. When the
 * account signed in during this second, the revocation waits for the next one.
 */
async function waitForNextSecond(auth: Auth, uid: string, now: () => number): Promise<void> {
  const user = await auth.getUser(uid);
  const lastSignInSecond = Math.floor(Date.parse(user.metadata.lastSignInTime) / 1000);
  const time = now();
  if (lastSignInSecond >= Math.floor(time / 1000)) await pause(1000 - (time % 1000) + TIMER_MARGIN_MS);
}

function createSessionCache(now: () => number) {
  const entries = new Map<string, { session: VerifiedSession; checkedAt: number }>();
  let epoch = 0;
  return {
    epoch: () => epoch,
    find(key: string): VerifiedSession | null {
      const entry = entries.get(key);
      if (!entry) return null;
      if (now() - entry.checkedAt < REVOCATION_CHECK_MS && entry.session.expiresAt.getTime() > now()) return entry.session;
      entries.delete(key);
      return null;
    },
    /** A check that was under way while a session was revoked may have seen the time before: it is not kept. */
    remember(key: string, session: VerifiedSession, startedAtEpoch: number): void {
      if (startedAtEpoch !== epoch) return;
      const oldest = entries.size >= MAX_CACHED ? entries.keys().next().value : undefined;
      if (oldest !== undefined) entries.delete(oldest);
      entries.set(key, { session, checkedAt: now() });
    },
    forget(uid: string): void {
      epoch += 1;
      for (const [key, entry] of entries) if (entry.session.uid === uid) entries.delete(key);
    },
  };
}
