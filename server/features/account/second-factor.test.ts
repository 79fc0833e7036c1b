import { hashRaw } from '@node-rs/argon2';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Staff } from '../../domain/permissions.ts';
import { createLog } from '../../platform/log/log.ts';
import { createRateLimitStore } from '../../platform/limits/rate-limits.ts';
import type { MailMessage } from '../../ports/mail/mail.ts';
import { createKnownDevices, forgettingDevices } from '../../ports/identity/known-devices.ts';
import { createTestIdentity, testJudge } from '../../testing/embedded-identity.ts';
import { failureOf } from '../../testing/failures.ts';
import { someServices } from '../../testing/some-services.ts';
import { createStoresFixture } from '../../testing/stores-fixture.ts';
import { loadVisit } from '../../staff/load-staff.ts';
import { createUsers } from '../people/index.ts';
import { createLocalPeople } from '../people/local/local-people.ts';
import { createPermissionSets, createRoles } from '../roles/index.ts';
import { keyedHash } from './factor-key.ts';
import { createFactors, createSignIn, createTokens } from './index.ts';
import { tellRefusals } from './refusals.ts';
import { resetFactorsByCommand } from './reset-factors.ts';
import { closeOtherSessions, closeSession } from './sessions.ts';
import { createSoftwarePasskey } from './testing/software-passkey.ts';
import { spend } from '../../testing/spent-limits.ts';

const ORIGIN = 'https://portal.demo.coop';
const PASSWORD = 'Tambor-lluvia-2026!';
const NOTHING = { word: '', passkey: '', origin: ORIGIN, ip: '10.0.0.1', device: null, sessionToken: '' };
const STEP_MS = 30_000;

const { services: stores, put } = await createStoresFixture();
const { sql, documents } = stores;
const devices = createKnownDevices({ sql, secret: 'una clave' });
const identity = forgettingDevices(createTestIdentity(sql).identity, devices);
const log = createLog({ level: 'silent', process: 'test' });
const rateLimitStore = createRateLimitStore({ config: { queue: { kind: 'postgres', url: '' } }, sql, log });
afterAll(() => rateLimitStore.close());
const mails: MailMessage[] = [];
const mail = { canSend: true, send: async (message: MailMessage) => void mails.push(message) };
const services = someServices({
  ...stores,
  config: {
    factorKey: 'a-factor-key-that-is-long-enough',
    web: { port: 0, host: '127.0.0.1', publicUrl: new URL(ORIGIN), trustProxy: 0 },
  },
  devices,
  identity,
  judgePassword: testJudge,
  log,
  mail,
  rateLimitStore,
  restBackend: createLocalPeople({ ...stores, identity }),
});
const factors = createFactors(services);
const signIn = createSignIn(services);

let people = 0;
async function hire(role = 'user') {
  const id = `persona${(people += 1)}`;
  const email = `${id}@demo.coop`;
  await put('main', `usuarios/${id}`, { name: `Persona ${people}`, email, role, state: true });
  await identity.createAccount({ uid: id, email, password: PASSWORD });
  return { id, email, ...(await enter({ email })) };
}

/** Signs in with the password. */
async function enter({
  email,
  trusted = null,
  ownsDevice = false,
  device: shown = null,
}: {
  email: string;
  trusted?: string | null;
  ownsDevice?: boolean;
  device?: string | null;
}) {
  const { sessionToken, redirectTo, device } = await signIn.signIn({
    email,
    password: PASSWORD,
    redirectTo: '/avisos',
    trusted,
    ownsDevice,
    device: shown,
    ip: '10.0.0.1',
    userAgent: 'Prueba/1.0',
  });
  return { sessionToken, redirectTo, device, ...(await visitOf(sessionToken)) };
}

async function visitOf(sessionToken: string) {
  const session = await identity.verifySession(sessionToken);
  const visit = session && (await loadVisit(services, session));
  if (!visit) throw new Error('no session');
  return { staff: visit.staff, needs: visit.needs };
}

async function addCode(actor: Staff) {
  const { sealed, secret } = await factors.beginFactor({ actor, sealed: '' });
  const totp = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) });
  const at = (steps: number) => totp.generate({ timestamp: Date.now() + steps * STEP_MS });
  // That of the step before, so that the one that shows now is still there to be used.
  const codes = await factors.addFactor({ ...NOTHING, actor, name: 'Teléfono', sealed, code: at(-1) });
  return { at, codes: codes ?? [], secret: secret.replaceAll(' ', '') };
}

async function addPasskey(actor: Staff) {
  const passkey = createSoftwarePasskey(ORIGIN);
  const { passkey: ask } = await factors.beginFactor({ actor, sealed: '' });
  const codes = await factors.addFactor({ ...NOTHING, actor, name: 'Portátil', sealed: '', code: '', passkey: passkey.create(ask) });
  return { passkey, codes };
}

