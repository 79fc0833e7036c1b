import type { Auth } from 'firebase-admin/auth';
import { errorCode } from '../../../platform/error-code.ts';
import { withinTime } from '../../../platform/processes/within-time.ts';
import type { SessionEnd, VerifiedSession } from '../identity-provider.ts';
import { identityUnavailable } from './rest.ts';

/**
 * How long this process trusts Firebase's last answer about an account. Changes made in this process clear it at once; changes elsewhere
 * (another web process, Firebase's console) take effect after this time at the latest.
 */
export const REVOCATION_CHECK_MS = 30_000;
const MAX_KNOWN = 10_000;
/** The library itself retries for minutes, but behind each request a person waits for a page. */
const ANSWER_MS = 10_000;

interface AccountState {
  disabled: boolean;
  /** Sessions opened before this moment are over; in whole seconds of Firebase's clock. */
  validSince: number;
}

export type AccountStates = ReturnType<typeof createAccountStates>;

/** Whether accounts may still have sessions: asked on every request, of Firebase only a few times a minute. */
export function createAccountStates(options: { auth: Pick<Auth, 'getUser'>; now?: () => number; answerMs?: number }) {
  const { auth, now = () => Date.now(), answerMs = ANSWER_MS } = options;
  /** Promises, so that concurrent callers share one request. */
  const known = new Map<string, { state: Promise<AccountState | null>; askedAt: number }>();
  const ask = async (uid: string): Promise<AccountState | null> => {
    try {
      const user = await withinTime(auth.getUser(uid), answerMs, () => new Error(`no answer within ${answerMs} ms`));
      return { disabled: user.disabled, validSince: Date.parse(user.tokensValidAfterTime ?? '') || 0 };
    } catch (error) {
      if (errorCode(error) === 'auth/user-not-found') return null;
      throw identityUnavailable(error);
    }
  };
  const stateOf = (uid: string): Promise<AccountState | null> => {
    const before = known.get(uid);
    if (before && now() - before.askedAt < REVOCATION_CHECK_MS) return before.state;
    const oldest = known.size >= MAX_KNOWN ? known.keys().next().value : undefined;
    if (oldest !== undefined) known.delete(oldest);
    const entry = { state: ask(uid), askedAt: now() };
    known.delete(uid);
    known.set(uid, entry);
    entry.state.catch(() => void (known.get(uid) === entry && known.delete(uid)));
    return entry.state;
  };
  return {
    stateOf,
    /** Why a session of the account is over; null while it is not. Errors: `unavailable`. */
    async endOf({ uid, openedAt }: Pick<VerifiedSession, 'openedAt' | 'uid'>): Promise<SessionEnd | null> {
      const why = (state: AccountState | null) => {
        if (!state || state.disabled) return 'disabled';
        return state.validSince > openedAt.getTime() ? 'revoked' : null;
      };
      if (why(await stateOf(uid)) === null) return null;
      // The cached state may be older than the session, for an account enabled meanwhile.
      known.delete(uid);
      return why(await stateOf(uid));
    },
    /** Makes the next call ask Firebase; pending requests are for earlier callers only. */
    forget: (uid: string) => void known.delete(uid),
  };
}
