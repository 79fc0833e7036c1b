import pino from 'pino';
import { describe, vi } from 'vitest';
import { AUTH_EMULATOR_START_MS, authEmulatorIsInstalled, startAuthEmulator } from '#server/testing/auth-emulator.ts';
import { serviceOrSkip } from '#server/testing/services.ts';
import { createFirebaseIdentity } from './firebase.ts';
import { describeIdentityProvider } from '../identity-provider.contract.ts';

const PROJECT_ID = 'demo-identity';
const found = serviceOrSkip('Firebase Auth emulator', authEmulatorIsInstalled());

describe.skipIf(!found)('on the official emulator', () => {
  describeIdentityProvider(
    'Firebase identity',
    async () => {
      const emulator = await startAuthEmulator(PROJECT_ID);
      // firebase-admin learns of an emulator from the environment only.
      vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', emulator.host);
      const identity = createFirebaseIdentity({
        project: { projectId: PROJECT_ID, clientEmail: undefined, privateKey: undefined },
        webApiKey: 'demo-key',
        authEmulatorHost: emulator.host,
        log: pino({ level: 'silent' }),
        sessionHours: () => 12,
      });
      return {
        identity,
        resetToken: (email) => emulator.lastResetCode(email),
        close: async () => {
          await identity.close();
          await emulator.stop();
          vi.unstubAllEnvs();
        },
      };
    },
    { startMs: AUTH_EMULATOR_START_MS },
  );
});