const confirm = (
  { staff, sessionToken }: { staff: Staff; sessionToken: string },
  given: { word?: string; passkey?: string; trusts?: boolean; trusted?: string; device?: string },
) =>
  factors.confirmFactor({
    ...NOTHING,
    pending: { staff, needs: 'factor' },
    sessionToken,
    ip: '10.0.0.1',
    userAgent: 'Prueba/1.0',
    redirectTo: '/avisos',
    trusts: false,
    trusted: null,
    ...given,
  });

const audited = async (id: string) => {
  const entries = await documents.main.query({
    collection: 'auditoria',
    where: [{ field: 'targetPath', op: '==', value: `usuarios/${id}` }],
  });
  return entries.map(({ data }) => data);
};

/** What strangers and people were refused, as the job tells it when the quarter of an hour is over: acts and how often. */
async function refusals(id: string) {
  await sql.query(`UPDATE identity.refusals SET began = began - interval '15 minutes'`);
  await tellRefusals(services);
  const told = (await audited(id)).map(({ action, newData }) => [action, (newData as { attempts?: number } | null)?.attempts]);
  return told.filter(([, attempts]) => attempts !== undefined).sort();
}

const refusedFor = { code: 'too-many-requests' };
/** As strangers do who know the password. */
const exhaust = (visit: Parameters<typeof confirm>[0], device?: string) =>
  Promise.all(Array.from({ length: 12 }, () => failureOf(confirm(visit, { word: '111111', ...(device !== undefined && { device }) }))));

beforeEach(() => sql.query('TRUNCATE identity.rate_limits'));

