import { describe, expect, it, vi } from 'vitest';
import { createSql } from '#server/platform/sql/sql.ts';
import { cheapHasher, createReadableLog, createTestIdentity } from '#server/testing/embedded-identity.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';

const { sql } = await createTestDatabase();
const { identity, mails, lastToken } = createTestIdentity(sql);

const PASSWORD = 'Cafetal-2026';
const OTHER_PASSWORD = 'Tambor-verde-7788';
let accounts = 0;
const newAccount = () => identity.createAccount({ email: `socio${++accounts}@demo.coop`, password: PASSWORD });
const signIn = (email: string, password = PASSWORD) => identity.signIn({ email, password, userAgent: 'Prueba/1.0' });
const opened = async (email: string, password = PASSWORD): Promise<string> => (await signIn(email, password))?.sessionToken ?? '';

describe('what sign-in reveals', () => {
  it('checks one password hash for every kind of refusal', async () => {
    const hasher = cheapHasher();
    const verify = vi.spyOn(hasher, 'verify');
    const asked = vi.spyOn(sql, 'query');
    const counted = createTestIdentity(sql, { hasher }).identity;
    const known = await newAccount();
    const disabled = await newAccount();
    await identity.setDisabled(disabled.uid, true);
    for (const email of [known.email, 'nadie@demo.coop', 'no es un correo', disabled.email]) {
      for (const spy of [verify, asked]) spy.mockClear();
      expect(await counted.signIn({ email, password: 'Equivocada-1', userAgent: '' })).toBeNull();
      expect(verify, email).toHaveBeenCalledTimes(1);
      // An existing account causes no more queries than an unknown address.
      expect(asked, email).toHaveBeenCalledTimes(email.includes('@') ? 1 : 0);
      // Unknown addresses are checked against a hash of the same cost, so that the check takes equally long.
      expect(verify.mock.calls[0]?.[0], email).toMatch(/^\$argon2id\$v=19\$m=1024,t=1,p=1\$/);
    }
    asked.mockRestore();
  });

  it('does not find an account by a look-alike address', async () => {
    await identity.createAccount({ email: 'maria@demo.coop', password: PASSWORD });
    expect(await signIn('maría@demo.coop')).toBeNull();
    expect(await signIn('maria@demo.coop%00')).toBeNull();
  });

  it('logs the reason of a refusal, but never a password or a token', async () => {
    const { log, text } = createReadableLog();
    const logged = createTestIdentity(sql, { log });
    const { email } = await newAccount();
    await logged.identity.signIn({ email, password: 'Canario-secreto-1', userAgent: '' });
    const signedIn = await logged.identity.signIn({ email, password: PASSWORD, userAgent: '' });
    await logged.identity.requestPasswordReset(email);
    await logged.identity.resetPassword({ token: logged.lastToken(email) ?? '', password: OTHER_PASSWORD });
    expect(text()).toContain('wrong password');
    for (const secret of ['Canario-secreto-1', PASSWORD, OTHER_PASSWORD, signedIn?.sessionToken ?? '?', logged.lastToken(email) ?? '?']) {
      expect(text()).not.toContain(secret);
    }
  });
});

describe('sessions', () => {
  it('cannot be opened from a stored row, nor from a row forged without the secret', async () => {
    const { uid, email } = await newAccount();
    const token = await opened(email);
    const { rows } = await sql.query<{ row: string }>('SELECT sessions::text AS row FROM identity.sessions WHERE uid = $1', [uid]);
    expect(rows[0]?.row).not.toContain(token);
    expect(rows[0]?.row).not.toContain(Buffer.from(token, 'base64url').toString('hex'));
    const forged = 'F'.repeat(43);
    await sql.query(
      `INSERT INTO identity.sessions (token_hash, session_id, uid, expires_at) VALUES (sha256($1::bytea), 'forged', $2, now() + interval '1 hour')`,
      [Buffer.from(forged), uid],
    );
    expect(await identity.verifySession(forged)).toBeNull();
    const withAnother = createTestIdentity(sql, { sessionSecret: 'otra clave larga que solo sirve en las pruebas' }).identity;
    expect(await withAnother.verifySession(token)).toBeNull();
  });

  it('do not open when the password changes while it is being checked', async () => {
    const { uid, email } = await newAccount();
    const hasher = cheapHasher();
    const slow = createTestIdentity(sql, {
      hasher: {
        hash: (password) => hasher.hash(password),
        verify: async (hash, password) => {
          await identity.setPassword(uid, OTHER_PASSWORD);
          return hasher.verify(hash, password);
        },
      },
    });
    expect(await slow.identity.signIn({ email, password: PASSWORD, userAgent: '' })).toBeNull();
    expect(await identity.listSessions(uid)).toEqual([]);
  });
});

