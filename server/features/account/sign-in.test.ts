import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createRateLimitStore } from '#server/platform/limits/rate-limits.ts';
import { cheapHasher, createReadableLog, createTestIdentity, testJudge } from '#server/testing/embedded-identity.ts';
import { putStaffRow } from '#server/testing/staff-rows.ts';
import { unchangedSettings } from '#server/testing/live-settings.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { createKnownDevices, withDeviceCleanup } from '../../ports/identity/known-devices.ts';
import { setPassword } from '../../ports/identity/embedded/accounts.ts';
import { readPasswordAdvice } from './better-password.ts';
import { createEmbeddedDocumentStore } from '../../ports/documents/embedded/embedded.ts';
import { createSignIn } from './index.ts';
import { auditRefusals } from './refusals.ts';
import { RESET_REQUESTED } from './password-reset.ts';
import { SIGN_IN_FAILED, type SignInInput } from './sign-in.ts';
import { someServices } from '../../testing/some-services.ts';
import { testStaff } from '../../testing/test-staff.ts';
import type { Mail, MailMessage } from '../../ports/mail/mail.ts';
import type { Services } from '../../services.ts';
import { setUsedPoints } from '../../testing/spent-limits.ts';

const { sql, url } = await createTestDatabase();
const { log, text } = createReadableLog();
const accounts = createTestIdentity(sql, { log });
const { lastToken, mails } = accounts;
const devices = createKnownDevices({ sql, secret: 'una clave de las pruebas' });
const identity = withDeviceCleanup(accounts.identity, devices);
const rateLimitStore = createRateLimitStore({ config: { queue: { kind: 'postgres', url } }, sql, log });
afterAll(() => rateLimitStore.close());
const web = { port: 0, host: '127.0.0.1', publicUrl: new URL('https://portal.demo.coop'), trustProxy: 0 };
const documents = { main: createEmbeddedDocumentStore({ sql, database: 'main' }) };
const services = someServices({
  config: { web },
  documents,
  liveSettings: unchangedSettings(),
  mail: { canSend: false },
  devices,
  identity,
  judgePassword: testJudge,
  log,
  sql,
  rateLimitStore,
});
/** The verbs with a floor that a test can wait for. */
function createShortSignIn(given: Services, { floorMs }: { floorMs: number }) {
  const bound = createSignIn(given);
  return {
    ...bound,
    signIn: (input: Parameters<typeof bound.signIn>[0]) => bound.signIn(input, { floorMs }),
    requestPasswordReset: (input: Parameters<typeof bound.requestPasswordReset>[0]) => bound.requestPasswordReset(input, { floorMs }),
  };
}
const signIn = createShortSignIn(services, { floorMs: 5 });

const PASSWORD = 'Cafetal-2026';
let people = 0;
/** An account with its person, and a network of its own so that tests do not share limits. */
async function newPerson() {
  const number = ++people;
  const { uid, email } = await identity.createAccount({ email: `persona${number}@demo.coop`, password: PASSWORD });
  await putStaffRow(sql, { id: uid, email });
  return { uid, email, ip: `10.1.${number}.1` };
}
const attempt = (input: Partial<SignInInput>) =>
  signIn.signIn({ email: 'nadie@demo.coop', password: PASSWORD, ip: '10.0.0.1', userAgent: 'Prueba/1.0', device: null, ...input });
const failure = (input: Partial<SignInInput>) =>
  attempt(input).then(
    () => null,
    (error: unknown) => error,
  );

const trail = async () => (await documents.main.query({ collection: 'auditoria' })).map(({ data }) => data);
/** As if a quarter of an hour had gone by. */
const tellNow = async () => {
  await sql.query(`UPDATE identity.refusals SET began = began - interval '15 minutes'`);
  await auditRefusals(services);
};

beforeEach(async () => {
  await sql.query('TRUNCATE identity.rate_limits');
});