describe('a code', () => {
  it('is added once it was shown to work, with ten codes of recovery, and nobody reads its secret in the tables or the audit', async () => {
    const { id, staff } = await hire();
    const { sealed } = await factors.beginFactor({ actor: staff, sealed: '' });
    const wrong = factors.addFactor({ ...NOTHING, actor: staff, name: '', sealed, code: '000000' });
    expect(await failureOf(wrong)).toMatchObject({ code: 'invalid-input', fields: { code: [expect.any(String)] } });
    const { codes, secret } = await addCode(staff);
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    const { rows } = await sql.query<{ row: string }>(
      'SELECT (f::text || (SELECT string_agg(r::text, $2) FROM identity.recovery_codes r WHERE r.uid = f.uid)) AS row FROM identity.factors f WHERE uid = $1',
      [id, ','],
    );
    const told = JSON.stringify(await audited(id));
    expect(told).toContain('SEGUNDO FACTOR AGREGADO');
    for (const one of [secret, Buffer.from(secret).toString('hex'), ...codes, ...codes.map((code) => code.replace('-', ''))]) {
      expect(rows[0]?.row).not.toContain(one);
      expect(told).not.toContain(one);
    }
    expect(await factors.findOwnFactors({ actor: staff })).toMatchObject({ codesLeft: 10, factors: [{ kind: 'code', name: 'Teléfono' }] });
    // The session in which it was added goes on.
    expect((await loadVisit(services, { uid: id, sessionId: staff.sessionId }))?.needs).toBeNull();
  });

  it('is the tenth at most that a person has', async () => {
    const { id, staff } = await hire();
    await sql.query(
      `INSERT INTO identity.factors (id, uid, kind, name, sealed, counter) SELECT $1 || i, $1, 'code', 'Otro', '', 0 FROM generate_series(1, 9) i`,
      [id],
    );
    await addCode(staff);
    expect(await failureOf(addCode(staff))).toMatchObject({ code: 'conflict' });
  });

  it('of another secret than the one that was shown to this person is none', async () => {
    const [one, other] = [await hire(), await hire()];
    const { sealed, secret } = await factors.beginFactor({ actor: other.staff, sealed: '' });
    const code = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate();
    expect(await failureOf(factors.addFactor({ ...NOTHING, actor: one.staff, name: '', sealed, code }))).toMatchObject({
      code: 'invalid-input',
    });
  });

  it('is asked for after the password, taken once also by two at once, and opens a session of its own', async () => {
    const { email, staff } = await hire();
    const { at } = await addCode(staff);
    const first = await enter({ email });
    expect(first).toMatchObject({ needs: 'factor', redirectTo: '/login/factor?redirectTo=%2Favisos' });
    const again = await enter({ email });
    const answers = await Promise.all([first, again].map((visit) => confirm(visit, { word: at(0) }).catch((error: unknown) => error)));
    const entered = answers.filter((answer) => !(answer instanceof Error)) as Awaited<ReturnType<typeof confirm>>[];
    expect(entered).toHaveLength(1);
    expect(entered[0]?.redirectTo).toBe('/avisos');
    expect((await visitOf(entered[0]?.sessionToken ?? '')).needs).toBeNull();
    // What the password opened is over: it never becomes a session of the portal.
    const used = [first, again][answers.findIndex((answer) => !(answer instanceof Error))];
    expect(await identity.verifySession(used?.sessionToken ?? '')).toBeNull();
    expect(await failureOf(confirm(await enter({ email }), { word: at(0) }))).toMatchObject({ code: 'invalid-input' });
  });

  it('may be a step off, as clocks are, and not two', async () => {
    const { email, staff } = await hire();
    const { at } = await addCode(staff);
    const visit = await enter({ email });
    for (const steps of [-2, 3]) expect(await failureOf(confirm(visit, { word: at(steps) }))).toMatchObject({ code: 'invalid-input' });
    expect((await confirm(visit, { word: at(1) })).uid).toBe(staff.id);
    // One that is older than what was taken is used up with it.
    expect(await failureOf(confirm(await enter({ email }), { word: at(0) }))).toMatchObject({ code: 'invalid-input' });
  });

  it('is tried ten times in a quarter of an hour, by whoever', async () => {
    const { email, staff } = await hire();
    const { at } = await addCode(staff);
    const visit = await enter({ email });
    const tries = await Promise.all(Array.from({ length: 14 }, () => failureOf(confirm(visit, { word: '111111' }))));
    expect(tries.filter((error) => error instanceof Error && 'code' in error && error.code === 'too-many-requests')).toHaveLength(4);
    expect(await failureOf(confirm(visit, { word: at(0) }))).toMatchObject({ code: 'too-many-requests' });
    expect(await refusals(staff.id)).toEqual([
      ['ENTRADAS DETENIDAS POR DEMASIADOS INTENTOS', 5],
      ['SEGUNDOS FACTORES RECHAZADOS', 10],
    ]);
  });

  it('has tries of its own where the person gave one before, and not where somebody knew the password alone', async () => {
    const { email, staff } = await hire();
    const { at, codes } = await addCode(staff);
    const own = (await confirm(await enter({ email }), { word: at(0) })).device;
    const stranger = await enter({ email });
    await exhaust(stranger, stranger.device);
    expect(await failureOf(confirm(stranger, { word: codes[0] ?? '', device: stranger.device }))).toMatchObject(refusedFor);
    const here = await enter({ email, device: own });
    expect(await confirm(here, { word: codes[0] ?? '', device: own })).toMatchObject({ uid: staff.id, device: own });
    // Ten of them, and those of others as few as before.
    await exhaust(await enter({ email, device: own }), own);
    expect(await failureOf(confirm(await enter({ email, device: own }), { word: codes[1] ?? '', device: own }))).toMatchObject(refusedFor);
    // Of somebody else on the same computer they are not.
    const other = await hire();
    const others = await addCode(other.staff);
    await exhaust(await enter({ email: other.email, device: own }), own);
    expect(await failureOf(confirm(await enter({ email: other.email }), { word: others.codes[0] ?? '' }))).toMatchObject(refusedFor);
  });

  it('is tried no more often by who adds one or proves themselves anew', async () => {
    const wrong = { ...NOTHING, name: '', sealed: '', code: '111111', word: '111111' };
    for (const attempt of [factors.addFactor, factors.prove]) {
      const { staff } = await hire();
      const tries = await Promise.all(Array.from({ length: 12 }, () => failureOf(attempt({ ...wrong, actor: staff }))));
      const codes = tries.map((error) => error.code);
      expect([codes.filter((code) => code === 'invalid-input'), codes.filter((code) => code === 'too-many-requests')]).toEqual([
        Array.from({ length: 10 }, () => 'invalid-input'),
        Array.from({ length: 2 }, () => 'too-many-requests'),
      ]);
    }
  });
});

describe('a code of recovery', () => {
  it('stands in once, in whatever letters, and is told in the audit', async () => {
    const { id, email, staff } = await hire();
    const { codes } = await addCode(staff);
    const [code = ''] = codes;
    expect((await confirm(await enter({ email }), { word: ` ${code.toUpperCase().replace('-', ' ')}` })).uid).toBe(id);
    expect(await failureOf(confirm(await enter({ email }), { word: code }))).toMatchObject({ code: 'invalid-input' });
    expect((await factors.findOwnFactors({ actor: staff })).codesLeft).toBe(9);
    expect(JSON.stringify(await audited(id))).toContain('CÓDIGO DE RECUPERACIÓN USADO');
    expect(await factors.renewCodes({ actor: staff })).toHaveLength(10);
    expect(await failureOf(factors.renewCodes({ actor: (await hire()).staff }))).toMatchObject({ code: 'conflict' });
    expect(await failureOf(confirm(await enter({ email }), { word: codes[1] ?? '' }))).toMatchObject({ code: 'invalid-input' });
  });

  it('is stored by a slow hash with the salt of its set, which a try costs once; one of before counts until it is used', async () => {
    const { id, email, staff } = await hire();
    const { codes } = await addCode(staff);
    const { rows } = await sql.query<{ hash: Buffer }>('SELECT code_hash AS hash FROM identity.recovery_codes WHERE uid = $1', [id]);
    const [salt = Buffer.alloc(0), ...others] = rows.map(({ hash }) => hash.subarray(0, 16));
    expect([others.length, others.every((other) => other.equals(salt))]).toEqual([9, true]);
    const keyed = (letters: string) => keyedHash(services.config, `recovery ${id} ${letters}`);
    const slow = await hashRaw(keyed((codes[0] ?? '').replace('-', '')), { memoryCost: 19_456, timeCost: 2, parallelism: 1, salt });
    expect(rows.filter(({ hash }) => hash.subarray(16).equals(slow))).toHaveLength(1);
    await sql.query('DELETE FROM identity.recovery_codes WHERE uid = $1', [id]);
    await sql.query('INSERT INTO identity.recovery_codes (uid, code_hash) VALUES ($1, $2)', [id, keyed('abcdefghjk')]);
    expect((await confirm(await enter({ email }), { word: 'abcde-fghjk' })).uid).toBe(id);
    expect(await failureOf(confirm(await enter({ email }), { word: 'abcde-fghjk' }))).toMatchObject({ code: 'invalid-input' });
  });
});