describe('password reset', () => {
  it('mails a link on the public address, valid for an hour, whose token is stored as a hash', async () => {
    const { uid, email } = await newAccount();
    await identity.requestPasswordReset(email);
    const mail = mails.at(-1);
    expect(mail).toMatchObject({ to: email, validMinutes: 60 });
    expect(mail?.link).toMatch(/^https:\/\/portal\.demo\.coop\/reset-password\?token=[\w-]{43}$/);
    const { rows } = await sql.query<{ row: string; minutes: number }>(
      `SELECT reset_tokens::text AS row, extract(epoch FROM expires_at - now())::float8 / 60 AS minutes FROM identity.reset_tokens WHERE uid = $1`,
      [uid],
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.row).not.toContain(lastToken(email));
    expect(rows[0]?.minutes).toBeGreaterThan(59);
    expect(rows[0]?.minutes).toBeLessThanOrEqual(60);
  });

  it('refuses an expired link', async () => {
    const { uid, email } = await newAccount();
    await identity.requestPasswordReset(email);
    await sql.query('UPDATE identity.reset_tokens SET expires_at = now() WHERE uid = $1', [uid]);
    expect(await identity.resetPassword({ token: lastToken(email) ?? '', password: OTHER_PASSWORD })).toBeNull();
    expect(await signIn(email)).not.toBeNull();
  });

  it('accepts a link only once, even when submitted twice concurrently', async () => {
    const { uid, email } = await newAccount();
    await identity.requestPasswordReset(email);
    const token = lastToken(email) ?? '';
    const answers = await Promise.all(
      ['Primer volcán 2026', 'Segundo volcán 2026'].map((password) => identity.resetPassword({ token, password })),
    );
    expect(answers.filter((answer) => answer !== null)).toEqual([{ uid, email }]);
  });

  it('invalidates older links once one is used or the password is changed', async () => {
    const { uid, email } = await newAccount();
    await identity.requestPasswordReset(email);
    const older = lastToken(email) ?? '';
    await identity.requestPasswordReset(email);
    expect(await identity.resetPassword({ token: lastToken(email) ?? '', password: OTHER_PASSWORD })).toEqual({ uid, email });
    expect(await identity.resetPassword({ token: older, password: PASSWORD })).toBeNull();
    await identity.requestPasswordReset(email);
    await identity.setPassword(uid, PASSWORD);
    expect(await identity.resetPassword({ token: lastToken(email) ?? '', password: OTHER_PASSWORD })).toBeNull();
  });

  it('sends nothing to a disabled account and invalidates its open links', async () => {
    const { uid, email } = await newAccount();
    await identity.requestPasswordReset(email);
    await identity.setDisabled(uid, true);
    expect(await identity.resetPassword({ token: lastToken(email) ?? '', password: OTHER_PASSWORD })).toBeNull();
    // Nor does a link that was requested at the moment of disabling.
    await identity.setDisabled(uid, false);
    await identity.requestPasswordReset(email);
    await sql.query('UPDATE identity.accounts SET disabled = true WHERE uid = $1', [uid]);
    expect(await identity.resetPassword({ token: lastToken(email) ?? '', password: OTHER_PASSWORD })).toBeNull();
    const sent = mails.length;
    await identity.requestPasswordReset(email);
    expect(mails).toHaveLength(sent);
  });

  it('resolves to false and logs the error when the mail server fails', async () => {
    const { log, text } = createReadableLog();
    const mail = {
      canSend: true,
      answers: async () => true,
      sendPasswordReset: async () => Promise.reject(new Error('connection refused')),
      close: async () => undefined,
    };
    const { email } = await newAccount();
    expect(await createTestIdentity(sql, { log, mail }).identity.requestPasswordReset(email)).toBe(false);
    expect(text()).toContain('connection refused');
  });
});

it('answers unavailable with 503 when the database is down', async () => {
  const lost = createSql({ url: 'postgres://portal@127.0.0.1:1/portal', max: 1, application: 'test', onError: () => undefined });
  const without = createTestIdentity(lost).identity;
  const unavailable = { code: 'unavailable', status: 503 };
  await expect(without.ping()).rejects.toMatchObject(unavailable);
  await expect(without.signIn({ email: 'a@demo.coop', password: PASSWORD, userAgent: '' })).rejects.toMatchObject(unavailable);
  await expect(without.verifySession('A'.repeat(43))).rejects.toMatchObject(unavailable);
  await expect(without.signOut('A'.repeat(43))).rejects.toMatchObject(unavailable);
  await expect(without.requestPasswordReset('a@demo.coop')).rejects.toMatchObject(unavailable);
  await lost.end();
});
