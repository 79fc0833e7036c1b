/**
 * Accounts, sign-in and sessions, behind a port. embedded.ts keeps argon2id accounts in Postgres, firebase.ts talks to
 * Firebase Auth; identity-provider.contract.ts holds both to the same behaviour.
 */
export interface Account {
  /** The same id as usuarios/{id}. */
  uid: string;
  /** Lower case, trimmed. */
  email: string;
  disabled: boolean;
}

export interface SignedIn {
  uid: string;
  /** What the cookie holds: opaque, httpOnly. */
  sessionToken: string;
  expiresAt: Date;
}

export interface VerifiedSession {
  uid: string;
  /** Stable id of this session, safe to log and to hand to the REST backend (docs/specification.md section 7, clicks). */
  sessionId: string;
  /** When somebody signed in with it. */
  openedAt: Date;
  expiresAt: Date;
  /** The last use before this one. */
  usedAt: Date;
  /** When it is over unless somebody uses it before. */
  restEndsAt: Date;
  /** So long this one may rest; null: as long as all. */
  restMinutes: number | null;
}

export interface SessionInfo {
  sessionId: string;
  createdAt: Date;
  lastSeenAt: Date | null;
  userAgent: string;
  /** Where somebody signed in, as the trail keeps it; '' where that was not told. */
  network: string;
}

export interface ResetLink {
  /** A secret until it is used. */
  href: string;
  validHours: number;
}

/**
 * Why a session ended: its time was over, nobody used it for too long, its person closed it from another device, the account was disabled, its password
 * changed, its person got another role. `revoked`: Firebase itself ended what the account had.
 */
export type SessionEnd = 'closed' | 'disabled' | 'expired' | 'password' | 'rest' | 'revoked' | 'role';

export interface IdentityProvider {
  /** Other instances have the same accounts, and sessions that this one does not know. */
  readonly sharesAccounts: boolean;
  /**
   * null for every reason that the person must not learn (unknown e-mail, wrong password, disabled): the
   * caller shows one sentence. The reason is logged inside. Takes about the same time for known and unknown e-mails.
   * A provider that does not answer throws (`unavailable`): an outage never looks like a wrong password.
   */
  signIn(input: { email: string; password: string; userAgent: string; ip?: string }): Promise<SignedIn | null>;
  /** Whose password it is, without a session; null as `signIn`. */
  checkPassword(input: { email: string; password: string }): Promise<string | null>;
  /** For who has proved otherwise who they are. null: no such account, or disabled. */
  openSession(input: { uid: string; userAgent: string; ip?: string; restMinutes?: number | null }): Promise<SignedIn | null>;
  /**
   * The same session under another token, because somebody proved anew who they are. The old one lives some seconds more, for requests under
   * way. null: the session is over, or another request was first.
   */
  rotateSession(sessionToken: string): Promise<SignedIn | null>;
  /** Lets an open session rest for so long, whatever the others may. */
  letRest(sessionToken: string, minutes: number): Promise<void>;
  /** As long as the others again, counted from that use: who must not rest longer any more may have rested too long already. */
  restAsOthers(sessionToken: string, usedAt: Date): Promise<void>;
  /**
   * null when expired, at rest for too long, revoked, unknown, or the account is disabled. Revocation takes effect within 30 s. Throws on an
   * outage. `isAtRest`: asked by a page that nobody uses, which keeps no session open.
   */
  verifySession(sessionToken: string, options?: { isAtRest?: boolean }): Promise<VerifiedSession | null>;
  /** Of a session that verifySession refuses; null for one that this provider never opened or does not remember, and one that was signed out. */
  whyEnded(sessionToken: string): Promise<SessionEnd | null>;
  /** An unknown session is no error. */
  signOut(sessionToken: string): Promise<void>;
  /** Ends every session of the account (but `exceptToken`, for "close my other sessions"). */
  revokeSessions(uid: string, options?: { exceptToken?: string }): Promise<void>;
  /** One of the account's; one that it has not is no error. */
  endSession(uid: string, sessionId: string): Promise<void>;
  /** Account of a session that has not ended. */
  sessionOwner(sessionId: string): Promise<string | null>;
  /** Sessions of an account, newest first. Without `mayOwnDevice` those that rest longer than the others may are over, as their next request would find. */
  listSessions(uid: string, options?: { mayOwnDevice?: boolean }): Promise<SessionInfo[]>;
  /** Fails with `conflict` when the e-mail is taken and `invalid-input` for a weak password. */
  createAccount(input: { uid?: string; email: string; password: string }): Promise<Account>;
  getAccount(uid: string): Promise<Account | null>;
  /** With its sessions; one that is not there is no error. */
  deleteAccount(uid: string): Promise<void>;
  /** Disabling also ends the account's sessions. Fails with `not-found`. */
  setDisabled(uid: string, disabled: boolean): Promise<void>;
  /** Ends the account's sessions. Fails with `not-found` and `invalid-input` for a weak password. */
  setPassword(uid: string, password: string): Promise<void>;
  /** False: no mail server is set up, so no reset e-mail ever leaves. */
  readonly mailsResets: boolean;
  /** Whether reset e-mails can leave now; says nothing about any address. Never rejects. */
  canMailNow(): Promise<boolean>;
  /**
   * Sends the reset e-mail when the account exists. True: it left. False: unknown or disabled account, or the mail server did
   * not take it (logged). Takes longer for a known address: who is not signed in is answered after a fixed time and never
   * learns the result (server/features/account/password-reset.ts).
   */
  requestPasswordReset(email: string): Promise<boolean>;
  /** A link that chooses a new password once, within a day, in place of every other; to be sent or handed over. Fails with `not-found`. */
  createResetLink(uid: string): Promise<ResetLink>;
  /** Whose password it was; null when the token is wrong, used or expired. Ends the account's sessions. Fails with `invalid-input` for a weak password. */
  resetPassword(input: { token: string; password: string }): Promise<Pick<Account, 'uid' | 'email'> | null>;
  ping(): Promise<void>;
  close(): Promise<void>;
}