describe('a passkey', () => {
  it('signs in alone, once for each challenge', async () => {
    const { id, staff } = await hire();
    const { passkey, codes } = await addPasskey(staff);
    expect(codes).toHaveLength(10);
    const call = {
      passkey: passkey.answer(factors.askToSignIn()),
      origin: ORIGIN,
      ip: '10.0.0.9',
      userAgent: '',
      device: null,
      redirectTo: '//malo.example',
    };
    const entered = await factors.signInByPasskey(call);
    expect(entered).toMatchObject({ uid: id, redirectTo: '/' });
    expect((await visitOf(entered.sessionToken)).needs).toBeNull();
    expect(await failureOf(factors.signInByPasskey(call))).toMatchObject({ code: 'unauthenticated' });
    // With the tries by password of their network.
    await spend(sql, 'sign-in-network', 60);
    const again = { ...call, passkey: passkey.answer(factors.askToSignIn()) };
    expect(await failureOf(factors.signInByPasskey(again))).toMatchObject({ code: 'too-many-requests' });
    expect(await factors.signInByPasskey({ ...again, ip: '10.0.9.9' })).toMatchObject({ uid: id });
  });

  it('makes its device known as a password does: told by e-mail where it is new, with tries of its own from then on', async () => {
    const { id, email, staff } = await hire();
    const { passkey } = await addPasskey(staff);
    const enterBy = (device: string | null, answer = passkey.answer(factors.askToSignIn())) =>
      factors.signInByPasskey({ passkey: answer, origin: ORIGIN, ip: '10.0.7.9', userAgent: 'X11; Linux Firefox/143.0', device });
    const told = () =>
      mails.filter(({ to, subject }) => to.address === email && subject.startsWith('Inicio de sesión en un dispositivo nuevo'));
    const { device } = await enterBy(null);
    await vi.waitFor(() => expect(told()).toMatchObject([{ text: expect.stringContaining('Firefox en Linux') }]));
    expect((await enterBy(device)).device).toBe(device);
    await spend(sql, 'sign-in-network', 60);
    expect(await failureOf(enterBy(null))).toMatchObject(refusedFor);
    expect(await failureOf(enterBy(`${device}x`))).toMatchObject(refusedFor);
    expect(await enterBy(device)).toMatchObject({ uid: id });
    for (let tries = 0; tries < 10; tries += 1) expect(await failureOf(enterBy(device, '{}'))).toMatchObject({ code: 'unauthenticated' });
    expect(await failureOf(enterBy(device))).toMatchObject(refusedFor);
    // Known to nobody any more it is a stranger's.
    await sql.query(`DELETE FROM identity.rate_limits WHERE key LIKE 'sign-in-device:%'`);
    await identity.setPassword(id, PASSWORD);
    expect(await failureOf(enterBy(device))).toMatchObject(refusedFor);
    expect(told()).toHaveLength(1);
  });

  it('of another site, for another purpose, of somebody else or for nobody counts for nothing', async () => {
    const { staff, email } = await hire();
    const { passkey } = await addPasskey(staff);
    const other = await hire();
    const stranger = await addPasskey(other.staff);
    const byPasskey = (answer: string) =>
      failureOf(factors.signInByPasskey({ passkey: answer, origin: ORIGIN, ip: '10.0.0.9', userAgent: '', device: null }));
    const asked = (await factors.askProof({ actor: staff })).challenge ?? '';
    for (const answer of [
      passkey.answer({ challenge: asked }),
      passkey.answer({ challenge: 'AAAA' }),
      createSoftwarePasskey(ORIGIN).answer(factors.askToSignIn()),
      'x',
      '{}',
      'x'.repeat(20_000),
    ])
      expect(await byPasskey(answer)).toMatchObject({ code: 'unauthenticated' });
    const elsewhere = {
      passkey: passkey.answer(factors.askToSignIn()),
      origin: 'https://malo.example',
      ip: '10.0.0.9',
      userAgent: '',
      device: null,
    };
    expect(await failureOf(factors.signInByPasskey(elsewhere))).toMatchObject({ code: 'unauthenticated' });
    const visit = await enter({ email });
    const theirs = (await factors.askProof({ actor: other.staff })).challenge ?? '';
    for (const answer of [stranger.passkey.answer({ challenge: theirs }), stranger.passkey.answer({ challenge: asked })])
      expect(await failureOf(confirm(visit, { passkey: answer }))).toMatchObject({ code: 'invalid-input' });
    expect((await confirm(visit, { passkey: passkey.answer({ challenge: asked }) })).uid).toBe(staff.id);
  });

  it('opens nothing for somebody who was deactivated', async () => {
    const { id, email, staff } = await hire();
    const { passkey } = await addPasskey(staff);
    const call = () => ({ passkey: passkey.answer(factors.askToSignIn()), origin: ORIGIN, ip: '10.0.0.9', userAgent: '', device: null });
    await put('main', `usuarios/${id}`, { name: 'X', email, role: 'user', state: false });
    expect(await failureOf(factors.signInByPasskey(call()))).toMatchObject({ code: 'unauthenticated' });
    await put('main', `usuarios/${id}`, { name: 'X', email, role: 'user', state: true });
    await identity.setDisabled(id, true);
    expect(await failureOf(factors.signInByPasskey(call()))).toMatchObject({ code: 'unauthenticated' });
    await failureOf(factors.signInByPasskey({ ...call(), passkey: '{}', ip: '10.0.8.9' }));
    await spend(sql, 'sign-in-network', 60);
    await failureOf(factors.signInByPasskey({ ...call(), ip: '10.0.8.9' }));
    expect(await refusals(id)).toEqual([['ENTRADAS RECHAZADAS', 2]]);
    const ofNetwork = await documents.main.query({
      collection: 'auditoria',
      where: [{ field: 'targetPath', op: '==', value: 'redes/10.0.8.9' }],
    });
    expect(ofNetwork.map(({ data }) => [data['action'], data['userName']]).sort()).toEqual([
      ['ENTRADAS DETENIDAS POR DEMASIADOS INTENTOS', 'Cuenta desconocida'],
      ['ENTRADAS RECHAZADAS', 'Cuenta desconocida'],
    ]);
  });
});