describe('signing in', () => {
  it('opens a session and goes where the person wanted to go', async () => {
    const { uid, email, ip } = await newPerson();
    const result = await attempt({ email: ` ${email.toUpperCase()} `, ip, redirectTo: '/briefcase/list-briefcase?page=2' });
    expect(result).toMatchObject({ uid, redirectTo: '/briefcase/list-briefcase?page=2' });
    expect(await identity.verifySession(result.sessionToken)).toMatchObject({ uid });
  });

  it.each([['//evil.example'], ['https://evil.example'], [['/a', '/b']], [undefined], ['/login']])(
    'redirects to the home page for redirectTo %j',
    async (redirectTo) => {
      const { email, ip } = await newPerson();
      expect((await attempt({ email, ip, redirectTo })).redirectTo).toBe('/');
    },
  );

  it('redirects a person with a weak password to choose a better one, and keeps the page they asked for', async () => {
    const { uid, email, ip } = await newPerson();
    const store = (password: string) =>
      setPassword(
        {
          sql,
          sessions: { endAll: async () => undefined } as never,
          links: { removeAll: async () => undefined } as never,
          hasher: cheapHasher(),
          judgePassword: async () => [],
        },
        uid,
        password,
      );
    for (const [password, why] of [
      ['Corta-2026', 'corta'],
      ['Guatemala2026', 'conocida'],
    ] as const) {
      await store(password);
      const { redirectTo } = await attempt({ email, password, ip, redirectTo: '/users/list-users?q=a' });
      expect(redirectTo).toBe(`/account?clave=${why}&despues=%2Fusers%2Flist-users%3Fq%3Da`);
      const asked = readPasswordAdvice(services, new URL(redirectTo, 'https://portal.demo.coop').searchParams);
      expect(asked).toMatchObject({ why: expect.any(String), later: '/users/list-users?q=a' });
    }
    const elsewhere = new URLSearchParams({ clave: 'corta', despues: '//evil.example' });
    expect(readPasswordAdvice(services, elsewhere)).toMatchObject({ later: '/' });
    for (const clave of ['', 'x', 'toString']) expect(readPasswordAdvice(services, new URLSearchParams({ clave }))).toBeNull();
  });

  it('never asks for a new password because of its age', async () => {
    const { uid, email, ip } = await newPerson();
    const password = 'Tambor-lluvia-2026!';
    await identity.setPassword(uid, password);
    const years = await sql.query(
      `UPDATE identity.accounts SET created_at = now() - interval '12 years', password_changed_at = now() - interval '12 years' WHERE uid = $1`,
      [uid],
    );
    expect(years.rowCount).toBe(1);
    const redirectTo = '/users/list-users?q=a';
    const entered = await attempt({ email, password, ip, redirectTo });
    expect(entered.redirectTo).toBe(redirectTo);
    expect(readPasswordAdvice(services, new URL(entered.redirectTo, 'https://portal.demo.coop').searchParams)).toBeNull();
  });

  it('answers every refusal with the same status and the same sentence', async () => {
    const known = await newPerson();
    const disabled = await newPerson();
    await identity.setDisabled(disabled.uid, true);
    const inactive = await newPerson();
    await putStaffRow(sql, { id: inactive.uid, state: false });
    const withoutPerson = await identity.createAccount({ email: 'sin-persona@demo.coop', password: PASSWORD });
    const cases = [
      { email: known.email, password: 'Equivocada-1' },
      {},
      { email: disabled.email },
      { email: inactive.email },
      { email: withoutPerson.email },
    ];
    for (const input of cases) {
      const error = await failure(input);
      expect(error).toMatchObject({ code: 'unauthenticated', status: 401, userMessage: SIGN_IN_FAILED });
      expect(error).toMatchObject({ message: 'sign-in refused', fields: undefined, details: undefined, retryAfterSeconds: undefined });
    }
  });

  it('answers 503 and opens no session while people have not been read yet', async () => {
    const { uid, email, ip } = await newPerson();
    await sql.query('DELETE FROM usuarios');
    expect(await failure({ email, ip })).toMatchObject({ status: 503, userMessage: expect.stringMatching(/todavía está leyendo/) });
    expect(await identity.listSessions(uid)).toEqual([]);
  });

  it('leaves no session behind for an account without an active person', async () => {
    const { uid, email, ip } = await newPerson();
    await putStaffRow(sql, { id: uid, isActive: false });
    await failure({ email, ip });
    expect(await identity.listSessions(uid)).toEqual([]);
  });

  it('delays a refusal until the minimum answer time', async () => {
    const slow = createShortSignIn(services, { floorMs: 150 });
    const before = performance.now();
    await expect(
      slow.signIn({ email: 'nadie@demo.coop', password: PASSWORD, ip: '10.0.0.1', userAgent: '', device: null }),
    ).rejects.toMatchObject({ status: 401 });
    // A timer may fire a moment early by this clock.
    expect(performance.now() - before).toBeGreaterThan(145);
  });

  it.each<[string, Partial<SignInInput>, string]>([
    ['no e-mail', { email: undefined }, 'email'],
    ['an empty e-mail', { email: '   ' }, 'email'],
    ['no address', { email: 'persona' }, 'email'],
    ['two addresses', { email: ['a@demo.coop', 'b@demo.coop'] }, 'email'],
    ['an object', { email: { $ne: '' } }, 'email'],
    ['a list in a text', { email: 'a@demo.coop,b@demo.coop' }, 'email'],
    ['a line break', { email: 'a@demo.coop\nBcc: b@demo.coop' }, 'email'],
    ['a NUL', { email: 'a\0@demo.coop' }, 'email'],
    ['an endless address', { email: `${'a'.repeat(10_000)}@demo.coop` }, 'email'],
    ['no password', { password: undefined }, 'password'],
    ['an empty password', { password: '' }, 'password'],
    ['two passwords', { password: ['x', 'y'] }, 'password'],
    ['a number', { password: 12345 }, 'password'],
    ['an endless password', { password: 'x'.repeat(100_000) }, 'password'],
  ])('rejects %s with 400 without trying to sign in', async (_case, input, field) => {
    const spy = vi.spyOn(identity, 'signIn');
    const error = await failure(input);
    expect(error).toMatchObject({ code: 'invalid-input', status: 400 });
    expect(Object.keys((error as { fields: object }).fields)).toEqual([field]);
    expect((error as { userMessage: string }).userMessage).toMatch(/^(Escriba|El correo|La contraseña)/);
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  });

  it('accepts fields as lists of one value, as FormData.getAll returns them', async () => {
    const { uid, email, ip } = await newPerson();
    expect(await attempt({ email: [email], password: [PASSWORD], redirectTo: ['/users/list-users'], ip })).toMatchObject({
      uid,
      redirectTo: '/users/list-users',
    });
  });
});

