import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { cert, deleteApp, initializeApp, type App } from 'firebase-admin/app';
import { getAuth, type Auth, type UserRecord } from 'firebase-admin/auth';
import { z } from 'zod';
import type { FirebaseProject } from '../../../config/config.ts';
import { AppError } from '../../../domain/errors.ts';
import { errorCode } from '../../../platform/error-code.ts';
import type { Log } from '../../../platform/log/log.ts';
import { mapOutage } from '../../../platform/sql/database-outage.ts';
import { inTransaction, type Sql } from '../../../platform/sql/sql.ts';
import { invalidEmail, refusedPassword, emailInUse, unknownAccount } from '../account-errors.ts';
import { parseEmail } from '../email.ts';
import { createAccountStates, type AccountStates } from './account-states.ts';
import { createFirebaseRest, FirebaseRefusal, identityUnavailable, WEAK_FOR_FIREBASE, type FirebaseRest } from './rest.ts';
import { createSessions, type Sessions } from '../sessions.ts';
import type { Account, IdentityProvider, ResetLink, SessionEnd, SignedIn, VerifiedSession } from '../identity-provider.ts';
import { requireGoodPassword, type JudgePassword } from '../password-policy.ts';
import { createResetLinks, type ResetLinks } from '../reset-links.ts';

interface FirebaseIdentityOptions {
  sql: Sql;
  project: FirebaseProject;
  webApiKey: string;
  authEmulatorHost: string | undefined;
  log: Log;
  /** Base address of reset links handed out by the portal. */
  publicUrl: URL;
  judgePassword: JudgePassword;
  /** Lifetime of a session opened now. */
  sessionHours: () => number;
  restMinutes: () => number;
  /** Key for hashing session tokens. */
  sessionSecret: string;
}

interface Parts {
  auth: Auth;
  rest: FirebaseRest;
  sessions: Sessions;
  states: AccountStates;
  sql: Sql;
  links: ResetLinks;
  judgePassword: JudgePassword;
  log: Log;
}

/**
 * Accounts in Firebase Auth, with the portal's own sessions: Firebase's have no idle timeout and no device, and can only end all together.
 * A revocation in Firebase itself also ends the portal's sessions, within half a minute.
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
    states: createAccountStates({ auth }),
    sessions: createSessions({
      sql: options.sql,
      log: options.log,
      accounts: 'elsewhere',
      hours: options.sessionHours,
      restMinutes: options.restMinutes,
      secret: options.sessionSecret,
    }),
  };
  const { sessions, states } = parts;
  return {
    sharesAccounts: true,
    signIn: (input) => signIn(parts, input),
    checkPassword: async (input) => (await checkPassword(parts, input))?.localId ?? null,
    openSession: (input) => openSession(parts, input),
    rotateSession: (token) => mapOutage(sessions.rotate(token)),
    letRest: (token, minutes) => mapOutage(sessions.letRest(token, minutes)),
    restAsOthers: (token, usedAt) => mapOutage(sessions.restAsOthers(token, usedAt)),
    verifySession: (token, verifyOptions) => verifySession(parts, token, verifyOptions),
    whyEnded: (token) => mapOutage(sessions.whyEnded(token)),
    signOut: (token) => mapOutage(sessions.end(token)),
    revokeSessions: (uid, { exceptToken } = {}) => mapOutage(sessions.endAll(uid, { exceptToken, reason: 'closed' })),
    endSession: (uid, sessionId) => mapOutage(sessions.endOne(uid, sessionId, 'closed')),
    sessionOwner: (sessionId) => mapOutage(sessions.ownerOf(sessionId)),
    listSessions: (uid, of) => mapOutage(sessions.list(uid, of)),
    createAccount: (input) => createAccount(parts, input),
    getAccount: async (uid) => toAccount(await findUser(auth, uid)),
    async deleteAccount(uid) {
      await exceptUnknown(auth.deleteUser(uid));
      await endAccess(parts, uid, 'disabled');
    },
    async setDisabled(uid, disabled) {
      await orUnknownAccount(uid, auth.updateUser(uid, { disabled }));
      states.forget(uid);
      if (disabled) await endAccess(parts, uid, 'disabled');
    },
    setPassword: (uid, password) => setPassword(parts, uid, password),
    // Firebase sends the e-mails itself.
    mailsResets: true,
    canMailNow: async () => true,
    createResetLink: (uid, madeBy) => createResetLink(parts, uid, madeBy),
    isResetTokenValid: (token) => isResetTokenValid(parts, token),
    requestPasswordReset: (email) => requestPasswordReset(parts, email),
    resetPassword: (input) => resetPassword(parts, input),
    async ping() {
      await outage(auth.getUsers([{ uid: 'readiness-check' }]));
    },
    close: () => deleteApp(app),
  };
}

/** A separate app for the accounts of a project. */
export function openApp(project: FirebaseProject): App {
  const { projectId, clientEmail, privateKey } = project;
  const credential = clientEmail && privateKey ? { credential: cert({ projectId, clientEmail, privateKey }) } : {};
  // A unique name: the document store opens the same project for itself.
  return initializeApp({ projectId, ...credential }, `identity-${randomUUID()}`);
}

const signedInSchema = z.object({ localId: z.string().min(1), idToken: z.string().min(1) });

/** The session counts from Firebase's check of the password, so that a concurrent password change wins. */
async function signIn(parts: Parts, input: Parameters<IdentityProvider['signIn']>[0]): Promise<SignedIn | null> {
  const answer = await checkPassword(parts, input);
  if (!answer) return null;
  const { auth_time: seconds } = await outage(parts.auth.verifyIdToken(answer.idToken));
  const { userAgent, ip } = input;
  return mapOutage(parts.sessions.open({ uid: answer.localId, userAgent, ip, openedAt: new Date(seconds * 1000) }));
}