it('a trusted device is not asked again, by whom it was trusted alone, until a factor is taken away', async () => {
  const { email, staff } = await hire();
  const { at, codes } = await addCode(staff);
  const entered = await confirm(await enter({ email }), { word: at(0), trusts: true });
  const trusted = entered.trusted ?? '';
  expect(await enter({ email, trusted })).toMatchObject({ needs: null, redirectTo: '/avisos' });
  expect(await enter({ email, trusted: `${trusted.slice(0, -1)}_` })).toMatchObject({ needs: 'factor' });
  const other = await hire();
  await addCode(other.staff);
  expect(await enter({ email: other.email, trusted })).toMatchObject({ needs: 'factor' });
  // Another person on the same device: it is called the same, and trusted by both.
  const both = await confirm(await enter({ email }), { word: codes[0] ?? '', trusts: true, trusted });
  expect(both.trusted).toBe(trusted);
  await addPasskey(staff);
  const [first] = (await factors.findOwnFactors({ actor: staff })).factors;
  await factors.removeOwnFactor({ actor: staff, id: first?.id ?? '' });
  expect(await enter({ email, trusted })).toMatchObject({ needs: 'factor' });
});

it.each([
  ['their password is changed', (id: string) => identity.setPassword(id, PASSWORD)],
  ['their account was disabled', (id: string) => identity.setDisabled(id, true).then(() => identity.setDisabled(id, false))],
  [
    'another program deactivated them for a while',
    async (id: string) => {
      await sql.query('UPDATE usuarios SET state = false WHERE id = $1', [id]);
      await sql.query('UPDATE usuarios SET state = true WHERE id = $1', [id]);
    },
  ],
])('a trusted device is asked again once %s', async (_when, happens) => {
  const { id, email, staff } = await hire();
  const { at } = await addCode(staff);
  const trusted = (await confirm(await enter({ email }), { word: at(0), trusts: true })).trusted ?? '';
  expect(await enter({ email, trusted })).toMatchObject({ needs: null });
  await happens(id);
  expect(await enter({ email, trusted })).toMatchObject({ needs: 'factor' });
});

