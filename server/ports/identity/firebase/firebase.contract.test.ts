import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { AUTH_EMULATOR_START_MS } from '#server/testing/auth-emulator.ts';
import { openFirebaseIdentity } from '#server/testing/firebase-identity.ts';
import { hasService } from '#server/testing/services.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { useSharedAccounts } from '#server/testing/shared-accounts.ts';
import { describeIdentityProvider } from '../identity-provider.contract.ts';

const PROJECT_ID = 'demo-identity';
const { sql } = await createTestDatabase();
const found = hasService('Firebase Auth emulator');

async function open() {
  const accounts = await useSharedAccounts(PROJECT_ID);
  return { accounts, ...openFirebaseIdentity(accounts, { projectId: PROJECT_ID, sql }) };
}

describe.skipIf(!found)('on the official emulator', () => {
  describeIdentityProvider(
    'Firebase identity',
    async () => {
      const { accounts, identity, close } = await open();
      return { identity, sql, resetToken: (email) => accounts.lastResetCode(email), close };
    },
    { startMs: AUTH_EMULATOR_START_MS },
  );

  describe('what sign-in reveals', () => {
    let opened: Awaited<ReturnType<typeof open>>;
    beforeAll(async () => {
      opened = await open();
    }, AUTH_EMULATOR_START_MS);
    afterAll(() => opened.close());

    it('makes one Firebase request and no database query for every kind of refusal', async () => {
      const { identity } = opened;
      const known = await identity.createAccount({ email: 'conocida@demo.coop', password: 'Cafetal-2026' });
      const disabled = await identity.createAccount({ email: 'inactiva@demo.coop', password: 'Cafetal-2026' });
      await identity.setDisabled(disabled.uid, true);
      const [sent, asked] = [vi.spyOn(globalThis, 'fetch'), vi.spyOn(sql, 'query')];
      try {
        for (const email of [known.email, 'nadie@demo.coop', disabled.email]) {
          for (const spy of [sent, asked]) spy.mockClear();
          expect(await identity.signIn({ email, password: 'Equivocada-1', userAgent: '' })).toBeNull();
          expect([email, sent.mock.calls.length, asked.mock.calls.length]).toEqual([email, 1, 0]);
          expect(sent.mock.calls[0]?.[0], email).toMatch(/accounts:signInWithPassword$/);
        }
      } finally {
        for (const spy of [sent, asked]) spy.mockRestore();
      }
    });
  });
});
