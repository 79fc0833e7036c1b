import { randomUUID } from 'node:crypto';
import { cert, deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { getAuth, type Auth, type UserRecord } from 'firebase-admin/auth';
import { z } from 'zod';
import type { FirebaseProject } from '../../../config.ts';
import { AppError } from '../../../domain/errors.ts';
import { errorCode } from '../../../platform/error-code.ts';
import type { Log } from '../../../platform/log/log.ts';
import { tellOutage } from '../../../platform/sql/database-outage.ts';
import { inTransaction, type Sql } from '../../../platform/sql/sql.ts';
import { invalidEmail, refusedPassword, takenEmail, unknownAccount } from '../account-errors.ts';
import { parseEmail } from '../email.ts';
import { createFirebaseRest, FirebaseRefusal, identityUnavailable, WEAK_FOR_FIREBASE, type FirebaseRest } from './rest.ts';
import { createFirebaseSessions, type FirebaseSessions } from './sessions.ts';
import type { Account, IdentityProvider, ResetLink, SignedIn } from '../identity-provider.ts';
import { requireGoodPassword, type JudgePassword } from '../password-policy.ts';
import { createResetLinks, type ResetLinks } from '../reset-links.ts';

interface FirebaseIdentityOptions {
  sql: Sql;
  project: FirebaseProject;
  webApiKey: string;
  authEmulatorHost: string | undefined;
  log: Log;
  /** Links that are handed over lead here. */
  publicUrl: URL;
  judgePassword: JudgePassword;
  /** Length of a session opened now. */
  sessionHours: () => number;
}

interface Parts {
  auth: Auth;
  rest: FirebaseRest;
  sessions: FirebaseSessions;
  sql: Sql;
  links: ResetLinks;
  judgePassword: JudgePassword;
  log: Log;
}

/**
 * Accounts in Firebase Auth. Firebase ends sessions per account only: signing out one device ends them all, and
 * `revokeSessions` cannot spare one.
 */
export function createFirebaseIdentity(options: FirebaseIdentityOptions): IdentityProvider {
  const app = openApp(options.project);
  const auth = getAuth(app);
  const parts: Parts = {
    auth,
    log: options.log,
    sql: options.sql,
    links: createResetLinks(options),
    judgePassword: options.judgePassword,
    rest: createFirebaseRest(options),
    sessions: createFirebaseSessions({ auth, hours: options.sessionHours }),
  };
  const { sessions } = parts;
  return {
    signIn: (input) => signIn(parts, input),
    checkPassword: async (input) => (await checkPassword(parts, input))?.localId ?? null,
    openSession: ({ uid }) => openSession(parts, uid),
    rotateSession: async () => null,
    letRest: async () => undefined,
    verifySession: (token) => sessions.verify(token),
    whyEnded: (token) => sessions.whyEnded(token),
    async signOut(token) {
      const session = await sessions.verify(token);
      if (session) await revokeAll(parts, session.uid);
    },
    revokeSessions: (uid) => revokeAll(parts, uid),
    sessionOwner: async () => null,
    listSessions: async () => null,
    createAccount: (input) => createAccount(parts, input),
    getAccount: async (uid) => toAccount(await findUser(auth, uid)),
    async deleteAccount(uid) {
      await exceptUnknown(auth.deleteUser(uid));
      await tellOutage(parts.links.removeAll(parts.sql, uid));
      sessions.forget(uid);
    },
    async setDisabled(uid, disabled) {
      await orUnknownAccount(uid, auth.updateUser(uid, { disabled }));
      sessions.forget(uid);
      if (disabled) await revokeAll(parts, uid);
    },
    setPassword: (uid, password) => setPassword(parts, uid, password),
    // Firebase sends them itself.
    mailsResets: true,
    canMailNow: async () => true,
    createResetLink: (uid) => createResetLink(parts, uid),
    requestPasswordReset: (email) => requestPasswordReset(parts, email),
    resetPassword: (input) => resetPassword(parts, input),
    async ping() {
      await outage(auth.getUsers([{ uid: 'readiness-check' }]));
    },
    close: () => deleteApp(app),
  };
}

/** An app of its own for the accounts of a project. */
export function openApp(project: FirebaseProject): App {
  const { projectId, clientEmail, privateKey } = project;
  const credential = clientEmail && privateKey ? { credential: cert({ projectId, clientEmail, privateKey }) } : {};
  // A name of its own: the document store opens the same project for itself.
  return initializeApp({ projectId, ...credential }, `identity-${randomUUID()}`);
}

const signedInSchema = z.object({ localId: z.string().min(1), idToken: z.string().min(1) });

async function signIn(parts: Parts, input: { email: string; password: string }): Promise<SignedIn | null> {
  const answer = await checkPassword(parts, input);
  return answer && parts.sessions.open(answer.idToken, answer.localId);
}

/** Firebase opens sessions for its own tokens alone. One for an unknown account would make that account. */
async function openSession({ auth, rest, sessions, log }: Parts, uid: string): Promise<SignedIn | null> {
  const user = await findUser(auth, uid);
  if (!user || user.disabled) return null;
  const token = await outage(auth.createCustomToken(uid));
  try {
    const { idToken } = await rest.call(
      'signInWithCustomToken',
      { token, returnSecureToken: true },
      signedInSchema.pick({ idToken: true }),
    );
    return await sessions.open(idToken, uid);
  } catch (error) {
    if (!(error instanceof FirebaseRefusal)) throw error;
    log.info({ uid, reason: error.reason }, 'session refused');
    return null;
  }
}

async function checkPassword(
  { rest, log }: Parts,
  input: { email: string; password: string },
): Promise<z.output<typeof signedInSchema> | null> {
  const email = parseEmail(input.email);
  if (email === null || input.password === '') {
    log.info({ reason: 'not an address or no password' }, 'sign-in refused');
    return null;
  }
  try {
    return await rest.call('signInWithPassword', { email, password: input.password, returnSecureToken: true }, signedInSchema);
  } catch (error) {
    if (!(error instanceof FirebaseRefusal)) throw error;
    log.info({ reason: error.reason }, 'sign-in refused');
    return null;
  }
}

/** The admin library's name for a password that Firebase itself refuses. */
const REFUSED_PASSWORD = 'auth/invalid-password';

async function createAccount({ auth, judgePassword }: Parts, input: { uid?: string; email: string; password: string }): Promise<Account> {
  const email = parseEmail(input.email);
  if (email === null) throw invalidEmail();
  await requireGoodPassword(judgePassword, input.password, { email });
  try {
    const user = await auth.createUser({ ...(input.uid === undefined ? {} : { uid: input.uid }), email, password: input.password });
    return { uid: user.uid, email, disabled: false };
  } catch (error) {
    const code = errorCode(error);
    if (code === 'auth/email-already-exists' || code === 'auth/uid-already-exists') throw takenEmail(error);
    if (code === 'auth/invalid-email') throw invalidEmail();
    if (code === REFUSED_PASSWORD) throw refusedPassword(error);
    throw identityUnavailable(error);
  }
}

async function setPassword(parts: Parts, uid: string, password: string): Promise<void> {
  const user = await findUser(parts.auth, uid);
  if (!user) throw unknownAccount(uid);
  await requireGoodPassword(parts.judgePassword, password, { email: user.email ?? '' });
  await orUnknownAccount(uid, parts.auth.updateUser(uid, { password }));
  await revokeAll(parts, uid);
}

/** Firebase writes and sends the e-mail, in Spanish by the locale header. */
async function requestPasswordReset({ rest, log }: Parts, typedEmail: string): Promise<boolean> {
  const email = parseEmail(typedEmail);
  if (email === null) return false;
  try {
    await rest.call('sendOobCode', { requestType: 'PASSWORD_RESET', email }, z.unknown());
    return true;
  } catch (error) {
    if (!(error instanceof FirebaseRefusal)) throw error;
    log.info({ reason: error.reason }, 'password reset refused');
    return false;
  }
}

/** The portal's own link: a code of Firebase lives for an hour. */
async function createResetLink({ auth, links }: Parts, uid: string): Promise<ResetLink> {
  if (!(await findUser(auth, uid))) throw unknownAccount(uid);
  return tellOutage(links.makeOnly(uid));
}

const resetCodeSchema = z.object({ email: z.string().min(1), requestType: z.literal('PASSWORD_RESET') });

async function resetPassword(parts: Parts, input: { token: string; password: string }): Promise<Pick<Account, 'uid' | 'email'> | null> {
  const uid = await tellOutage(parts.links.ownerOf(input.token));
  return uid === null ? resetByCode(parts, input) : resetByLink(parts, { ...input, uid });
}

async function resetByLink(
  parts: Parts,
  { uid, token, password }: { uid: string; token: string; password: string },
): Promise<Pick<Account, 'uid' | 'email'> | null> {
  const account = toAccount(await findUser(parts.auth, uid));
  if (!account || account.disabled) return null;
  await requireGoodPassword(parts.judgePassword, password, account);
  // A password that Firebase does not take leaves the link as it was.
  const isTaken = await inTransaction(parts.sql, async (client) => {
    if (!(await parts.links.take(client, token))) return false;
    await orUnknownAccount(uid, parts.auth.updateUser(uid, { password }));
    return true;
  });
  if (!isTaken) return null;
  await revokeAll(parts, uid);
  return { uid, email: account.email };
}

/** With the code of an e-mail that Firebase sent. */
async function resetByCode(parts: Parts, input: { token: string; password: string }): Promise<Pick<Account, 'uid' | 'email'> | null> {
  const { rest, log } = parts;
  try {
    // Without a new password the code is only looked at: a weak password leaves it usable.
    const { email } = await rest.call('resetPassword', { oobCode: input.token }, resetCodeSchema);
    await requireGoodPassword(parts.judgePassword, input.password, { email });
    const { uid } = await outage(parts.auth.getUserByEmail(email));
    await rest.call('resetPassword', { oobCode: input.token, newPassword: input.password }, resetCodeSchema);
    // The password is changed already, and Firebase revokes by itself but for the current second: a failure is logged only.
    await revokeAll(parts, uid).catch((error: unknown) => log.error({ err: error }, 'sessions not ended after a password reset'));
    return { uid, email };
  } catch (error) {
    if (!(error instanceof FirebaseRefusal)) throw error;
    if (WEAK_FOR_FIREBASE.test(error.reason)) throw refusedPassword(error);
    log.info({ reason: error.reason }, 'password reset refused');
    return null;
  }
}

async function revokeAll({ sessions }: Parts, uid: string): Promise<void> {
  await exceptUnknown(sessions.revokeAll(uid));
}

async function findUser(auth: Auth, uid: string): Promise<UserRecord | null> {
  return exceptUnknown(auth.getUser(uid));
}

function toAccount(user: UserRecord | null): Account | null {
  return user && { uid: user.uid, email: user.email ?? '', disabled: user.disabled };
}

async function orUnknownAccount<Value>(uid: string, work: Promise<Value>): Promise<Value> {
  const value = await exceptUnknown(work);
  if (value === null) throw unknownAccount(uid);
  return value;
}

/** null when Firebase does not know the account (or the id cannot be one). */
async function exceptUnknown<Value>(work: Promise<Value>): Promise<Value | null> {
  try {
    return await work;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'auth/user-not-found' || code === 'auth/invalid-uid') return null;
    if (code === REFUSED_PASSWORD) throw refusedPassword(error);
    throw error instanceof AppError ? error : identityUnavailable(error);
  }
}

async function outage<Value>(work: Promise<Value>): Promise<Value> {
  return work.catch((error: unknown) => {
    throw identityUnavailable(error);
  });
}