it('another role ends the sessions, whoever gives it, and says so; what the role opens does not, and the device stays known and trusted', async () => {
  const { id, email, staff } = await hire();
  const { at } = await addCode(staff);
  const { trusted, device } = await confirm(await enter({ email }), { word: at(0), trusts: true });
  const { sessionToken } = await enter({ email, trusted, device });
  const session = await identity.verifySession(sessionToken);
  const isIn = async () => session !== null && (await loadVisit(services, session)) !== null;
  await put('main', 'permisos_rol/user', { menus: ['home'] });
  await put('main', `usuarios/${id}`, { name: 'Otro Nombre', email, role: 'user', agency: 'norte', state: true });
  expect([await isIn(), await identity.whyEnded(sessionToken)]).toEqual([true, null]);
  await put('main', `usuarios/${id}`, { name: 'Otro Nombre', email, role: 'editor', state: true });
  expect([await identity.verifySession(sessionToken), await identity.whyEnded(sessionToken)]).toEqual([null, 'role']);
  expect(await signIn.tellEnd(sessionToken)).toContain('Su rol cambió');
  // Nor does one that was being opened come back.
  expect(await isIn()).toBe(false);
  const known = devices.read(device);
  expect(await devices.remember({ uid: id, email }, known)).toMatchObject({ isNew: false });
  expect(await enter({ email, trusted, device })).toMatchObject({ needs: null, staff: { role: 'editor' } });
  // Who was deactivated at the same time is told of that.
  const last = (await enter({ email, trusted, device })).sessionToken;
  await put('main', `usuarios/${id}`, { name: 'Otro Nombre', email, role: 'user', state: false });
  expect(await identity.whyEnded(last)).toBe('disabled');
});

it('a changed password ends what waits for a factor', async () => {
  const { id, email, staff } = await hire();
  const { at } = await addCode(staff);
  const visit = await enter({ email });
  await identity.setPassword(id, 'Tambor-verde-7788');
  // Each request asks for the session first (server/entrances/http/session.ts).
  expect(await identity.verifySession(visit.sessionToken)).toBeNull();
  expect(at(0)).toMatch(/^\d{6}$/);
});

describe("a device of one's own", () => {
  const rests = async (token: string) => {
    const { restMinutes = null, sessionId = '' } = (await identity.verifySession(token)) ?? {};
    await sql.query(`UPDATE identity.sessions SET last_seen_at = now() - interval '7 hours' WHERE session_id = $1`, [sessionId]);
    const session = await identity.verifySession(token, { isAtRest: true });
    return [restMinutes, session && Math.round((session.restEndsAt?.getTime() ?? 0) / 60_000 - Date.now() / 60_000)];
  };

  it('lets a session rest for eight hours, by password, with a code and by a passkey, where the role allows it', async () => {
    await put('main', 'roles/viajero', { title: 'Viajero', value: 'viajero', equipoPropio: true });
    const { email, staff } = await hire('viajero');
    expect(await rests((await enter({ email, ownsDevice: true })).sessionToken)).toEqual([480, 61]);
    expect(await rests((await enter({ email })).sessionToken)).toEqual([null, null]);
    const { at } = await addCode(staff);
    const { passkey } = await addPasskey(staff);
    expect(await rests((await confirm(await enter({ email, ownsDevice: true }), { word: at(0) })).sessionToken)).toEqual([480, 61]);
    const byPasskey = (ownsDevice: boolean) =>
      factors.signInByPasskey({
        passkey: passkey.answer(factors.askToSignIn()),
        origin: ORIGIN,
        ip: '10.0.0.9',
        userAgent: '',
        device: null,
        ownsDevice,
      });
    expect(await rests((await byPasskey(true)).sessionToken)).toEqual([480, 61]);
    expect(await rests((await byPasskey(false)).sessionToken)).toEqual([null, null]);
  });

  it('is nothing of a role that does not say so', async () => {
    const { email } = await hire();
    expect(await rests((await enter({ email, ownsDevice: true })).sessionToken)).toEqual([null, null]);
  });
});

describe('a role that asks for one', () => {
  it('lets nobody in before they have one, nor their programs, and keeps the last', async () => {
    await put('main', 'roles/cajero', { title: 'Cajero', value: 'cajero', segundoFactor: true });
    const { email, staff, needs, redirectTo } = await hire('cajero');
    expect([needs, redirectTo]).toEqual(['setup', '/login/factor?redirectTo=%2Favisos']);
    const tokens = createTokens(services);
    const { token } = await tokens.issueToken({
      actor: staff,
      values: { nombre: 'BI', days: '30' },
      formToken: 'formulario-cajero-aaaaaaaaaa',
    });
    expect(await failureOf(tokens.admitToken({ token, ip: '10.0.0.1', address: '/reports/quotes.json' }))).toMatchObject({
      code: 'unauthenticated',
    });
    await addCode(staff);
    expect((await enter({ email })).needs).toBe('factor');
    expect((await tokens.admitToken({ token, ip: '10.0.0.1', address: '/reports/quotes.json' })).staff.id).toBe(staff.id);
    const [only] = (await factors.findOwnFactors({ actor: staff })).factors;
    expect(await failureOf(factors.removeOwnFactor({ actor: staff, id: only?.id ?? '' }))).toMatchObject({ code: 'conflict' });
  });
});

