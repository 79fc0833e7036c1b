import type { Auth } from 'firebase-admin/auth';
import { expect, it, vi } from 'vitest';
import { createAccountStates, REVOCATION_CHECK_MS } from './account-states.ts';

const START = Date.parse('2026-11-20T15:00:00.250Z');
const OPENED = { uid: 'ana', openedAt: new Date('2026-11-20T15:00:00Z') };

/** Simulates Firebase's view of accounts, and counts requests for it. */
function setup() {
  let time = START;
  let account = { disabled: false, tokensValidAfterTime: 'Fri, 20 Nov 2026 15:00:00 GMT' };
  let failure: { code: string } | null = null;
  const getUser = vi.fn(async () => {
    if (failure) throw Object.assign(new Error('from Google'), failure);
    return account;
  });
  const states = createAccountStates({ auth: { getUser } as unknown as Auth, now: () => time });
  return {
    states,
    getUser,
    pass: (ms: number) => (time += ms),
    set: (change: Partial<typeof account>) => (account = { ...account, ...change }),
    failWith: (error: { code: string } | null) => (failure = error),
  };
}

it('asks Firebase once for concurrent callers, and caches the answer for at most a minute', async () => {
  const { states, getUser, pass, set } = setup();
  expect(REVOCATION_CHECK_MS).toBeLessThanOrEqual(60_000);
  expect(await Promise.all(Array.from({ length: 20 }, () => states.endOf(OPENED)))).toEqual(Array.from({ length: 20 }, () => null));
  set({ disabled: true });
  pass(REVOCATION_CHECK_MS - 1);
  expect(await states.endOf(OPENED)).toBeNull();
  expect(getUser).toHaveBeenCalledTimes(1);
  pass(1);
  expect(await states.endOf(OPENED)).toBe('disabled');
});

it('ends sessions opened before a revocation, and none opened after it', async () => {
  const { states, set } = setup();
  set({ tokensValidAfterTime: 'Fri, 20 Nov 2026 15:00:01 GMT' });
  expect(await states.endOf(OPENED)).toBe('revoked');
  expect(await states.endOf({ ...OPENED, openedAt: new Date('2026-11-20T15:00:01Z') })).toBeNull();
});

it('asks again before ending a session, so an account enabled elsewhere keeps it', async () => {
  const { states, set } = setup();
  set({ disabled: true });
  expect(await states.endOf(OPENED)).toBe('disabled');
  set({ disabled: false });
  expect(await states.endOf(OPENED)).toBeNull();
});

it('does not cache an answer that was pending when the account changed here', async () => {
  const { states, getUser, set } = setup();
  let answer: (value: never) => void = () => undefined;
  getUser.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  const underWay = states.endOf(OPENED);
  states.forget('ana');
  set({ disabled: true });
  answer({ disabled: false } as never);
  expect(await underWay).toBeNull();
  expect(await states.endOf(OPENED)).toBe('disabled');
});

it('ends the session of a deleted account', async () => {
  const { states, failWith } = setup();
  failWith({ code: 'auth/user-not-found' });
  expect(await states.endOf(OPENED)).toBe('disabled');
});

it.each(['auth/internal-error', 'app/network-error', 'auth/quota-exceeded'])(
  'answers unavailable for %s instead of ending the session, and asks again afterwards',
  async (code) => {
    const { states, failWith } = setup();
    failWith({ code });
    const outcomes = await Promise.allSettled([states.endOf(OPENED), states.endOf(OPENED)]);
    expect(outcomes).toMatchObject([{ reason: { code: 'unavailable', status: 503 } }, { reason: { code: 'unavailable' } }]);
    failWith(null);
    expect(await states.endOf(OPENED)).toBeNull();
  },
);

it('answers unavailable when Firebase does not respond in time', async () => {
  const states = createAccountStates({ auth: { getUser: () => new Promise(() => undefined) } as unknown as Auth, answerMs: 20 });
  await expect(states.endOf(OPENED)).rejects.toMatchObject({ code: 'unavailable', status: 503 });
});
