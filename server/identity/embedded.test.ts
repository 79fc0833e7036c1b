import { expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createEmbeddedIdentity } from './embedded.ts';
import { createPasswordHasher } from './password-hasher.ts';

const { sql } = await createTestDatabase();
const identity = createEmbeddedIdentity({
  sql,
  log: createLog({ level: 'silent', process: 'test' }),
  mail: { sendPasswordReset: async () => undefined, close: async () => undefined },
  publicUrl: new URL('https://portal.demo.coop'),
  sessionHours: 12,
  hasher: createPasswordHasher({ memoryCost: 1_024, timeCost: 1, parallelism: 1 }),
});

it('signs in and verifies', async () => {
  const account = await identity.createAccount({ email: ' Ana@Demo.coop', password: 'Segura-2026' });
  const signedIn = await identity.signIn({ email: 'ana@demo.coop ', password: 'Segura-2026', userAgent: 'x' });
  expect(await identity.verifySession(signedIn?.sessionToken ?? '')).toMatchObject({ uid: account.uid });
  expect(await identity.signIn({ email: 'ana@demo.coop', password: 'otra', userAgent: 'x' })).toBeNull();
});
