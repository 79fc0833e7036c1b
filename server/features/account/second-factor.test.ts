import { hashRaw } from '@node-rs/argon2';
import { Secret, TOTP } from 'otpauth';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Staff } from '../../domain/permissions.ts';
import { createTestIdentity } from '../../testing/embedded-identity.ts';
import { failureOf } from '../../testing/failures.ts';
import { loadVisit } from '../../staff/load-staff.ts';
import { createUsers } from '../people/index.ts';
import { createPermissionSets, createRoles } from '../roles/index.ts';
import { keyedHash } from './factor-key.ts';
import { createFactors, createTokens } from './index.ts';
import { resetFactorsByCommand } from './reset-factors.ts';
import { describeSecondFactor } from './second-factor.contract.ts';
import { closeOtherSessions, closeSession } from './sessions.ts';
import { createSecondFactorFixture, NOTHING, ORIGIN, PASSWORD } from './testing/second-factor-fixture.ts';
import { createSoftwarePasskey } from './testing/software-passkey.ts';
import { setUsedPoints } from '../../testing/spent-limits.ts';

const fixture = await createSecondFactorFixture((sql) => createTestIdentity(sql).identity);
const { addCode, addPasskey, audited, confirm, documents, enter, factors, hire, identity, mail, mails, put, refusals, services, sql } =
  fixture;

describeSecondFactor(fixture);

const refusedFor = { code: 'too-many-requests' };
/** As strangers do who know the password. */
const exhaust = (visit: Parameters<typeof confirm>[0], device?: string) =>
  Promise.all(Array.from({ length: 12 }, () => failureOf(confirm(visit, { word: '111111', ...(device !== undefined && { device }) }))));

beforeEach(() => sql.query('TRUNCATE identity.rate_limits'));