describe('limits of sign-in', () => {
  const failTimes = async (times: number, input: (index: number) => Partial<SignInInput>) => {
    for (let index = 0; index < times; index++) await failure({ password: 'Equivocada-1', ...input(index) });
  };

  it('count one account across networks, whatever the case and spaces of its address', async () => {
    const { email } = await newPerson();
    const spellings = [email, email.toUpperCase(), ` ${email}`, `${email}\t`, email.replace('p', 'P')];
    await failTimes(12, (index) => ({ email: spellings[index % spellings.length], ip: `10.9.${index}.1` }));
    const refused = {
      code: 'too-many-requests',
      status: 429,
      retryAfterSeconds: expect.any(Number),
      userMessage: expect.stringContaining('Demasiados intentos'),
    };
    for (const spelling of spellings) expect(await failure({ email: spelling, ip: '10.99.0.1' })).toMatchObject(refused);
  });

  it('count one network across accounts, and do not affect other networks', async () => {
    const { email, ip } = await newPerson();
    await failTimes(60, (index) => ({ email: `nadie${index}@demo.coop`, ip: index % 2 ? '10.8.0.1' : '::ffff:10.8.0.1' }));
    expect(await failure({ email, ip: '10.8.0.1' })).toMatchObject({ status: 429 });
    expect(await attempt({ email, ip })).toMatchObject({ redirectTo: '/' });
  });

  it('answer unknown and known accounts alike', async () => {
    const { email } = await newPerson();
    const statuses = async (address: string) => {
      const seen: unknown[] = [];
      for (let index = 0; index < 14; index++)
        seen.push(((await failure({ email: address, password: 'Equivocada-1', ip: `10.7.${index}.1` })) as { status: number }).status);
      return seen;
    };
    expect(await statuses(email)).toEqual(await statuses('desconocida@demo.coop'));
  });

  it('do not count successful sign-ins: an agency behind one address keeps working', async () => {
    const { email, ip } = await newPerson();
    for (let index = 0; index < 65; index++) await attempt({ email, ip });
  });

  it('reject sign-ins and resets with 503 when counting fails, except on known devices', async () => {
    const lost = await createTestDatabase();
    const store = createRateLimitStore({ config: { queue: { kind: 'postgres', url: lost.url } }, sql: lost.sql, log });
    await lost.sql.query('DROP TABLE identity.rate_limits');
    const { email, ip } = await newPerson();
    const closed = createShortSignIn({ ...services, rateLimitStore: store }, { floorMs: 5 });
    const spy = vi.spyOn(identity, 'signIn');
    const unavailable = { code: 'unavailable', status: 503, userMessage: expect.stringContaining('no está disponible') };
    const { device } = await attempt({ email, ip });
    spy.mockClear();
    await expect(closed.signIn({ email, password: PASSWORD, ip, userAgent: '', device: null })).rejects.toMatchObject(unavailable);
    await expect(closed.requestPasswordReset({ email, ip, device: null })).rejects.toMatchObject(unavailable);
    expect(spy).not.toHaveBeenCalled();
    // Who is known here is no stranger at the door.
    await closed.admitForm({ ip, device });
    expect(await closed.signIn({ email, password: PASSWORD, ip, userAgent: '', device })).toMatchObject({ redirectTo: '/' });
    spy.mockRestore();
    await store.close();
  });
});