describe('a reset', () => {
  it('takes everything away with a reason, ends the sessions and tells the person', async () => {
    const { id, email, staff, sessionToken } = await hire();
    const { at } = await addCode(staff);
    const trusted = (await confirm(await enter({ email }), { word: at(0), trusts: true })).trusted ?? '';
    const admin = await hire('admin');
    const reset = (actor: Staff, reason = 'Perdió su teléfono.') => factors.resetFactors({ actor, id, reason });
    expect(await failureOf(reset(staff))).toMatchObject({ code: 'forbidden' });
    expect(await failureOf(factors.countFactors({ actor: staff, id }))).toMatchObject({ code: 'forbidden' });
    expect(await failureOf(reset({ ...admin.staff, signedInLongAgo: true }))).toMatchObject({ code: 'forbidden' });
    expect(await failureOf(reset(admin.staff, ' '))).toMatchObject({ code: 'invalid-input' });
    expect(await factors.countFactors({ actor: admin.staff, id })).toBe(1);
    expect(await reset(admin.staff)).toEqual({ mailed: true });
    expect(await identity.verifySession(sessionToken)).toBeNull();
    expect(mails).toContainEqual(
      expect.objectContaining({
        to: expect.objectContaining({ address: email }),
        text: expect.stringContaining('Perdió su teléfono.'),
      }),
    );
    expect(await audited(id)).toContainEqual(
      expect.objectContaining({ action: 'SEGUNDO FACTOR RESTABLECIDO POR QUIEN ADMINISTRA', newData: { motivo: 'Perdió su teléfono.' } }),
    );
    expect((await enter({ email })).needs).toBeNull();
    expect(await failureOf(reset(admin.staff))).toMatchObject({ code: 'conflict' });
    // What was trusted beside the factors of before stands in for none of the next.
    await addCode(staff);
    expect(await enter({ email, trusted })).toMatchObject({ needs: 'factor' });
    // Of an administrator it is an administrator's.
    await addCode(admin.staff);
    const other = { ...staff, menus: admin.staff.menus };
    expect(await failureOf(factors.resetFactors({ actor: other, id: admin.id, reason: 'x' }))).toMatchObject({ code: 'forbidden' });
  });

  it('takes nothing away that the audit could not be told of', async () => {
    const { id, staff } = await hire();
    await addCode(staff);
    const admin = await hire('admin');
    const silent = { ...documents, main: { ...documents.main, create: () => Promise.reject(new Error('down')) } };
    const untold = createFactors({ ...services, documents: silent });
    const reset = untold.resetFactors({ actor: admin.staff, id, reason: 'Perdió su teléfono.' });
    await expect(reset).rejects.toThrow('down');
    const [only] = (await factors.findOwnFactors({ actor: staff })).factors;
    await expect(untold.removeOwnFactor({ actor: staff, id: only?.id ?? '' })).rejects.toThrow('down');
    expect(await factors.countFactors({ actor: admin.staff, id })).toBe(1);
  });

  it('is done by a command on the server for whom nobody can help', async () => {
    const { email, staff } = await hire('admin');
    await addCode(staff);
    mail.canSend = false;
    expect(await resetFactorsByCommand(services, { email: ` ${email.toUpperCase()}` })).toEqual({ mailed: false });
    mail.canSend = true;
    expect((await enter({ email })).needs).toBeNull();
    expect(await failureOf(resetFactorsByCommand(services, { email: 'nadie@demo.coop' }))).toMatchObject({ code: 'not-found' });
  });
});

