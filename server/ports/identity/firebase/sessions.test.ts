import type { Auth } from 'firebase-admin/auth';
import { expect, it, vi } from 'vitest';
import { createFirebaseSessions, REVOCATION_CHECK_MS } from './sessions.ts';

const COOKIE_HOURS = 12;
const START = Date.parse('2026-11-20T15:00:00.250Z');

/** The cloud's side of the sessions: whether the account was revoked, how often it was asked. */
function setup() {
  let time = START;
  let failure: { code?: string } | null = null;
  const verify = vi.fn(async (cookie: string) => {
    if (failure) throw Object.assign(new Error('from Google'), failure);
    return { uid: cookie.split('.')[0] ?? '', exp: (START + COOKIE_HOURS * 3_600_000) / 1000 };
  });
  const revoke = vi.fn(async () => undefined);
  const auth = {
    verifySessionCookie: verify,
    revokeRefreshTokens: revoke,
    getUser: async () => ({ metadata: { lastSignInTime: new Date(START - 60_000).toUTCString() } }),
  } as unknown as Auth;
  const sessions = createFirebaseSessions({ auth, hours: () => COOKIE_HOURS, now: () => time });
  return { sessions, verify, revoke, pass: (ms: number) => (time += ms), failWith: (error: { code?: string } | null) => (failure = error) };
}

it('asks Firebase about a session once, then trusts it for at most a minute', async () => {
  const { sessions, verify, pass } = setup();
  expect(REVOCATION_CHECK_MS).toBeLessThanOrEqual(60_000);
  await sessions.verify('ana.cookie');
  pass(REVOCATION_CHECK_MS - 1);
  expect(await sessions.verify('ana.cookie')).toMatchObject({ uid: 'ana' });
  expect(verify).toHaveBeenCalledTimes(1);
  expect(verify).toHaveBeenCalledWith('ana.cookie', true);
  pass(1);
  await sessions.verify('ana.cookie');
  expect(verify).toHaveBeenCalledTimes(2);
});

it('asks once for all who want to know at the same moment, and anew for those after a revocation', async () => {
  const { sessions, verify } = setup();
  const together = Array.from({ length: 20 }, () => sessions.verify('ana.cookie'));
  sessions.forget('luis');
  const after = sessions.verify('ana.cookie');
  for (const session of await Promise.all([...together, after])) expect(session).toMatchObject({ uid: 'ana' });
  expect(verify).toHaveBeenCalledTimes(2);
});

it('tells everybody who waits of an outage, and asks again afterwards', async () => {
  const { sessions, verify, failWith } = setup();
  failWith({ code: 'auth/network-request-failed' });
  const outcomes = await Promise.allSettled([sessions.verify('ana.cookie'), sessions.verify('ana.cookie')]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  failWith(null);
  expect(await sessions.verify('ana.cookie')).toMatchObject({ uid: 'ana' });
  expect(verify).toHaveBeenCalledTimes(2);
});

it('says unavailable when Firebase does not answer, instead of letting people wait', async () => {
  const auth = { verifySessionCookie: () => new Promise(() => undefined) } as unknown as Auth;
  const sessions = createFirebaseSessions({ auth, hours: () => COOKIE_HOURS, answerMs: 20 });
  await expect(sessions.verify('ana.cookie')).rejects.toMatchObject({ code: 'unavailable', status: 503 });
});

it('sees a revocation made elsewhere when the time is over', async () => {
  const { sessions, pass, failWith } = setup();
  await sessions.verify('ana.cookie');
  failWith({ code: 'auth/session-cookie-revoked' });
  pass(REVOCATION_CHECK_MS);
  expect(await sessions.verify('ana.cookie')).toBeNull();
});

it('forgets at once what is revoked here, and only that', async () => {
  const { sessions, verify, revoke, failWith } = setup();
  await sessions.verify('ana.cookie');
  await sessions.verify('luis.cookie');
  await sessions.revokeAll('ana');
  failWith({ code: 'auth/session-cookie-revoked' });
  expect(revoke).toHaveBeenCalledWith('ana');
  expect(await sessions.verify('ana.cookie')).toBeNull();
  expect(await sessions.verify('luis.cookie')).toMatchObject({ uid: 'luis' });
  expect(verify).toHaveBeenCalledTimes(3);
});

it('does not keep the answer of a check that was under way during the revocation', async () => {
  const { sessions, verify, failWith } = setup();
  let answer: (value: { uid: string; exp: number }) => void = () => undefined;
  verify.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  const underWay = sessions.verify('ana.cookie');
  await sessions.revokeAll('ana');
  answer({ uid: 'ana', exp: START / 1000 + 3_600 });
  await underWay;
  failWith({ code: 'auth/session-cookie-revoked' });
  expect(await sessions.verify('ana.cookie')).toBeNull();
});

it('ends a trusted session at its own time', async () => {
  const { sessions, verify, pass, failWith } = setup();
  pass(COOKIE_HOURS * 3_600_000 - 1_250);
  await sessions.verify('ana.cookie');
  pass(1_250);
  failWith({ code: 'auth/session-cookie-expired' });
  expect(await sessions.verify('ana.cookie')).toBeNull();
  expect(verify).toHaveBeenCalledTimes(2);
});

it.each(['auth/session-cookie-expired', 'auth/session-cookie-revoked', 'auth/user-disabled', 'auth/user-not-found', 'auth/argument-error'])(
  'answers null for %s',
  async (code) => {
    const { sessions, failWith } = setup();
    failWith({ code });
    expect(await sessions.verify('ana.cookie')).toBeNull();
  },
);

it.each(['auth/internal-error', 'app/network-error', 'auth/quota-exceeded'])('does not take the outage %s for a sign-out', async (code) => {
  const { sessions, failWith } = setup();
  failWith({ code });
  await expect(sessions.verify('ana.cookie')).rejects.toMatchObject({ code: 'unavailable', status: 503 });
});

it('asks nothing for an empty cookie', async () => {
  const { sessions, verify } = setup();
  expect(await sessions.verify('')).toBeNull();
  expect(verify).not.toHaveBeenCalled();
});