async function openSession({ sessions, states }: Parts, input: Parameters<IdentityProvider['openSession']>[0]): Promise<SignedIn | null> {
  states.forget(input.uid);
  const state = await states.stateOf(input.uid);
  if (!state || state.disabled) return null;
  // Firebase's clock may be ahead of this server's.
  return mapOutage(sessions.open({ ...input, openedAt: new Date(Math.max(Date.now(), state.validSince)) }));
}

async function verifySession(
  { sessions, states }: Parts,
  token: string,
  verifyOptions: { isAtRest?: boolean } | undefined,
): Promise<VerifiedSession | null> {
  const session = await mapOutage(sessions.verify(token, verifyOptions));
  if (!session) return null;
  const end = await states.endOf(session);
  if (end === null) return session;
  await mapOutage(sessions.endOne(session.uid, session.sessionId, end));
  return null;
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

/** A timer may fire slightly before the clock reaches its time. */
const TIMER_MARGIN_MS = 10;

/** Admin library's error code for a password that Firebase refuses. */
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
    if (code === 'auth/email-already-exists' || code === 'auth/uid-already-exists') throw emailInUse(error);
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
  await endAccess(parts, uid, 'password');
}

/** Firebase writes and sends the e-mail, in Spanish because of the locale header. */
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

/** A link of the portal, because Firebase's codes expire after an hour. */
async function createResetLink({ auth, links }: Parts, uid: string, madeBy: string | null): Promise<ResetLink> {
  if (!(await findUser(auth, uid))) throw unknownAccount(uid);
  return mapOutage(links.makeOnly(uid, madeBy));
}

const resetCodeSchema = z.object({ email: z.string().min(1), requestType: z.literal('PASSWORD_RESET') });

async function isResetTokenValid(parts: Parts, token: string): Promise<boolean> {
  const uid = await mapOutage(parts.links.ownerOf(token));
  if (uid !== null) return (await linkedAccount(parts, uid)) !== null;
  try {
    await readCode(parts, token);
    return true;
  } catch (error) {
    if (!(error instanceof FirebaseRefusal)) throw error;
    return false;
  }
}

async function linkedAccount({ auth }: Parts, uid: string): Promise<Account | null> {
  const account = toAccount(await findUser(auth, uid));
  return account?.disabled ? null : account;
}

/** Without a new password the code is only verified, and stays usable. Errors: FirebaseRefusal */
function readCode({ rest }: Parts, oobCode: string): Promise<z.infer<typeof resetCodeSchema>> {
  return rest.call('resetPassword', { oobCode }, resetCodeSchema);
}

async function resetPassword(parts: Parts, input: { token: string; password: string }): Promise<Pick<Account, 'uid' | 'email'> | null> {
  const uid = await mapOutage(parts.links.ownerOf(input.token));
  return uid === null ? resetByCode(parts, input) : resetByLink(parts, { ...input, uid });
}

async function resetByLink(
  parts: Parts,
  { uid, token, password }: { uid: string; token: string; password: string },
): Promise<Pick<Account, 'uid' | 'email'> | null> {
  const account = await linkedAccount(parts, uid);
  if (!account) return null;
  await requireGoodPassword(parts.judgePassword, password, account);
  // A password refused by Firebase leaves the link usable.
  const isTaken = await inTransaction(parts.sql, async (client) => {
    if (!(await parts.links.take(client, token))) return false;
    await orUnknownAccount(uid, parts.auth.updateUser(uid, { password }));
    return true;
  });
  if (!isTaken) return null;
  await endAccess(parts, uid, 'password');
  return { uid, email: account.email };
}

/** Uses the code in an e-mail that Firebase sent. */
async function resetByCode(parts: Parts, input: { token: string; password: string }): Promise<Pick<Account, 'uid' | 'email'> | null> {
  const { rest, log } = parts;
  try {
    const { email } = await readCode(parts, input.token);
    await requireGoodPassword(parts.judgePassword, input.password, { email });
    const { uid } = await outage(parts.auth.getUserByEmail(email));
    await rest.call('resetPassword', { oobCode: input.token, newPassword: input.password }, resetCodeSchema);
    // The password is already changed, and Firebase revokes by itself except for the current second: a failure is only logged.
    await endAccess(parts, uid, 'password').catch((error: unknown) =>
      log.error({ err: error }, 'sessions not ended after a password reset'),
    );
    return { uid, email };
  } catch (error) {
    if (!(error instanceof FirebaseRefusal)) throw error;
    if (WEAK_FOR_FIREBASE.test(error.reason)) throw refusedPassword(error);
    log.info({ reason: error.reason }, 'password reset refused');
    return null;
  }
}

/**
 * Ends every session and link of the account. Firebase compares whole seconds, and a sign-in with the old password may be in progress: if
 * somebody signed in during this second, waits for the next one, so that their session ends, too.
 */
async function endAccess({ auth, links, sessions, sql, states }: Parts, uid: string, reason: SessionEnd): Promise<void> {
  const user = await findUser(auth, uid);
  const now = Date.now();
  if (user && Math.floor(Date.parse(user.metadata.lastSignInTime) / 1000) >= Math.floor(now / 1000))
    await pause(1000 - (now % 1000) + TIMER_MARGIN_MS);
  if (user) await exceptUnknown(auth.revokeRefreshTokens(uid));
  states.forget(uid);
  await mapOutage(sessions.endAll(uid, { reason }));
  await mapOutage(links.removeAll(sql, uid));
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

/** null if Firebase does not know the account (or the id cannot exist). */
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
