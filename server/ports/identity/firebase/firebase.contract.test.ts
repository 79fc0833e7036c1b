import pino from 'pino';
import { describe, vi } from 'vitest';
import { AUTH_EMULATOR_START_MS } from '#server/testing/auth-emulator.ts';
import { testJudge } from '#server/testing/embedded-identity.ts';
import { hasService } from '#server/testing/services.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { useSharedAccounts } from '#server/testing/shared-accounts.ts';
import { createFirebaseIdentity } from './firebase.ts';
import { describeIdentityProvider } from '../identity-provider.contract.ts';

const PROJECT_ID = 'demo-identity';
const { sql } = await createTestDatabase();
const found = hasService('Firebase Auth emulator');

describe.skipIf(!found)('on the official emulator', () => {
  describeIdentityProvider(
    'Firebase identity',
    async () => {
      const accounts = await useSharedAccounts(PROJECT_ID);
      // firebase-admin learns of an emulator from the environment only.
      vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', accounts.host);
      const identity = createFirebaseIdentity({
        sql,
        publicUrl: new URL('https://portal.demo.coop'),
        project: { projectId: PROJECT_ID, clientEmail: undefined, privateKey: undefined },
        webApiKey: 'demo-key',
        authEmulatorHost: accounts.host,
        judgePassword: testJudge,
        log: pino({ level: 'silent' }),
        sessionHours: () => 12,
        restMinutes: () => 30,
        sessionSecret: 'una clave larga que solo sirve en las pruebas',
      });
      return {
        identity,
        sql,
        resetToken: (email) => accounts.lastResetCode(email),
        close: async () => {
          await identity.close();
          vi.unstubAllEnvs();
        },
      };
    },
    { startMs: AUTH_EMULATOR_START_MS },
  );
});
