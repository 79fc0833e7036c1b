import { deleteApp } from 'firebase-admin/app';
import { getAuth, type Auth, type UserImportOptions, type UserRecord } from 'firebase-admin/auth';
import { z } from 'zod';
import type { Config } from '../../../config/config.ts';
import { openApp } from './firebase.ts';
import { accountOfEither, type RestorableAccounts } from '../restorable-accounts.ts';

const PAGE = 1_000;

const some = z.string().optional();
const accountSchema = z.object({
  uid: z.string(),
  email: some,
  emailVerified: z.boolean(),
  disabled: z.boolean(),
  displayName: some,
  phoneNumber: some,
  photoURL: some,
  customClaims: z.record(z.string(), z.unknown()).optional(),
  /** Other sign-in methods: users of the mobile app have accounts in the same project. */
  providers: z.array(z.object({ uid: z.string(), providerId: z.string(), email: some, displayName: some, photoURL: some })).default([]),
  hadPassword: z.boolean().default(true),
  passwordHash: some,
  passwordSalt: some,
  createdAt: z.string(),
  lastSignInAt: some,
});

type Account = z.infer<typeof accountSchema>;

/**
 * Backup of a Firebase project's accounts. Passwords of another project are restored if the backup contains their hashes and the configuration has the source
 * project's hash parameters; otherwise people set a new one with «Olvidé mi contraseña».
 */
export function openFirebaseAccounts({ main, passwordHash }: NonNullable<Config['firebase']>): RestorableAccounts {
  const app = openApp(main);
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
    async write(pages, from) {
      const written = { accounts: 0, withoutPassword: 0 };
      for await (const page of pages) {
        const accounts = page.map((line) => (from === 'firebase' ? accountSchema.parse(JSON.parse(line)) : fromEmbedded(line)));
        written.accounts += await importAccounts(auth, accounts, passwordHash);
        for (const account of accounts) {
          const keepsIt = passwordHash ? account.passwordHash !== undefined : await setEmulatedPassword(auth, account);
          if (account.hadPassword && !keepsIt) written.withoutPassword += 1;
        }
      }
      return written;
    },
    close: () => deleteApp(app),
  };
}

function fromEmbedded(line: string): Account {
  const account = accountOfEither.parse(JSON.parse(line));
  return { ...account, emailVerified: false, providers: [], hadPassword: true, createdAt: new Date().toUTCString() };
}

/** A project's parameters for password hashes, as shown in its console. */
type PasswordHash = NonNullable<NonNullable<Config['firebase']>['passwordHash']>;

async function importAccounts(auth: Auth, accounts: readonly Account[], hash: PasswordHash | null): Promise<number> {
  const options: UserImportOptions | undefined = hash
    ? {
        hash: {
          algorithm: 'SCRYPT',
          key: Buffer.from(hash.signerKey, 'base64'),
          saltSeparator: Buffer.from(hash.saltSeparator, 'base64'),
          rounds: hash.rounds,
          memoryCost: hash.memoryCost,
        },
      }
    : undefined;
  const users = accounts.map(({ hadPassword: _hadPassword, passwordHash, passwordSalt, createdAt, lastSignInAt, providers, ...user }) => ({
    ...user,
    ...(providers.length > 0 && { providerData: providers }),
    ...(options && passwordHash && { passwordHash: Buffer.from(passwordHash, 'base64') }),
    ...(options && passwordSalt && { passwordSalt: Buffer.from(passwordSalt, 'base64') }),
    metadata: { creationTime: createdAt, ...(lastSignInAt && { lastSignInTime: lastSignInAt }) },
  }));
  const { successCount, errors } = await auth.importUsers(users, options);
  const [first] = errors;
  if (first) throw first.error;
  return successCount;
}

/** Google's emulator does not hash: its "hash" contains the password. @returns whether it did */
async function setEmulatedPassword(auth: Auth, { uid, passwordHash = '' }: Account): Promise<boolean> {
  const [, password] = /^fakeHash:salt=\w*:password=(.+)$/s.exec(passwordHash) ?? [];
  if (password === undefined) return false;
  await auth.updateUser(uid, { password });
  return true;
}

/** The fields of an account that a backup keeps: those of the schema. */
function toLine({ metadata, providerData, ...user }: UserRecord): Account {
  return accountSchema.parse({
    ...user,
    hadPassword: providerData.some(({ providerId }) => providerId === 'password'),
    providers: providerData.filter(({ providerId }) => providerId !== 'password' && providerId !== 'phone'),
    createdAt: metadata.creationTime,
    lastSignInAt: metadata.lastSignInTime || undefined,
  });
}