describe('a one-time code', () => {
  it('is added only with a valid code, brings ten recovery codes, and leaves no secret in tables or audit', async () => {
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

  it('is added once by a form that is sent several times, which all show the same recovery codes, and its code is used up', async () => {
    const { id, email, staff } = await hire();
    const { sealed, secret } = await factors.beginFactor({ actor: staff, sealed: '' });
    const code = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate();
    const send = () => factors.addFactor({ ...NOTHING, actor: staff, name: 'Teléfono', sealed, code });
    const [first, ...others] = [...(await Promise.all([send(), send(), send()])), await send()];
    expect(first).toHaveLength(10);
    for (const again of others) expect(again).toEqual(first);
    expect(await factors.findOwnFactors({ actor: staff })).toMatchObject({ codesLeft: 10, factors: [{ name: 'Teléfono' }] });
    expect(JSON.stringify(await audited(id)).split('SEGUNDO FACTOR AGREGADO')).toHaveLength(2);
    expect(await failureOf(confirm(await enter({ email }), { word: code }))).toMatchObject({ code: 'invalid-input' });
    expect((await confirm(await enter({ email }), { word: first?.[9] ?? '' })).uid).toBe(id);
    const { sealed: next, secret: other } = await factors.beginFactor({ actor: staff, sealed: '' });
    const second = new TOTP({ secret: Secret.fromBase32(other.replaceAll(' ', '')) }).generate();
    const more = { ...NOTHING, actor: staff, name: 'Tableta', sealed: next, code: second };
    expect(await Promise.all([factors.addFactor(more), factors.addFactor(more)])).toEqual([null, null]);
    expect((await factors.findOwnFactors({ actor: staff })).factors).toHaveLength(2);
  });

  it('is refused when a person already has ten factors', async () => {
    const { id, staff } = await hire();
    await sql.query(
      `INSERT INTO identity.factors (id, uid, kind, name, sealed, counter) SELECT $1 || i, $1, 'code', 'Otro', '', 0 FROM generate_series(1, 9) i`,
      [id],
    );
    await addCode(staff);
    expect(await failureOf(addCode(staff))).toMatchObject({ code: 'conflict' });
  });

  it('is refused for a secret that was shown to somebody else', async () => {
    const [one, other] = [await hire(), await hire()];
    const { sealed, secret } = await factors.beginFactor({ actor: other.staff, sealed: '' });
    const code = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate();
    expect(await failureOf(factors.addFactor({ ...NOTHING, actor: one.staff, name: '', sealed, code }))).toMatchObject({
      code: 'invalid-input',
    });
  });

  it('allows ten tries, even of concurrent requests, then answers too-many-requests and audits the refusals', async () => {
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

  it('has its own limit on a device where the person passed it before, not where only the password was given', async () => {
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

  it('can be tried ten times by a person who adds a factor or re-authenticates', async () => {
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

describe('a recovery code', () => {
  it('is stored as an Argon2 hash with one salt per set; a code stored the old way still works once', async () => {
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
  it('makes its device known: a new device is reported by e-mail and then has its own limit of tries', async () => {
    const { id, email, staff } = await hire();
    const { passkey } = await addPasskey(staff);
    const enterBy = (device: string | null, answer = passkey.answer(factors.createSignInChallenge())) =>
      factors.signInByPasskey({ passkey: answer, origin: ORIGIN, ip: '10.0.7.9', userAgent: 'X11; Linux Firefox/143.0', device });
    const told = () => mails.filter(({ to, subject }) => to.address === email && subject.startsWith('Inicio de sesión en un equipo nuevo'));
    const { device } = await enterBy(null);
    await vi.waitFor(() => expect(told()).toMatchObject([{ text: expect.stringContaining('Firefox en Linux') }]));
    expect((await enterBy(device)).device).toBe(device);
    await setUsedPoints(sql, 'sign-in-network', 60);
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

  it('is refused for another site, another purpose, another person, or when malformed or unknown', async () => {
    const { staff, email } = await hire();
    const { passkey } = await addPasskey(staff);
    const other = await hire();
    const stranger = await addPasskey(other.staff);
    const byPasskey = (answer: string) =>
      failureOf(factors.signInByPasskey({ passkey: answer, origin: ORIGIN, ip: '10.0.0.9', userAgent: '', device: null }));
    const asked = (await factors.findProofOptions({ actor: staff })).challenge ?? '';
    for (const answer of [
      passkey.answer({ challenge: asked }),
      passkey.answer({ challenge: 'AAAA' }),
      createSoftwarePasskey(ORIGIN).answer(factors.createSignInChallenge()),
      'x',
      '{}',
      'x'.repeat(20_000),
    ])
      expect(await byPasskey(answer)).toMatchObject({ code: 'unauthenticated' });
    const elsewhere = {
      passkey: passkey.answer(factors.createSignInChallenge()),
      origin: 'https://malo.example',
      ip: '10.0.0.9',
      userAgent: '',
      device: null,
    };
    expect(await failureOf(factors.signInByPasskey(elsewhere))).toMatchObject({ code: 'unauthenticated' });
    const visit = await enter({ email });
    const theirs = (await factors.findProofOptions({ actor: other.staff })).challenge ?? '';
    for (const answer of [stranger.passkey.answer({ challenge: theirs }), stranger.passkey.answer({ challenge: asked })])
      expect(await failureOf(confirm(visit, { passkey: answer }))).toMatchObject({ code: 'invalid-input' });
    expect((await confirm(visit, { passkey: passkey.answer({ challenge: asked }) })).uid).toBe(staff.id);
  });
});

it('a trusted device skips the factor, only for the person who trusted it, until a factor is removed', async () => {
  const { email, staff } = await hire();
  const { at } = await addCode(staff);
  const entered = await confirm(await enter({ email }), { word: at(0), trusts: true });
  const trusted = entered.trusted ?? '';
  expect(await enter({ email, trusted })).toMatchObject({ needs: null, redirectTo: '/avisos' });
  expect(await enter({ email, trusted: `${trusted.slice(0, -1)}_` })).toMatchObject({ needs: 'factor' });
  const other = await hire();
  const theirs = await addCode(other.staff);
  const visit = await enter({ email: other.email, trusted });
  expect(visit).toMatchObject({ needs: 'factor' });
  // Another person on the same device: it is called the same, and trusted by both.
  expect((await confirm(visit, { word: theirs.at(0), trusts: true, trusted })).trusted).toBe(trusted);
  expect(await enter({ email, trusted })).toMatchObject({ needs: null });
  await addPasskey(staff);
  const [first] = (await factors.findOwnFactors({ actor: staff })).factors;
  await factors.removeOwnFactor({ actor: staff, id: first?.id ?? '' });
  expect(await enter({ email, trusted })).toMatchObject({ needs: 'factor' });
  expect(await enter({ email: other.email, trusted })).toMatchObject({ needs: null });
});

describe('a personal device', () => {
  const rests = async (token: string) => {
    const { restMinutes = null, sessionId = '' } = (await identity.verifySession(token)) ?? {};
    await sql.query(`UPDATE identity.sessions SET last_seen_at = now() - interval '7 hours' WHERE session_id = $1`, [sessionId]);
    const session = await identity.verifySession(token, { isAtRest: true });
    return [restMinutes, session && Math.round((session.restEndsAt?.getTime() ?? 0) / 60_000 - Date.now() / 60_000)];
  };

  it('lets a session rest for eight hours after sign-in by password, code or passkey if the role allows it', async () => {
    await put('main', 'roles/viajero', { title: 'Viajero', value: 'viajero', equipoPropio: true });
    const { email, staff } = await hire('viajero');
    expect(await rests((await enter({ email, ownsDevice: true })).sessionToken)).toEqual([480, 61]);
    expect(await rests((await enter({ email })).sessionToken)).toEqual([null, null]);
    const { at } = await addCode(staff);
    const { passkey } = await addPasskey(staff);
    expect(await rests((await confirm(await enter({ email, ownsDevice: true }), { word: at(0) })).sessionToken)).toEqual([480, 61]);
    const byPasskey = (ownsDevice: boolean) =>
      factors.signInByPasskey({
        passkey: passkey.answer(factors.createSignInChallenge()),
        origin: ORIGIN,
        ip: '10.0.0.9',
        userAgent: '',
        device: null,
        ownsDevice,
      });
    expect(await rests((await byPasskey(true)).sessionToken)).toEqual([480, 61]);
    expect(await rests((await byPasskey(false)).sessionToken)).toEqual([null, null]);
  });

  it('is ignored for a role that does not allow it', async () => {
    const { email } = await hire();
    expect(await rests((await enter({ email, ownsDevice: true })).sessionToken)).toEqual([null, null]);
  });
});

describe('a factor reset', () => {
  it('removes nothing when the audit entry cannot be written', async () => {
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

  it('is possible by a command on the server, even without e-mail; an unknown address is rejected', async () => {
    const { email, staff } = await hire('admin');
    await addCode(staff);
    mail.canSend = false;
    expect(await resetFactorsByCommand(services, { email: ` ${email.toUpperCase()}` })).toEqual({ mailed: false });
    mail.canSend = true;
    expect((await enter({ email })).needs).toBeNull();
    expect(await failureOf(resetFactorsByCommand(services, { email: 'nadie@demo.coop' }))).toMatchObject({ code: 'not-found' });
  });
});

describe('re-authentication', () => {
  it('has ten tries per session, unaffected by failed factors at sign-in, and audits refusals', async () => {
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

  it('is required to change factors, create tokens and close sessions', async () => {
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

it('re-authentication is required to grant rights, but not to rename or deactivate somebody', async () => {
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

it('another factor key rejects a valid code as a wrong one', async () => {
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