describe('a known device', () => {
  const wrong = { password: 'Equivocada-1' };
  const refused = { status: 429, userMessage: expect.stringContaining('Demasiados intentos') };

  it('lets its person sign in while strangers exhaust the limits of the account and of the network', async () => {
    const { email, ip } = await newPerson();
    const { device, sessionToken } = await attempt({ email, ip });
    await signIn.signOut(sessionToken);
    const spy = vi.spyOn(identity, 'signIn');
    await Promise.all(Array.from({ length: 60 }, () => failure({ ...wrong, email, ip })));
    expect(spy, 'exactly so many were looked at').toHaveBeenCalledTimes(12);
    spy.mockRestore();
    expect(await failure({ email, ip })).toMatchObject(refused);
    expect(await attempt({ email, ip, device })).toMatchObject({ redirectTo: '/' });

    const others = Array.from({ length: 200 }, (_, index) => failure({ ...wrong, email: `otra${index}@demo.coop`, ip }));
    await Promise.all(others);
    const another = await newPerson();
    expect(await failure({ email: another.email, ip })).toMatchObject(refused);
    expect(await attempt({ email, ip, device })).toMatchObject({ redirectTo: '/' });
  });

  it('lets its person send the form 120 times while others exhaust the limit of their network', async () => {
    const { email, ip } = await newPerson();
    const { device } = await attempt({ email, ip });
    const send = (given: string | null) => signIn.admitForm({ ip, device: given });
    for (let index = 0; index < 5; index++) await send(null);
    await setUsedPoints(sql, 'public-form-network', 600);
    await expect(send(null)).rejects.toMatchObject(refused);
    await expect(send(`${device}x`)).rejects.toMatchObject(refused);
    await send(device);
    for (let index = 1; index < 120; index++) await send(device);
    await expect(send(device)).rejects.toMatchObject(refused);
  });

  it('has ten tries of its own, which do not count for other devices', async () => {
    const { email, ip } = await newPerson();
    const [one, two] = [await attempt({ email, ip }), await attempt({ email, ip })];
    expect(one.device).not.toBe(two.device);
    for (let index = 0; index < 10; index++)
      expect(await failure({ ...wrong, email, ip, device: one.device })).toMatchObject({ status: 401 });
    expect(await failure({ email, ip, device: one.device })).toMatchObject(refused);
    expect(await attempt({ email, ip, device: two.device })).toMatchObject({ device: two.device });
    expect(await attempt({ email, ip })).toMatchObject({ redirectTo: '/' });
  });

  it('is known for each person who signed in on it, and for nobody else', async () => {
    const [ana, luis, eva] = [await newPerson(), await newPerson(), await newPerson()];
    const { device } = await attempt(ana);
    expect((await attempt({ ...luis, device })).device).toBe(device);
    for (const { email } of [ana, luis, eva]) {
      for (let index = 0; index < 12; index++) await failure({ ...wrong, email, ip: `10.3.${index}.1` });
    }
    expect(await attempt({ ...ana, device })).toMatchObject({ uid: ana.uid });
    expect(await attempt({ ...luis, device })).toMatchObject({ uid: luis.uid });
    expect(await failure({ ...eva, device })).toMatchObject(refused);
  });

  it.each<[string, (person: { uid: string; email: string }, device: string) => Promise<string>]>([
    ['a cookie that somebody made', async (_person, device) => `${device.split('.')[0] ?? ''}.${'A'.repeat(43)}`],
    [
      'a cookie of another key',
      ({ uid, email }) =>
        createKnownDevices({ sql, secret: 'otra' })
          .remember({ uid, email }, null)
          .then(({ cookie }) => cookie),
    ],
    ['the device after a new password', async ({ uid }, device) => (await identity.setPassword(uid, PASSWORD), device)],
    [
      'the device after the account was closed and opened again',
      async ({ uid }, device) => {
        await identity.setDisabled(uid, true);
        await identity.setDisabled(uid, false);
        return device;
      },
    ],
    [
      'a device that was not used for half a year',
      async (_person, device) => {
        await sql.query(`UPDATE identity.known_devices SET seen_at = now() - interval '181 days'`);
        return device;
      },
    ],
  ])('is treated as unknown: %s', async (_what, alter) => {
    const person = await newPerson();
    const { device } = await attempt(person);
    const shown = await alter(person, device);
    for (let index = 0; index < 12; index++) await failure({ ...wrong, email: person.email, ip: `10.2.${index}.1` });
    expect(await failure({ ...person, device: shown })).toMatchObject(refused);
  });

  it('is also one on which a new password was set by a reset link', async () => {
    const { email, ip } = await newPerson();
    for (let index = 0; index < 12; index++) await failure({ ...wrong, email, ip });
    await identity.requestPasswordReset(email);
    const device = await signIn.resetPassword({ token: lastToken(email), password: 'Nueva-clave-2026', ip, device: null });
    expect(await failure({ email, password: 'Nueva-clave-2026', ip })).toMatchObject(refused);
    expect(await attempt({ email, password: 'Nueva-clave-2026', ip, device })).toMatchObject({ redirectTo: '/' });
  });

  it('is reported by e-mail when new, except the first of an account, and at most five times a day', async () => {
    const told: MailMessage[] = [];
    const mail: Mail = {
      canSend: true,
      answers: async () => true,
      send: async (message) => void told.push(message),
      sendPasswordReset: async () => undefined,
      close: async () => undefined,
    };
    const telling = createShortSignIn({ ...services, mail }, { floorMs: 5 });
    const { email, ip } = await newPerson();
    const enter = (device: string | null) =>
      telling.signIn({ email, password: PASSWORD, ip, userAgent: 'X11; Linux Firefox/143.0', device });
    const { device } = await enter(null);
    await enter(device);
    expect(told).toEqual([]);
    await enter(null);
    await vi.waitFor(() => expect(told).toHaveLength(1));
    expect(told[0]).toMatchObject({ to: { address: email }, text: expect.stringContaining('Firefox en Linux') });
    for (let index = 0; index < 8; index++) await enter(null);
    const unsent = () => text().split('e-mail of a new device not sent').length - 1;
    await vi.waitFor(() => expect([told.length, unsent()]).toEqual([5, 4]));
  });

  it.each<[string, (person: { uid: string }) => Promise<unknown>]>([
    ['the password was set', ({ uid }) => identity.setPassword(uid, PASSWORD)],
    ['the account was disabled for a while', ({ uid }) => identity.setDisabled(uid, true).then(() => identity.setDisabled(uid, false))],
    [
      'another program deactivated its person for a while',
      async ({ uid }) => {
        await sql.query('UPDATE usuarios SET state = false WHERE id = $1', [uid]);
        await sql.query('UPDATE usuarios SET state = true WHERE id = $1', [uid]);
      },
    ],
  ])('is new again once %s, even as the first one known since then', async (_when, happens) => {
    const [there, elsewhere] = [await newPerson(), await newPerson()];
    for (const [person, isSame] of [
      [there, true],
      [elsewhere, false],
    ] as const) {
      const remember = (id: string | null) => devices.remember(person, id);
      const id = devices.read((await remember(null)).cookie);
      await happens(person);
      expect(await remember(isSame ? id : null)).toMatchObject({ isNew: true });
      expect(await remember(id)).toMatchObject({ isNew: !isSame });
      expect(await remember(id)).toMatchObject({ isNew: false });
    }
  });

  it('is forgotten when fifty newer ones are known', async () => {
    const { uid, email } = await newPerson();
    const ids: unknown[] = [];
    for (let index = 0; index < 55; index++) ids.push(devices.read((await devices.remember({ uid, email }, null)).cookie));
    const { rows } = await sql.query<{ id: string }>('SELECT device_id AS id FROM identity.known_devices WHERE uid = $1 ORDER BY seen_at', [
      uid,
    ]);
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(5));
  });
});

