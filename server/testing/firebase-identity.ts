import pino from 'pino';
import { vi } from 'vitest';
import { createFirebaseIdentity } from '../ports/identity/firebase/firebase.ts';
import type { Sql } from '../platform/sql/sql.ts';
import { testJudge } from './embedded-identity.ts';
import type { SharedAccounts } from './shared-accounts.ts';

/** Accounts in a project of the emulator, sessions in a test database. `close` restores the environment. */
export function openFirebaseIdentity({ host }: SharedAccounts, { projectId, sql }: { projectId: string; sql: Sql }) {
  // firebase-admin learns of an emulator from the environment only.
  vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', host);
  const identity = createFirebaseIdentity({
    sql,
    publicUrl: new URL('https://portal.demo.coop'),
    project: { projectId, clientEmail: undefined, privateKey: undefined },
    webApiKey: 'demo-key',
    authEmulatorHost: host,
    judgePassword: testJudge,
    log: pino({ level: 'silent' }),
    sessionHours: () => 12,
    restMinutes: () => 30,
    sessionSecret: 'una clave larga que solo sirve en las pruebas',
  });
  const close = async () => {
    await identity.close();
    vi.unstubAllEnvs();
  };
  return { identity, close };
}
