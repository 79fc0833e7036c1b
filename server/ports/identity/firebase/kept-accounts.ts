import { deleteApp } from 'firebase-admin/app';
import { getAuth, type UserRecord } from 'firebase-admin/auth';
import { z } from 'zod';
import type { FirebaseProject } from '../../../config.ts';
import { openApp } from './firebase.ts';
import type { KeptAccounts } from '../kept-accounts.ts';

const PAGE = 1_000;

const accountSchema = z.object({
  uid: z.string(),
  email: z.string().optional(),
  emailVerified: z.boolean(),
  disabled: z.boolean(),
  displayName: z.string().optional(),
  passwordHash: z.string().optional(),
  passwordSalt: z.string().optional(),
  createdAt: z.string(),
  lastSignInAt: z.string().optional(),
});

/** Accounts of a Firebase project. They come back without passwords: everybody sets one by «¿Olvidó su contraseña?». */
export function openFirebaseAccounts(project: FirebaseProject): KeptAccounts {
  const app = openApp(project);
  const auth = getAuth(app);
  return {
    async *read() {
      for (let token: string | undefined, isLast = false; !isLast;) {
        const { users, pageToken } = await auth.listUsers(PAGE, token);
        yield users.map((user) => JSON.stringify(toLine(user)));
        token = pageToken;
        isLast = pageToken === undefined;
      }
    },
    isEmpty: async () => (await auth.listUsers(1)).users.length === 0,
    async write(pages) {
      let written = 0;
      for await (const page of pages) {
        const users = page.map((line) => accountSchema.parse(JSON.parse(line)));
        const { successCount, errors } = await auth.importUsers(
          users.map(({ passwordHash: _hash, passwordSalt: _salt, createdAt, lastSignInAt, ...user }) => ({
            ...user,
            metadata: { creationTime: createdAt, ...(lastSignInAt ? { lastSignInTime: lastSignInAt } : {}) },
          })),
        );
        const [first] = errors;
        if (first) throw first.error;
        written += successCount;
      }
      return written;
    },
    close: () => deleteApp(app),
  };
}

/** What of an account is kept: what the schema names. */
function toLine({ metadata, ...user }: UserRecord): z.infer<typeof accountSchema> {
  return accountSchema.parse({ ...user, createdAt: metadata.creationTime, lastSignInAt: metadata.lastSignInTime || undefined });
}