describe('the audit of sign-ins', () => {
  beforeEach(async () => {
    await sql.query(`DELETE FROM documents.documents WHERE collection_group = 'auditoria'`);
    await sql.query('TRUNCATE identity.refusals');
  });

  it('records who signed in, from which network and device, and who signed out', async () => {
    const { uid, email, ip } = await newPerson();
    const { sessionToken } = await signIn.signIn({
      email,
      password: PASSWORD,
      ip,
      userAgent: 'Mozilla/5.0 (Windows NT) Firefox/130',
      device: null,
      requestId: 'abcdefgh-7',
    });
    await signIn.signOut(sessionToken, testStaff({ id: uid }));
    const told = await trail();
    const [came] = told.filter(({ action }) => action === 'SESIÓN INICIADA');
    expect([came, ...told.filter((one) => one !== came)]).toMatchObject([
      {
        action: 'SESIÓN INICIADA',
        user: uid,
        targetPath: `usuarios/${uid}`,
        requestId: 'abcdefgh-7',
        newData: { network: ip, device: 'Firefox en Windows' },
      },
      { action: 'SESIÓN CERRADA', user: uid },
    ]);
  });

  it('counts refusals into one entry for each account, network and quarter of an hour, without what was typed', async () => {
    const { uid, email, ip } = await newPerson();
    for (let tries = 0; tries < 14; tries += 1) await failure({ email, password: `Malo-${tries}-canario`, ip });
    await failure({ email, password: 'canario', ip: '172.77.0.1' });
    for (const typed of ['canario@demo.coop', 'otro.canario@demo.coop']) await failure({ email: typed, password: 'canario', ip });
    await signIn.requestPasswordReset({ email, ip, device: null });
    expect(await trail()).toEqual([]);
    await tellNow();
    await auditRefusals(services);
    const told = (await trail()).map(({ action, user, userName, targetPath, newData }) => {
      const { attempts, network } = newData as Record<string, unknown>;
      return [action, user === uid ? 'la persona' : userName, targetPath, network, attempts];
    });
    expect(told.sort()).toEqual([
      ['ENLACES DE CONTRASEÑA PEDIDOS', 'la persona', `usuarios/${uid}`, ip, 1],
      ['ENTRADAS DETENIDAS POR DEMASIADOS INTENTOS', 'la persona', `usuarios/${uid}`, ip, 2],
      ['ENTRADAS DETENIDAS POR DEMASIADOS INTENTOS', 'la persona', `usuarios/${uid}`, '172.77.0.1', 1],
      ['ENTRADAS RECHAZADAS', 'Cuenta desconocida', `redes/${ip}`, ip, 2],
      ['ENTRADAS RECHAZADAS', 'la persona', `usuarios/${uid}`, ip, 12],
    ]);
    const kept = JSON.stringify([await trail(), (await sql.query('SELECT * FROM identity.refusals')).rows]);
    expect(kept).not.toContain('anario');
  });

  it('writes at most a hundred entries per window, sums up the rest in one, and repeats none after a crash', async () => {
    await sql.query(
      `INSERT INTO identity.refusals (began, act, user_id, network, count)
       SELECT date_bin('15 minutes', now(), 'epoch') - interval '30 minutes', 'signInRefused', '', '10.9.' || n || '.1', n FROM generate_series(1, 130) n`,
    );
    const { rows } = await sql.query('SELECT * FROM identity.refusals');
    await auditRefusals(services);
    expect(await trail()).toHaveLength(101);
    expect((await trail()).find(({ targetPath }) => targetPath === 'redes/otras')).toMatchObject({
      newData: { attempts: (30 * 31) / 2, reason: '30 cuentas y redes más' },
    });
    await sql.query(`INSERT INTO identity.refusals SELECT * FROM jsonb_populate_recordset(NULL::identity.refusals, $1::jsonb)`, [
      JSON.stringify(rows),
    ]);
    await auditRefusals(services);
    expect(await trail()).toHaveLength(101);
    expect((await sql.query('SELECT 1 FROM identity.refusals')).rows).toEqual([]);
  });

  it('lets people sign in when the audit cannot be written, and logs it', async () => {
    const { email, ip } = await newPerson();
    const broken = { main: { ...documents.main, create: () => Promise.reject(new Error('down')) } };
    const bound = createSignIn({ ...services, documents: broken } as unknown as Services);
    expect(await bound.signIn({ email, password: PASSWORD, ip, userAgent: '', device: null })).toMatchObject({ redirectTo: '/' });
    expect(text()).toContain('trail not kept');
  });
});

