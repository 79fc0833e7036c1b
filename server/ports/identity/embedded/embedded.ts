import { randomBytes } from 'node:crypto';
import { mapOutage } from '../../../platform/sql/database-outage.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { PasswordResets } from '../../mail/mail.ts';
import type { Sql } from '../../../platform/sql/sql.ts';
import { createAccount, deleteAccount, findAccount, findChecked, setDisabled, setPassword } from './accounts.ts';
import { requestPasswordReset, resetAccount, resetPassword } from './password-reset.ts';
import { createSessions, type Sessions } from '../sessions.ts';
import { unknownAccount } from '../account-errors.ts';
import { createResetLinks } from '../reset-links.ts';
import { parseEmail } from '../email.ts';
import type { JudgePassword } from '../password-policy.ts';
import type { IdentityProvider, SignedIn } from '../identity-provider.ts';
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts';

interface EmbeddedIdentityOptions {
  sql: Sql;
  log: Log;
  mail: PasswordResets;
  /** Base address of links in e-mails; never taken from a request's Host header. */
  publicUrl: URL;
  /** Lifetime of a session opened now. */
  sessionHours: () => number;
  /** How long a session may be idle. */
  restMinutes: () => number;
  /** Key for hashing session tokens: changing it ends every session. */
  sessionSecret: string;
  judgePassword: JudgePassword;
  hasher?: PasswordHasher;
}

/** Accounts in Postgres (schema `identity`) with argon2id; revocation takes effect at the next request. */
export function createEmbeddedIdentity(options: EmbeddedIdentityOptions): IdentityProvider {
  const { sql, log, mail, publicUrl, judgePassword, hasher = createPasswordHasher() } = options;
  const sessions = createSessions({
    sql,
    log,
    accounts: 'here',
    hours: options.sessionHours,
    restMinutes: options.restMinutes,
    secret: options.sessionSecret,
  });
  // Verified when there is no account: an unknown e-mail then takes as long as a known one.
  const nobodysHash = hasher.hash(randomBytes(32).toString('base64url'));
  nobodysHash.catch((error: unknown) => log.error({ err: error }, 'password hashing does not work'));
  const links = createResetLinks({ sql, publicUrl });
  const parts = { sql, log, mail, links, judgePassword, hasher, sessions, nobodysHash };
  return {
    sharesAccounts: false,
    signIn: (input) => mapOutage(signIn(parts, input)),
    checkPassword: async (input) => (await mapOutage(check(parts, input)))?.uid ?? null,
    openSession: (input) => mapOutage(sessions.open(input)),
    rotateSession: (token) => mapOutage(sessions.rotate(token)),
    letRest: (token, minutes) => mapOutage(sessions.letRest(token, minutes)),
    restAsOthers: (token, usedAt) => mapOutage(sessions.restAsOthers(token, usedAt)),
    verifySession: (token, asked) => mapOutage(sessions.verify(token, asked)),
    whyEnded: (token) => mapOutage(sessions.whyEnded(token)),
    signOut: (token) => mapOutage(sessions.end(token)),
    revokeSessions: (uid, { exceptToken } = {}) => mapOutage(sessions.endAll(uid, { exceptToken, reason: 'closed' })),
    endSession: (uid, sessionId) => mapOutage(sessions.endOne(uid, sessionId, 'closed')),
    sessionOwner: (sessionId) => mapOutage(sessions.ownerOf(sessionId)),
    listSessions: (uid, of) => mapOutage(sessions.list(uid, of)),
    createAccount: (input) => mapOutage(createAccount(parts, input)),
    getAccount: (uid) => mapOutage(findAccount(sql, { uid })),
    deleteAccount: (uid) => mapOutage(deleteAccount(parts, uid)),
    setDisabled: (uid, disabled) => mapOutage(setDisabled(parts, uid, disabled)),
    setPassword: (uid, password) => mapOutage(setPassword(parts, uid, password)),
    mailsResets: mail.canSend,
    canMailNow: () => mail.answers(),
    async createResetLink(uid, madeBy) {
      if (!(await mapOutage(findAccount(sql, { uid })))) throw unknownAccount(uid);
      return mapOutage(links.makeOnly(uid, madeBy));
    },
    isResetTokenValid: async (token) => (await mapOutage(resetAccount(parts, token))) !== null,
    requestPasswordReset: (email) => mapOutage(requestPasswordReset(parts, email)),
    resetPassword: (input) => mapOutage(resetPassword(parts, input)),
    ping: async () => void (await mapOutage(sql.query('SELECT 1 FROM identity.accounts LIMIT 1'))),
    close: async () => undefined,
  };
}

interface SignInParts extends Pick<EmbeddedIdentityOptions, 'sql' | 'log'> {
  hasher: PasswordHasher;
  sessions: Sessions;
  nobodysHash: Promise<string>;
}

async function signIn(parts: SignInParts, input: Parameters<IdentityProvider['signIn']>[0]): Promise<SignedIn | null> {
  const checked = await check(parts, input);
  if (!checked) return null;
  const opened = await parts.sessions.open({ ...checked, userAgent: input.userAgent, ip: input.ip });
  if (!opened) parts.log.info({ uid: checked.uid, reason: 'changed meanwhile' }, 'sign-in refused');
  return opened;
}

/** null for every reason why these credentials do not open an account. */
async function check(
  { sql, log, hasher, nobodysHash }: SignInParts,
  input: { email: string; password: string },
): Promise<{ uid: string; passwordHash: string } | null> {
  const email = parseEmail(input.email);
  const account = email === null ? null : await findChecked(sql, email);
  const matches = await hasher.verify(account?.passwordHash ?? (await nobodysHash), input.password);
  const refuse = (reason: string) => {
    log.info({ uid: account?.uid, reason }, 'sign-in refused');
    return null;
  };
  if (!account) return refuse('unknown e-mail');
  if (account.disabled) return refuse('disabled');
  if (!matches) return refuse('wrong password');
  return { uid: account.uid, passwordHash: account.passwordHash };
}
