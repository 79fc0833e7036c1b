/**
 * Accounts, sign-in and sessions, behind a port. embedded.ts stores argon2id accounts in Postgres, firebase.ts uses Firebase Auth;
 * identity-provider.contract.ts tests both for the same behaviour.
 */
export interface Account {
  /** Same id as usuarios/{id}. */
  uid: string;
  /** Lower case, trimmed. */
  email: string;
  disabled: boolean;
}

export interface SignedIn {
  uid: string;
  /** Value of the cookie: opaque, httpOnly. */
  sessionToken: string;
  expiresAt: Date;
}

export interface VerifiedSession {
  uid: string;
  /** Stable id of this session, safe to log and to pass to the REST backend (docs/specification.md section 7, clicks). */
  sessionId: string;
  /** Time of the sign-in. */
  openedAt: Date;
  expiresAt: Date;
  /** Time of the previous use. */
  usedAt: Date;
  /** When it ends unless it is used before. */
  restEndsAt: Date;
  /** Idle timeout of this session; null for the general one. */
  restMinutes: number | null;
}

export interface SessionInfo {
  sessionId: string;
  createdAt: Date;
  lastSeenAt: Date | null;
  userAgent: string;
  /** The network of the sign-in, as in the audit log; '' if unknown. */
  network: string;
}

export interface ResetLink {
  /** Secret until it is used. */
  href: string;
  validHours: number;
}

/**
 * Why a session ended: it expired, was idle too long, was closed from another device, the account was disabled, its password changed, the
 * person got another role. `revoked`: Firebase itself ended the account's sessions.
 */
export type SessionEnd = 'closed' | 'disabled' | 'expired' | 'password' | 'rest' | 'revoked' | 'role';

export interface IdentityProvider {
  /** Other instances use the same accounts, with sessions unknown to this one. */
  readonly sharesAccounts: boolean;
  /**
   * null for every reason that the person must not learn (unknown e-mail, wrong password, disabled): the caller shows one sentence. The
   * reason is logged inside. Takes about the same time for known and unknown e-mails.
   * A provider that does not answer throws (`unavailable`): an outage never looks like a wrong password.
   */
  signIn(input: { email: string; password: string; userAgent: string; ip?: string }): Promise<SignedIn | null>;
  /** Uid of the account with these credentials, without opening a session; null as for `signIn`. */
  checkPassword(input: { email: string; password: string }): Promise<string | null>;
  /** For somebody who has proved their identity by other means. null: no such account, or disabled. */
  openSession(input: { uid: string; userAgent: string; ip?: string; restMinutes?: number | null }): Promise<SignedIn | null>;
  /**
   * Gives the session a new token after its person proved their identity again. The old token stays valid a few seconds for pending
   * requests. null: the session is over, or another request was first.
   */
  rotateSession(sessionToken: string): Promise<SignedIn | null>;
  /** Sets the idle timeout of one open session. */
  letRest(sessionToken: string, minutes: number): Promise<void>;
  /** Restores the general idle timeout, counted from `usedAt`: without the right to a longer one, the session may already be over. */
  restAsOthers(sessionToken: string, usedAt: Date): Promise<void>;
  /**
   * null if the session has expired, was idle too long, was revoked or is unknown, or the account is disabled. Revocation takes effect
   * within 30 s. Throws on an outage. `isAtRest`: the request comes from an unused page and does not count as use.
   */
  verifySession(sessionToken: string, options?: { isAtRest?: boolean }): Promise<VerifiedSession | null>;
  /** Why verifySession refuses a session; null for one that this provider never opened or no longer remembers, or that was signed out. */
  whyEnded(sessionToken: string): Promise<SessionEnd | null>;
  /** An unknown session is not an error. */
  signOut(sessionToken: string): Promise<void>;
  /** Ends every session of the account (except `exceptToken`, for "close my other sessions"). */
  revokeSessions(uid: string, options?: { exceptToken?: string }): Promise<void>;
  /** Ends one of the account's sessions; an unknown one is not an error. */
  endSession(uid: string, sessionId: string): Promise<void>;
  /** Account of an active session. */
  sessionOwner(sessionId: string): Promise<string | null>;
  /**
   * Sessions of an account, newest first. Without `mayOwnDevice`, sessions idle beyond the general timeout count as over, as their next
   * request would find.
   */
  listSessions(uid: string, options?: { mayOwnDevice?: boolean }): Promise<SessionInfo[]>;
  /** Fails with `conflict` if the e-mail is taken and `invalid-input` for a weak password. */
  createAccount(input: { uid?: string; email: string; password: string }): Promise<Account>;
  getAccount(uid: string): Promise<Account | null>;
  /** Also deletes its sessions; a missing account is not an error. */
  deleteAccount(uid: string): Promise<void>;
  /** Disabling also ends the account's sessions. Fails with `not-found`. */
  setDisabled(uid: string, disabled: boolean): Promise<void>;
  /** Ends the account's sessions. Fails with `not-found` and `invalid-input` for a weak password. */
  setPassword(uid: string, password: string): Promise<void>;
  /** False: no mail server is configured, so reset e-mails are never sent. */
  readonly mailsResets: boolean;
  /** Whether reset e-mails can be sent now; reveals nothing about any address. Never rejects. */
  canMailNow(): Promise<boolean>;
  /**
   * Sends the reset e-mail if the account exists. True: it was sent. False: unknown or disabled account, or the mail server did not accept
   * it (logged). Takes longer for a known address: callers who are not signed in are answered after a fixed time and never learn the result
   * (server/features/account/password-reset.ts).
   */
  requestPasswordReset(email: string): Promise<boolean>;
  /**
   * A link to set a new password once, within a day; it replaces all others. To be sent or handed over. It ends when either its person or
   * the one who made it (null: the operator) loses the access or gets another role. Fails with `not-found`.
   */
  createResetLink(uid: string, madeBy: string | null): Promise<ResetLink>;
  /** Whether `resetPassword` would accept the token; it stays usable. */
  isResetTokenValid(token: string): Promise<boolean>;
  /**
   * The account whose password was set; null when the token is wrong, used or expired. Ends the account's sessions. Fails with
   * `invalid-input` for a weak password.
   */
  resetPassword(input: { token: string; password: string }): Promise<Pick<Account, 'uid' | 'email'> | null>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