describe('a proof anew', () => {
  it('is asked for ten minutes after a sign-in, counts in that session, and is told in the audit', async () => {
    const { id, email, staff } = await hire();
    const { at } = await addCode(staff);
    const openedAt = new Date(Date.now() - 10 * 60_000);
    const stale = async (sessionId = staff.sessionId) => (await loadVisit(services, { uid: id, sessionId, openedAt }))?.staff;
    await sql.query(`UPDATE identity.session_proofs SET proved_at = now() - interval '1 day' WHERE uid = $1`, [id]);
    const actor = await stale();
    if (!actor) throw new Error('no person');
    expect(actor.signedInLongAgo).toBe(true);
    expect(
      (await loadVisit(services, { uid: id, sessionId: staff.sessionId, openedAt: new Date() }))?.staff.signedInLongAgo,
    ).toBeUndefined();
    for (const word of ['', 'Equivocada-1', '000000', 'aaaaa-aaaaa'])
      expect(await failureOf(factors.prove({ ...NOTHING, actor, word }))).toMatchObject({ code: 'invalid-input' });
    await factors.prove({ ...NOTHING, actor, word: PASSWORD });
    expect((await stale())?.signedInLongAgo).toBeUndefined();
    expect((await stale('another-session'))?.signedInLongAgo).toBe(true);
    await factors.prove({ ...NOTHING, actor, word: at(0) });
    expect(await failureOf(factors.prove({ ...NOTHING, actor, word: at(0) }))).toMatchObject({ code: 'invalid-input' });
    expect((await audited(id)).filter(({ action }) => action === 'IDENTIDAD CONFIRMADA')).toHaveLength(2);
    // A password alone is no second factor of a session that waits for one.
    const waiting = await enter({ email });
    await factors.prove({ ...NOTHING, actor: waiting.staff, word: PASSWORD });
    expect((await visitOf(waiting.sessionToken)).needs).toBe('factor');
  });

  it('has tries of its own in each session, which no stranger at the second step uses up; what is refused is told', async () => {
    const { id, email, staff } = await hire();
    const { codes } = await addCode(staff);
    await exhaust(await enter({ email }));
    await factors.prove({ ...NOTHING, actor: staff, word: PASSWORD });
    const wrong = () => failureOf(factors.prove({ ...NOTHING, actor: staff, word: 'Equivocada-1' }));
    for (let tries = 0; tries < 10; tries += 1) expect(await wrong()).toMatchObject({ code: 'invalid-input' });
    expect(await wrong()).toMatchObject(refusedFor);
    await factors.prove({ ...NOTHING, actor: { ...staff, sessionId: 'another-session' }, word: codes[0] ?? '' });
    expect(await refusals(id)).toContainEqual(['CONFIRMACIONES DE IDENTIDAD RECHAZADAS', 11]);
  });

  it('is asked before factors, tokens and the end of sessions', async () => {
    const { staff } = await hire();
    const actor: Staff = { ...staff, signedInLongAgo: true };
    const needsProof = { code: 'forbidden', details: { reason: 'proof' } };
    const add = { ...NOTHING, actor, name: '', sealed: '', code: '' };
    const issue = { actor, values: { nombre: 'BI', days: '30' }, formToken: '' };
    const refused = [
      factors.beginFactor({ actor, sealed: '' }),
      factors.addFactor(add),
      factors.removeOwnFactor({ actor, id: 'x' }),
      factors.renewCodes({ actor }),
      createTokens(services).issueToken(issue),
      closeSession(services, { actor, sessionId: 'x' }),
      closeOtherSessions(services, { actor, sessionToken: '' }),
    ];
    for (const failure of await Promise.all(refused.map(failureOf))) expect(failure).toMatchObject(needsProof);
  });
});

it('a proof is asked before rights are given, and not before somebody is deactivated', async () => {
  const { staff } = await hire('admin');
  const { id } = await hire();
  const actor: Staff = { ...staff, signedInLongAgo: true };
  const [roles, sets, users] = [createRoles(services), createPermissionSets(services), createUsers(services)];
  const values = { title: 'Cajero de turno', menus: ['home'] };
  const person = { values: { role: 'editor' }, ifVersion: '' };
  const refused = [
    roles.createRole({ actor, values, copyFrom: '' }),
    roles.updateRole({ actor, role: 'editor', values, ifVersion: '' }),
    roles.retireRole({ actor, role: 'editor' }),
    roles.restoreRole({ actor, role: 'editor' }),
    sets.createSet({ actor, values: { title: 'Todo' }, formToken: '' }),
    sets.updateSet({ actor, id: 'x', values: { title: 'Todo' }, ifVersion: '' }),
    sets.deactivateSet({ actor, id: 'x' }),
    sets.restoreSet({ actor, id: 'x' }),
    users.updateUser({ ...person, actor, id }),
    users.resetUserPassword({ actor, id }),
  ];
  for (const failure of await Promise.all(refused.map((verb: Promise<unknown>) => failureOf(verb))))
    expect(failure).toMatchObject({ code: 'forbidden', details: { reason: 'proof' } });
  await users.updateUser({ actor, id, values: { name: 'Otro Nombre' }, ifVersion: '' });
  await users.deactivateUser({ actor, id });
  expect(await failureOf(users.activateUser({ actor, id }))).toMatchObject({ details: { reason: 'proof' } });
  await users.activateUser({ actor: staff, id });
  await users.updateUser({ ...person, actor: staff, id });
});

it('another key opens no factor, and says so as a wrong code', async () => {
  const { email, staff } = await hire();
  const { at } = await addCode(staff);
  const visit = await enter({ email });
  const other = createFactors({ ...services, config: { ...services.config, factorKey: 'another-key-that-is-long-enough-too' } });
  const call = {
    ...NOTHING,
    pending: { staff, needs: 'factor' as const },
    sessionToken: visit.sessionToken,
    ip: '',
    userAgent: '',
    trusts: false,
    trusted: null,
  };
  expect(await failureOf(other.confirmFactor({ ...call, word: at(0) }))).toMatchObject({ code: 'invalid-input' });
});