describe('signing out', () => {
  it('ends the session and ignores an empty token', async () => {
    const { email, ip } = await newPerson();
    const { sessionToken } = await attempt({ email, ip });
    await signIn.signOut(sessionToken);
    expect(await identity.verifySession(sessionToken)).toBeNull();
    await signIn.signOut('');
  });
});

describe('password reset', () => {
  it('answers the same for a known and an unknown address', async () => {
    const { email, ip } = await newPerson();
    expect(await signIn.requestPasswordReset({ email, ip, device: null })).toBe(RESET_REQUESTED);
    expect(await signIn.requestPasswordReset({ email: 'nadie@demo.coop', ip, device: null })).toBe(RESET_REQUESTED);
    await vi.waitFor(() => expect(lastToken(email)).not.toBeNull());
    expect(lastToken('nadie@demo.coop')).toBeNull();
  });

  it('answers 503 for known and unknown addresses alike when no e-mail can be sent, and creates no link', async () => {
    const mail = {
      canSend: true,
      answers: async () => false,
      sendPasswordReset: async () => Promise.reject(new Error('sent all the same')),
    };
    const unmailed = createShortSignIn({ ...services, identity: createTestIdentity(sql, { mail }).identity }, { floorMs: 5 });
    const { email, ip } = await newPerson();
    const told = { status: 503, userMessage: expect.stringContaining('El portal no pudo enviar el correo. Pida a quien administra') };
    await expect(unmailed.requestPasswordReset({ email, ip, device: null })).rejects.toMatchObject(told);
    await expect(unmailed.requestPasswordReset({ email: 'nadie@demo.coop', ip, device: null })).rejects.toMatchObject(told);
    expect(
      (await sql.query('SELECT 1 FROM identity.reset_tokens t JOIN identity.accounts a USING (uid) WHERE email = $1', [email])).rowCount,
    ).toBe(0);
  });

  it('answers without waiting for the e-mail to be sent', async () => {
    const slowMail = {
      canSend: true,
      answers: async () => true,
      sendPasswordReset: () => new Promise<void>(() => undefined),
      close: async () => undefined,
    };
    const slow = createShortSignIn({ ...services, identity: createTestIdentity(sql, { mail: slowMail }).identity }, { floorMs: 5 });
    const { email, ip } = await newPerson();
    expect(await slow.requestPasswordReset({ email, ip, device: null })).toBe(RESET_REQUESTED);
  });

  it('does not answer before the minimum answer time', async () => {
    const slow = createShortSignIn(services, { floorMs: 150 });
    const before = performance.now();
    await slow.requestPasswordReset({ email: 'nadie@demo.coop', ip: '10.0.0.2', device: null });
    expect(performance.now() - before).toBeGreaterThan(145);
  });

  it.each([undefined, '', 'persona', ['a@demo.coop', 'b@demo.coop'], { 0: 'a@demo.coop' }])(
    'refuses the address %j and mails nobody',
    async (email) => {
      const sent = mails.length;
      await expect(signIn.requestPasswordReset({ email, ip: '10.0.0.3', device: null })).rejects.toMatchObject({
        status: 400,
        fields: { email: [expect.any(String)] },
      });
      expect(mails).toHaveLength(sent);
    },
  );

  it('has its own limits by account and by network, and separate ones on known devices', async () => {
    const { email, ip } = await newPerson();
    for (let index = 0; index < 5; index++)
      await signIn.requestPasswordReset({ email: index % 2 ? email : ` ${email.toUpperCase()}`, ip: `10.6.${index}.1`, device: null });
    await expect(signIn.requestPasswordReset({ email, ip: '10.6.99.1', device: null })).rejects.toMatchObject({ status: 429 });
    for (let index = 0; index < 20; index++)
      await signIn.requestPasswordReset({ email: `nadie${index}@demo.coop`, ip: '10.5.0.1', device: null });
    await expect(signIn.requestPasswordReset({ email: 'nadie99@demo.coop', ip: '10.5.0.1', device: null })).rejects.toMatchObject({
      status: 429,
    });
    // Where the person signed in before they ask for theirs all the same, and not for those of others.
    const { device } = await attempt({ email, ip });
    const here = (address: string) => signIn.requestPasswordReset({ email: address, ip: '10.5.0.1', device });
    for (let index = 0; index < 5; index++) expect(await here(email)).toBe(RESET_REQUESTED);
    await expect(here(email)).rejects.toMatchObject({ status: 429 });
    await expect(here((await newPerson()).email)).rejects.toMatchObject({ status: 429 });
    expect(await attempt({ email, ip })).toMatchObject({ redirectTo: '/' });
  });

  it('reports an outage that occurs before the answer', async () => {
    const outage = Object.assign(new Error('down'), { status: 503 });
    const broken = createShortSignIn(
      { ...services, identity: { ...identity, requestPasswordReset: () => Promise.reject(outage) } },
      { floorMs: 5 },
    );
    await expect(broken.requestPasswordReset({ email: 'nadie@demo.coop', ip: '10.0.0.4', device: null })).rejects.toBe(outage);
  });

  it('sets a new password once per link and ends the old sessions', async () => {
    const { email, ip } = await newPerson();
    const { sessionToken } = await attempt({ email, ip });
    await signIn.requestPasswordReset({ email, ip, device: null });
    await vi.waitFor(() => expect(lastToken(email)).not.toBeNull());
    const token = lastToken(email);
    await expect(signIn.resetPassword({ token, password: 'corta', ip, device: null })).rejects.toMatchObject({
      status: 400,
      fields: { password: expect.any(Array) },
    });
    await signIn.resetPassword({ token, password: 'Nueva-clave-2026', ip, device: null });
    expect(await identity.verifySession(sessionToken)).toBeNull();
    expect(await attempt({ email, password: 'Nueva-clave-2026', ip })).toMatchObject({ redirectTo: '/' });
    await expect(signIn.resetPassword({ token, password: 'Otra-clave-2026', ip, device: null })).rejects.toMatchObject({
      fields: { token: ['El enlace no es válido o ya venció. Solicite uno nuevo.'] },
    });
  });

  it('answers 429 after 30 invalid links from one network', async () => {
    const guess = () => signIn.resetPassword({ token: 'G'.repeat(43), password: 'Nueva-clave-2026', ip: '10.4.0.1', device: null });
    for (let index = 0; index < 30; index++) await expect(guess()).rejects.toMatchObject({ status: 400 });
    await expect(guess()).rejects.toMatchObject({ status: 429 });
  });

  it.each([
    [{ token: undefined, password: 'Nueva-clave-2026' }, 'token'],
    [{ token: ['a', 'b'], password: 'Nueva-clave-2026' }, 'token'],
    [{ token: 'x'.repeat(5_000), password: 'Nueva-clave-2026' }, 'token'],
    [{ token: 'x', password: '' }, 'password'],
    [{ token: 'x', password: { a: 1 } }, 'password'],
  ])('rejects the invalid input %# with 400, naming the field', async (input, field) => {
    await expect(signIn.resetPassword({ ...input, ip: '10.0.0.5', device: null })).rejects.toMatchObject({
      status: 400,
      fields: { [field]: [expect.any(String)] },
    });
  });
});

it('the log holds no password and no token', () => {
  for (const secret of [PASSWORD, 'Equivocada-1', 'Nueva-clave-2026', lastToken('persona1@demo.coop') ?? mails[0]?.link ?? '?'])
    expect(text()).not.toContain(secret);
  expect(text()).toContain('signed in');
});
