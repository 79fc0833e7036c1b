import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Sql } from '../../platform/sql/sql.ts';
import type { IdentityProvider, SignedIn } from './identity-provider.ts';

export interface IdentityHarness {
  identity: IdentityProvider;
  sql: Sql;
  /** Token of the newest reset e-mail to the address, null when there is none. */
  resetToken(email: string): Promise<string | null>;
  close(): Promise<void>;
}

const PASSWORD = 'Cafetal-2026';
const OTHER_PASSWORD = 'Tambor-verde-7788';

/** Both identity providers promise this; each test makes accounts of its own. */
export function describeIdentityProvider(name: string, setup: () => Promise<IdentityHarness>, options: { startMs?: number } = {}): void {
  describe(name, () => {
    let harness: IdentityHarness;
    let identity: IdentityProvider;
    let accounts = 0;
    beforeAll(async () => {
      harness = await setup();
      identity = harness.identity;
    }, options.startMs);
    afterAll(() => harness?.close());

    const newEmail = () => `persona${++accounts}@demo.coop`;
    const newAccount = () => identity.createAccount({ email: newEmail(), password: PASSWORD });
    const signIn = (email: string, password = PASSWORD) => identity.signIn({ email, password, userAgent: 'Prueba/1.0' });
    const opened = async (email: string, password = PASSWORD): Promise<SignedIn> => {
      const signedIn = await signIn(email, password);
      if (!signedIn) throw new Error(`${email} could not sign in`);
      return signedIn;
    };
    const requestToken = async (email: string): Promise<string> => {
      await identity.requestPasswordReset(email);
      const token = await harness.resetToken(email);
      if (token === null) throw new Error(`no reset e-mail for ${email}`);
      return token;
    };

    it('opens a 12-hour session for the right password, whatever the case and spaces of the address', async () => {
      const account = await identity.createAccount({ email: '  Ana.Perez@Demo.Coop ', password: PASSWORD });
      expect(account).toEqual({ uid: account.uid, email: 'ana.perez@demo.coop', disabled: false });
      const before = Date.now();
      const signedIn = await opened(' ANA.perez@demo.coop');
      expect(signedIn.uid).toBe(account.uid);
      expect(signedIn.expiresAt.getTime()).toBeGreaterThanOrEqual(before + 12 * 3_600_000 - 5_000);
      expect(signedIn.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 12 * 3_600_000);
      const again = await opened('ana.perez@demo.coop');
      expect(new Set([signedIn, again].map(({ sessionToken }) => sessionToken)).size).toBe(2);
      for (const { sessionToken } of [signedIn, again]) expect(Buffer.from(sessionToken, 'base64url')).toHaveLength(32);
    });

    it('verifies a session with the same id every time', async () => {
      const account = await newAccount();
      const { sessionToken } = await opened(account.email);
      const first = await identity.verifySession(sessionToken);
      expect(first).toMatchObject({ uid: account.uid });
      expect(first?.sessionId).toMatch(/^[\w-]{16,}$/);
      expect(sessionToken).not.toContain(first?.sessionId);
      expect(await identity.verifySession(sessionToken)).toEqual({ ...first, usedAt: expect.any(Date) as Date });
    });

    it('says when a session was opened', async () => {
      const before = Date.now();
      const { sessionToken } = await opened((await newAccount()).email);
      const session = await identity.verifySession(sessionToken);
      // Firebase counts whole seconds.
      expect(session?.openedAt.getTime()).toBeGreaterThanOrEqual(before - 1_000);
      expect(session?.openedAt.getTime()).toBeLessThanOrEqual(Date.now());
    });

    it('checks a password without opening or ending a session', async () => {
      const account = await newAccount();
      const { sessionToken } = await opened(account.email);
      expect(await identity.checkPassword({ email: account.email, password: PASSWORD })).toBe(account.uid);
      expect(await identity.checkPassword({ email: account.email, password: OTHER_PASSWORD })).toBeNull();
      expect(await identity.checkPassword({ email: 'nadie@demo.coop', password: PASSWORD })).toBeNull();
      expect(await identity.verifySession(sessionToken)).not.toBeNull();
    });

    it('opens a session without a password, but none for an unknown or disabled account', async () => {
      const account = await newAccount();
      const signedIn = await identity.openSession({ uid: account.uid, userAgent: 'Prueba/1.0' });
      expect(signedIn?.uid).toBe(account.uid);
      expect(await identity.verifySession(signedIn?.sessionToken ?? '')).toMatchObject({ uid: account.uid });
      expect(await identity.openSession({ uid: 'no-existe', userAgent: '' })).toBeNull();
      expect(await identity.getAccount('no-existe')).toBeNull();
      await identity.setDisabled(account.uid, true);
      expect(await identity.openSession({ uid: account.uid, userAgent: '' })).toBeNull();
    });

    it('keeps the given uid', async () => {
      const email = newEmail();
      await identity.createAccount({ uid: 'usuario-077', email, password: PASSWORD });
      expect(await identity.getAccount('usuario-077')).toEqual({ uid: 'usuario-077', email, disabled: false });
    });

    it('answers null for a wrong password, an unknown or malformed address and an empty password', async () => {
      const { email } = await newAccount();
      expect(await signIn(email, OTHER_PASSWORD)).toBeNull();
      expect(await signIn('nadie@demo.coop')).toBeNull();
      expect(await signIn('esto no es un correo')).toBeNull();
      expect(await signIn(`${email}\0`)).toBeNull();
      expect(await signIn('')).toBeNull();
      expect(await signIn(email, '')).toBeNull();
    });

    it.each(['', 'x', 'no-es-una-sesion', 'a.b.c', `${'A'.repeat(43)}`, '\0', 'ñ'.repeat(5_000)])(
      'answers null for the session token %j',
      async (token) => {
        expect(await identity.verifySession(token)).toBeNull();
      },
    );

    it('refuses a second account with the same address or uid', async () => {
      const account = await newAccount();
      await expect(identity.createAccount({ email: account.email.toUpperCase(), password: PASSWORD })).rejects.toMatchObject({
        code: 'conflict',
      });
      await expect(identity.createAccount({ uid: account.uid, email: newEmail(), password: PASSWORD })).rejects.toMatchObject({
        code: 'conflict',
      });
    });

    it.each(['', 'sin arroba', 'a@', '@b.co', 'a@b.co, c@d.co', `${'a'.repeat(260)}@demo.coop`])(
      'refuses an account for the address %j',
      async (email) => {
        await expect(identity.createAccount({ email, password: PASSWORD })).rejects.toMatchObject({
          code: 'invalid-input',
          fields: { email: [expect.any(String)] },
        });
      },
    );

    it('applies the password policy to every new password', async () => {
      const account = await newAccount();
      const weak = { code: 'invalid-input', fields: { password: [expect.any(String)] } };
      await expect(identity.createAccount({ email: newEmail(), password: 'corta-1' })).rejects.toMatchObject(weak);
      await expect(identity.setPassword(account.uid, 'solamenteletras')).rejects.toMatchObject(weak);
      const token = await requestToken(account.email);
      await expect(identity.resetPassword({ token, password: '12345678901' })).rejects.toMatchObject(weak);
      expect(await signIn(account.email)).not.toBeNull();
    });

    it('ends the session at sign-out, and ignores an unknown session', async () => {
      const { email } = await newAccount();
      const { sessionToken } = await opened(email);
      await identity.verifySession(sessionToken);
      await identity.signOut(sessionToken);
      expect(await identity.verifySession(sessionToken)).toBeNull();
      await identity.signOut(sessionToken);
      await identity.signOut('no-es-una-sesion');
    });

    it('revokes all sessions of one account at once, even the newest, and nobody else’s', async () => {
      const account = await newAccount();
      const other = await newAccount();
      const sessions = [await opened(account.email), await opened(account.email)];
      const spared = await opened(other.email);
      for (const { sessionToken } of sessions) expect(await identity.verifySession(sessionToken)).not.toBeNull();
      await identity.revokeSessions(account.uid);
      for (const { sessionToken } of sessions) expect(await identity.verifySession(sessionToken)).toBeNull();
      expect(await identity.verifySession(spared.sessionToken)).not.toBeNull();
      expect(await identity.whyEnded(sessions[0]?.sessionToken ?? '')).toBe('closed');
      expect(await identity.whyEnded(spared.sessionToken)).toBeNull();
      expect(await identity.whyEnded('no-es-una-sesion')).toBeNull();
      expect(await identity.verifySession((await opened(account.email)).sessionToken)).not.toBeNull();
    });

    it('ends the sessions of a disabled account and refuses sign-in until it is enabled', async () => {
      const account = await newAccount();
      const { sessionToken } = await opened(account.email);
      await identity.verifySession(sessionToken);
      await identity.setDisabled(account.uid, true);
      expect(await identity.verifySession(sessionToken)).toBeNull();
      expect(await identity.whyEnded(sessionToken)).toBe('disabled');
      expect(await signIn(account.email)).toBeNull();
      expect((await identity.getAccount(account.uid))?.disabled).toBe(true);
      await identity.setDisabled(account.uid, false);
      expect(await identity.verifySession(sessionToken)).toBeNull();
      expect(await signIn(account.email)).not.toBeNull();
    });

    it('changes a password and ends the sessions opened with the old one', async () => {
      const account = await newAccount();
      const { sessionToken } = await opened(account.email);
      await identity.verifySession(sessionToken);
      await identity.setPassword(account.uid, OTHER_PASSWORD);
      expect(await identity.verifySession(sessionToken)).toBeNull();
      expect(await identity.whyEnded(sessionToken)).toBe('password');
      expect(await signIn(account.email)).toBeNull();
      expect(await signIn(account.email, OTHER_PASSWORD)).not.toBeNull();
    });

    it('removes an account and its sessions, and succeeds when repeated', async () => {
      const account = await newAccount();
      const { sessionToken } = await opened(account.email);
      await identity.verifySession(sessionToken);
      await identity.deleteAccount(account.uid);
      expect(await identity.getAccount(account.uid)).toBeNull();
      expect(await identity.verifySession(sessionToken)).toBeNull();
      expect(await signIn(account.email)).toBeNull();
      await identity.deleteAccount(account.uid);
    });

    it('answers null or not-found for an unknown account', async () => {
      expect(await identity.getAccount('no-existe')).toBeNull();
      await expect(identity.setPassword('no-existe', PASSWORD)).rejects.toMatchObject({ code: 'not-found' });
      await expect(identity.setDisabled('no-existe', true)).rejects.toMatchObject({ code: 'not-found' });
      await identity.revokeSessions('no-existe');
    });

    it('sends a reset link to a known address and silently ignores an unknown one', async () => {
      const { email } = await newAccount();
      await identity.requestPasswordReset(` ${email.toUpperCase()}`);
      expect(await harness.resetToken(email)).not.toBeNull();
      await identity.requestPasswordReset('nadie@demo.coop');
      await identity.requestPasswordReset('esto no es un correo');
      expect(await harness.resetToken('nadie@demo.coop')).toBeNull();
    });

    it('resets a password once, and ends the sessions', async () => {
      const { uid, email } = await newAccount();
      const { sessionToken } = await opened(email);
      await identity.verifySession(sessionToken);
      const token = await requestToken(email);
      // Asking does not use it up.
      for (let times = 0; times < 2; times++) expect(await identity.isResetTokenValid(token)).toBe(true);
      expect(await identity.resetPassword({ token, password: OTHER_PASSWORD })).toEqual({ uid, email });
      expect(await identity.isResetTokenValid(token)).toBe(false);
      expect(await identity.verifySession(sessionToken)).toBeNull();
      expect(await signIn(email)).toBeNull();
      expect(await signIn(email, OTHER_PASSWORD)).not.toBeNull();
      expect(await identity.resetPassword({ token, password: 'Tercera-2026' })).toBeNull();
      expect(await signIn(email, OTHER_PASSWORD)).not.toBeNull();
    });

    it('creates a single-use reset link that replaces older ones and fails for a disabled account', async () => {
      const { uid, email } = await newAccount();
      const linkToken = async () => new URL((await identity.createResetLink(uid, null)).href).searchParams.get('token') ?? '';
      const before = await linkToken();
      const token = await linkToken();
      const { sessionToken } = await opened(email);
      expect(await Promise.all([before, token].map((one) => identity.isResetTokenValid(one)))).toEqual([false, true]);
      expect(await identity.resetPassword({ token: before, password: OTHER_PASSWORD })).toBeNull();
      await expect(identity.resetPassword({ token, password: 'corta' })).rejects.toMatchObject({ code: 'invalid-input' });
      const taken = await Promise.all(
        [OTHER_PASSWORD, 'Tercera-clave-2026'].map((password) => identity.resetPassword({ token, password })),
      );
      expect(taken.filter((account) => account !== null)).toEqual([{ uid, email }]);
      expect(await identity.verifySession(sessionToken)).toBeNull();
      const late = await linkToken();
      await identity.setDisabled(uid, true);
      expect(await identity.isResetTokenValid(late)).toBe(false);
      expect(await identity.resetPassword({ token: late, password: OTHER_PASSWORD })).toBeNull();
      await expect(identity.createResetLink('no-existe', null)).rejects.toMatchObject({ code: 'not-found' });
    });

    it('keeps the reset link usable after a weak password', async () => {
      const { uid, email } = await newAccount();
      const token = await requestToken(email);
      await expect(identity.resetPassword({ token, password: 'corta' })).rejects.toMatchObject({ code: 'invalid-input' });
      await expect(identity.resetPassword({ token, password: email })).rejects.toMatchObject({ code: 'invalid-input' });
      expect(await identity.resetPassword({ token, password: OTHER_PASSWORD })).toEqual({ uid, email });
    });

    it.each(['', 'x', 'B'.repeat(43), '\0', '../../etc/passwd'])('refuses the reset token %j', async (token) => {
      expect(await identity.isResetTokenValid(token)).toBe(false);
      expect(await identity.resetPassword({ token, password: OTHER_PASSWORD })).toBeNull();
    });

    describe('sessions', () => {
      it('lists sessions newest first, with their time and user agent', async () => {
        const { uid, email } = await newAccount();
        await identity.signIn({ email, password: PASSWORD, userAgent: 'Primera\0' });
        await harness.sql.query(`UPDATE identity.sessions SET created_at = created_at - interval '1 second' WHERE uid = $1`, [uid]);
        await identity.signIn({ email, password: PASSWORD, userAgent: 'x'.repeat(5_000) });
        const sessions = await identity.listSessions(uid);
        expect(sessions.map((session) => session.userAgent)).toEqual(['x'.repeat(300), 'Primera']);
        expect(sessions[0]).toMatchObject({ sessionId: expect.any(String), createdAt: expect.any(Date), lastSeenAt: null });
      });

      it('keeps the requesting session when the others are revoked', async () => {
        const { uid, email } = await newAccount();
        const [kept, ended] = [(await opened(email)).sessionToken, (await opened(email)).sessionToken];
        await identity.revokeSessions(uid, { exceptToken: kept });
        expect(await identity.verifySession(kept)).not.toBeNull();
        expect(await identity.verifySession(ended)).toBeNull();
      });

      it('signs out one session only', async () => {
        const { email } = await newAccount();
        const [first, second] = [(await opened(email)).sessionToken, (await opened(email)).sessionToken];
        await identity.signOut(first);
        expect(await identity.verifySession(first)).toBeNull();
        expect(await identity.verifySession(second)).not.toBeNull();
      });

      it('writes the last-seen time at most once a minute', async () => {
        const { uid, email } = await newAccount();
        const token = (await opened(email)).sessionToken;
        const seen = async () => (await identity.listSessions(uid))[0]?.lastSeenAt?.getTime();
        await identity.verifySession(token);
        const first = await seen();
        await Promise.all(Array.from({ length: 5 }, () => identity.verifySession(token)));
        expect(await seen()).toBe(first);
        await harness.sql.query(`UPDATE identity.sessions SET last_seen_at = now() - interval '61 seconds' WHERE uid = $1`, [uid]);
        await identity.verifySession(token);
        expect(await seen()).toBeGreaterThanOrEqual(first ?? Infinity);
      });

      it('expire, and their rows are deleted at the next sign-in of any account', async () => {
        const { uid, email } = await newAccount();
        const token = (await opened(email)).sessionToken;
        await harness.sql.query('UPDATE identity.sessions SET expires_at = now() WHERE uid = $1', [uid]);
        expect(await identity.verifySession(token)).toBeNull();
        expect(await identity.listSessions(uid)).toEqual([]);
        await opened((await newAccount()).email);
        expect((await harness.sql.query('SELECT 1 FROM identity.sessions WHERE uid = $1', [uid])).rowCount).toBe(0);
      });

      it('end after 30 minutes without use, and an idle page does not count as use', async () => {
        const { uid, email } = await newAccount();
        const rest = (minutes: number) =>
          harness.sql.query(`UPDATE identity.sessions SET last_seen_at = now() - make_interval(mins => $2) WHERE uid = $1`, [uid, minutes]);
        const token = (await opened(email)).sessionToken;
        await rest(30);
        expect(await identity.verifySession(token, { isAtRest: true })).toMatchObject({ uid, openedAt: expect.any(Date) });
        expect((await identity.listSessions(uid))[0]?.lastSeenAt?.getTime()).toBeLessThan(Date.now() - 29 * 60_000);
        expect(await identity.verifySession(token)).toMatchObject({ uid });
        expect((await identity.listSessions(uid))[0]?.lastSeenAt?.getTime()).toBeGreaterThan(Date.now() - 60_000);
        await rest(31);
        expect(await identity.verifySession(token)).toBeNull();
        expect(await identity.listSessions(uid)).toEqual([]);
        expect(await identity.whyEnded(token)).toBe('rest');
        await opened((await newAccount()).email);
        expect((await harness.sql.query('SELECT 1 FROM identity.sessions WHERE uid = $1', [uid])).rowCount).toBe(0);
        expect(await identity.whyEnded(token)).toBe('rest');
      });

      it('allows a longer idle time per session, as stored in its row', async () => {
        const { uid, email } = await newAccount();
        const [own, other] = [(await opened(email)).sessionToken, (await opened(email)).sessionToken];
        await identity.letRest(own, 480);
        const third = await identity.openSession({ uid, userAgent: '', restMinutes: 480 });
        await harness.sql.query(`UPDATE identity.sessions SET last_seen_at = now() - interval '479 minutes' WHERE uid = $1`, [uid]);
        for (const token of [own, third?.sessionToken ?? '']) {
          const session = await identity.verifySession(token, { isAtRest: true });
          expect(session?.restMinutes).toBe(480);
          expect(Math.abs((session?.restEndsAt.getTime() ?? 0) - Date.now() - 120_000)).toBeLessThan(20_000);
        }
        expect([await identity.verifySession(other), await identity.whyEnded(other)]).toEqual([null, 'rest']);
        await harness.sql.query(`UPDATE identity.sessions SET last_seen_at = now() - interval '481 minutes' WHERE uid = $1`, [uid]);
        expect([await identity.verifySession(own), await identity.whyEnded(own)]).toEqual([null, 'rest']);
      });

      it('replaces a session’s token; the old one works for seconds and cannot rotate or outlive it', async () => {
        const { uid, email } = await newAccount();
        const { sessionToken: first } = await opened(email);
        const before = await identity.verifySession(first);
        const { sessionToken: second = '', ...renewed } = (await identity.rotateSession(first)) ?? {};
        expect(renewed).toMatchObject({ uid, expiresAt: before?.expiresAt });
        for (const token of [first, second]) expect((await identity.verifySession(token))?.sessionId).toBe(before?.sessionId);
        expect(await identity.rotateSession(first)).toBeNull();
        // Asked by a page that still has the one before.
        await identity.revokeSessions(uid, { exceptToken: first });
        expect(await identity.verifySession(second)).not.toBeNull();
        await harness.sql.query(`UPDATE identity.sessions SET rotated_at = now() - interval '16 seconds' WHERE uid = $1`, [uid]);
        expect(await identity.verifySession(first)).toBeNull();
        await identity.signOut(first);
        expect(await identity.verifySession(second)).not.toBeNull();
        const { sessionToken: third = '' } = (await identity.rotateSession(second)) ?? {};
        await identity.signOut(second);
        expect(await identity.verifySession(third)).toBeNull();
        expect(await identity.rotateSession(third)).toBeNull();
      });

      it('names the owner of an open session only', async () => {
        const { uid, email } = await newAccount();
        const { sessionToken } = await opened(email);
        const { sessionId = '' } = (await identity.verifySession(sessionToken)) ?? {};
        expect(await identity.sessionOwner(sessionId)).toBe(uid);
        await identity.signOut(sessionToken);
        expect(await identity.sessionOwner(sessionId)).toBeNull();
      });
    });

    it('answers a ping', async () => {
      await identity.ping();
    });
  });
}
