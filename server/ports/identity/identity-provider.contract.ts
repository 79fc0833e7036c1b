import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { IdentityProvider, SignedIn } from './identity-provider.ts';

export interface IdentityHarness {
  identity: IdentityProvider;
  /** It tells an end by the person from a new password. */
  tellsEnds: boolean;
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
    const askForToken = async (email: string): Promise<string> => {
      await identity.requestPasswordReset(email);
      const token = await harness.resetToken(email);
      if (token === null) throw new Error(`no reset e-mail for ${email}`);
      return token;
    };

    it('opens a session for the right password, however the address is typed', async () => {
      const account = await identity.createAccount({ email: '  Ana.Perez@Demo.Coop ', password: PASSWORD });
      expect(account).toEqual({ uid: account.uid, email: 'ana.perez@demo.coop', disabled: false });
      const before = Date.now();
      const signedIn = await opened(' ANA.perez@demo.coop');
      expect(signedIn.uid).toBe(account.uid);
      expect(signedIn.expiresAt.getTime()).toBeGreaterThanOrEqual(before + 12 * 3_600_000 - 5_000);
      expect(signedIn.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 12 * 3_600_000);
    });

    it('knows the session again, with the same id every time', async () => {
      const account = await newAccount();
      const { sessionToken } = await opened(account.email);
      const first = await identity.verifySession(sessionToken);
      expect(first).toMatchObject({ uid: account.uid });
      expect(first?.sessionId).toMatch(/^[\w-]{16,}$/);
      expect(sessionToken).not.toContain(first?.sessionId);
      expect(await identity.verifySession(sessionToken)).toEqual(first);
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

    it('opens a session for who has proved otherwise who they are, and none for an unknown or disabled account', async () => {
      const account = await newAccount();
      const signedIn = await identity.openSession({ uid: account.uid, userAgent: 'Prueba/1.0' });
      expect(signedIn?.uid).toBe(account.uid);
      expect(await identity.verifySession(signedIn?.sessionToken ?? '')).toMatchObject({ uid: account.uid });
      expect(await identity.openSession({ uid: 'no-existe', userAgent: '' })).toBeNull();
      expect(await identity.getAccount('no-existe')).toBeNull();
      await identity.setDisabled(account.uid, true);
      expect(await identity.openSession({ uid: account.uid, userAgent: '' })).toBeNull();
    });

    it('keeps the uid that it is given', async () => {
      const email = newEmail();
      await identity.createAccount({ uid: 'usuario-077', email, password: PASSWORD });
      expect(await identity.getAccount('usuario-077')).toEqual({ uid: 'usuario-077', email, disabled: false });
    });

    it('answers null for a wrong password, an unknown address, no address and no password', async () => {
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

    it('refuses a second account for an address or a uid', async () => {
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

    it('holds every new password to the policy', async () => {
      const account = await newAccount();
      const weak = { code: 'invalid-input', fields: { password: [expect.any(String)] } };
      await expect(identity.createAccount({ email: newEmail(), password: 'corta-1' })).rejects.toMatchObject(weak);
      await expect(identity.setPassword(account.uid, 'solamenteletras')).rejects.toMatchObject(weak);
      const token = await askForToken(account.email);
      await expect(identity.resetPassword({ token, password: '12345678901' })).rejects.toMatchObject(weak);
      expect(await signIn(account.email)).not.toBeNull();
    });

    it('ends the session at sign-out; an unknown session is no error', async () => {
      const { email } = await newAccount();
      const { sessionToken } = await opened(email);
      await identity.verifySession(sessionToken);
      await identity.signOut(sessionToken);
      expect(await identity.verifySession(sessionToken)).toBeNull();
      await identity.signOut(sessionToken);
      await identity.signOut('no-es-una-sesion');
    });

    it('ends every session at once, those of this very second included, and of nobody else', async () => {
      const account = await newAccount();
      const other = await newAccount();
      const sessions = [await opened(account.email), await opened(account.email)];
      const spared = await opened(other.email);
      for (const { sessionToken } of sessions) expect(await identity.verifySession(sessionToken)).not.toBeNull();
      await identity.revokeSessions(account.uid);
      for (const { sessionToken } of sessions) expect(await identity.verifySession(sessionToken)).toBeNull();
      expect(await identity.verifySession(spared.sessionToken)).not.toBeNull();
      expect(await identity.whyEnded(sessions[0]?.sessionToken ?? '')).toBe(harness.tellsEnds ? 'closed' : 'revoked');
      expect(await identity.whyEnded(spared.sessionToken)).toBeNull();
      expect(await identity.whyEnded('no-es-una-sesion')).toBeNull();
      expect(await identity.verifySession((await opened(account.email)).sessionToken)).not.toBeNull();
    });

    it('ends the sessions of an account that is disabled and lets nobody in until it is enabled', async () => {
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
      expect(await identity.whyEnded(sessionToken)).toBe(harness.tellsEnds ? 'password' : 'revoked');
      expect(await signIn(account.email)).toBeNull();
      expect(await signIn(account.email, OTHER_PASSWORD)).not.toBeNull();
    });

    it('removes an account with its sessions, twice without an error', async () => {
      const account = await newAccount();
      const { sessionToken } = await opened(account.email);
      await identity.verifySession(sessionToken);
      await identity.deleteAccount(account.uid);
      expect(await identity.getAccount(account.uid)).toBeNull();
      expect(await identity.verifySession(sessionToken)).toBeNull();
      expect(await signIn(account.email)).toBeNull();
      await identity.deleteAccount(account.uid);
    });

    it('says not-found for an account that is not there', async () => {
      expect(await identity.getAccount('no-existe')).toBeNull();
      await expect(identity.setPassword('no-existe', PASSWORD)).rejects.toMatchObject({ code: 'not-found' });
      await expect(identity.setDisabled('no-existe', true)).rejects.toMatchObject({ code: 'not-found' });
      await identity.revokeSessions('no-existe');
    });

    it('sends a reset link to a known address and resolves alike for an unknown one', async () => {
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
      const token = await askForToken(email);
      expect(await identity.resetPassword({ token, password: OTHER_PASSWORD })).toEqual({ uid, email });
      expect(await identity.verifySession(sessionToken)).toBeNull();
      expect(await signIn(email)).toBeNull();
      expect(await signIn(email, OTHER_PASSWORD)).not.toBeNull();
      expect(await identity.resetPassword({ token, password: 'Tercera-2026' })).toBeNull();
      expect(await signIn(email, OTHER_PASSWORD)).not.toBeNull();
    });

    it('makes a link to hand over: used once, in place of those before, and of no use to a disabled account', async () => {
      const { uid, email } = await newAccount();
      const linkToken = async () => new URL((await identity.createResetLink(uid)).href).searchParams.get('token') ?? '';
      const before = await linkToken();
      const token = await linkToken();
      const { sessionToken } = await opened(email);
      expect(await identity.resetPassword({ token: before, password: OTHER_PASSWORD })).toBeNull();
      await expect(identity.resetPassword({ token, password: 'corta' })).rejects.toMatchObject({ code: 'invalid-input' });
      const taken = await Promise.all(
        [OTHER_PASSWORD, 'Tercera-clave-2026'].map((password) => identity.resetPassword({ token, password })),
      );
      expect(taken.filter((account) => account !== null)).toEqual([{ uid, email }]);
      expect(await identity.verifySession(sessionToken)).toBeNull();
      const late = await linkToken();
      await identity.setDisabled(uid, true);
      expect(await identity.resetPassword({ token: late, password: OTHER_PASSWORD })).toBeNull();
      await expect(identity.createResetLink('no-existe')).rejects.toMatchObject({ code: 'not-found' });
    });

    it('leaves the link usable after a weak password', async () => {
      const { uid, email } = await newAccount();
      const token = await askForToken(email);
      await expect(identity.resetPassword({ token, password: 'corta' })).rejects.toMatchObject({ code: 'invalid-input' });
      await expect(identity.resetPassword({ token, password: email })).rejects.toMatchObject({ code: 'invalid-input' });
      expect(await identity.resetPassword({ token, password: OTHER_PASSWORD })).toEqual({ uid, email });
    });

    it.each(['', 'x', 'B'.repeat(43), '\0', '../../etc/passwd'])('refuses the reset token %j', async (token) => {
      expect(await identity.resetPassword({ token, password: OTHER_PASSWORD })).toBeNull();
    });

    it('answers a ping', async () => {
      await identity.ping();
    });
  });
}
