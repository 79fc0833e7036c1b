import { createTestDatabase } from '#server/testing/test-database.ts';
import { describeIdentityProvider } from '../identity-provider.contract.ts';
import { createTestIdentity } from '#server/testing/embedded-identity.ts';

const { sql } = await createTestDatabase();

describeIdentityProvider('embedded identity', async () => {
  const { identity, lastToken } = createTestIdentity(sql);
  return { identity, sql, resetToken: async (email) => lastToken(email), close: () => identity.close() };
});
