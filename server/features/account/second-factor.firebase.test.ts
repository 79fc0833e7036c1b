import { describe } from 'vitest';
import { afterFile } from '../../testing/after-file.ts';
import { openFirebaseIdentity } from '../../testing/firebase-identity.ts';
import { hasService } from '../../testing/services.ts';
import { useSharedAccounts } from '../../testing/shared-accounts.ts';
import { describeSecondFactor } from './second-factor.contract.ts';
import { createSecondFactorFixture } from './testing/second-factor-fixture.ts';

const PROJECT_ID = 'demo-second-factor';
const accounts = hasService('Firebase Auth emulator') ? await useSharedAccounts(PROJECT_ID) : null;

describe.skipIf(!accounts)('second factor of accounts in Firebase', async () => {
  if (!accounts) return;
  const fixture = await createSecondFactorFixture((sql) => {
    const { identity, close } = openFirebaseIdentity(accounts, { projectId: PROJECT_ID, sql });
    afterFile(close);
    return identity;
  });
  describeSecondFactor(fixture);
});
