import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { readStateNames } from '../../domain/constants.ts';
import { AppError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import { createRateLimitStore } from '../../platform/limits/rate-limits.ts';
import { createReadableLog, createTestIdentity, testJudge } from '../../testing/embedded-identity.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createKnownDevices, withDeviceCleanup } from '../../ports/identity/known-devices.ts';
import { changePassword } from './change-password.ts';
import { closeOtherSessions, closeSession, findSessions } from './sessions.ts';
import { someServices } from '../../testing/some-services.ts';

const { sql, url } = await createTestDatabase();
const { log, text } = createReadableLog();
const devices = createKnownDevices({ sql, secret: 'una clave' });
const identity = withDeviceCleanup(createTestIdentity(sql, { log }).identity, devices);
const rateLimitStore = createRateLimitStore({ config: { queue: { kind: 'postgres', url } }, sql, log });
afterAll(() => rateLimitStore.close());
const services = someServices({ devices, identity, judgePassword: testJudge, log, rateLimitStore, sql });

const OLD = 'Cafetal-2026';
const NEW = 'Volcan-de-Agua-7';
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/141.0 Safari/537.36';
let people = 0;

beforeEach(async () => {
  await sql.query('TRUNCATE identity.rate_limits');
});

/** Somebody with one open session. */
async function signedInPerson() {
  const { uid, email } = await identity.createAccount({ email: `persona${++people}@demo.coop`, password: OLD });
  const open = async () =>
    (await identity.signIn({ email, password: OLD, userAgent: CHROME, ip: '::ffff:190.56.20.4' }))?.sessionToken ?? '';
  const token = await open();
  const sessionId = (await identity.verifySession(token))?.sessionId ?? '';
  const actor: Staff = {
    id: uid,
    email,
    name: 'Ana Pérez',
    role: 'user',
    roleTitle: 'Reportes',
    agencyId: '',
    menus: new Set(),
    folders: [],
    permissionSetId: '',
    permissionSet: null,
    pageSize: 25,
    stateNames: readStateNames({}),
    theme: 'system',
    sessionId,
  };
  const change = (input: { currentPassword?: string; newPassword?: string; repeated?: string; device?: string; actor?: Staff } = {}) =>
    changePassword(services, {
      actor,
      currentPassword: OLD,
      newPassword: NEW,
      repeated: input.newPassword ?? NEW,
      userAgent: CHROME,
      ip: '2001:db8:1:2:3:4:5:6',
      device: null,
      ...input,
    });
  return { actor, token, open, change };
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof AppError ? error : null),
  );

describe("changing one's own password", () => {
  it('ends all sessions, opens a new one on this device and accepts only the new password', async () => {
    const { actor, token, open, change } = await signedInPerson();
    const elsewhere = await open();
    const session = await change();
    expect(await identity.verifySession(session?.sessionToken ?? '')).toMatchObject({ uid: actor.id });
    expect(await Promise.all([token, elsewhere].map((old) => identity.verifySession(old)))).toEqual([null, null]);
    expect(await identity.listSessions(actor.id)).toMatchObject([{ network: '2001:db8:1:2::/64' }]);
    expect(await open()).toBe('');
    expect(await identity.signIn({ email: actor.email, password: NEW, userAgent: CHROME })).not.toBeNull();
  });

  it.each([
    ['a wrong current password', { currentPassword: 'Otra-cosa-1' }, 'currentPassword'],
    ['no current password', { currentPassword: '' }, 'currentPassword'],
    ['a weak new password', { newPassword: 'corta1' }, 'newPassword'],
    ['the same password again', { newPassword: OLD }, 'newPassword'],
    ['a repetition that differs', { repeated: 'Volcan-de-Agua-8' }, 'repeated'],
  ])('rejects %s as invalid input, keeps the session and opens no other', async (_what, input, field) => {
    const { actor, token, change } = await signedInPerson();
    const failure = await failureOf(change(input));
    expect(failure).toMatchObject({ code: 'invalid-input' });
    expect(Object.keys(failure?.fields ?? {})).toEqual([field]);
    expect(await identity.verifySession(token)).not.toBeNull();
    expect(await identity.listSessions(actor.id)).toHaveLength(1);
  });

  it('locks only this session after ten wrong passwords, and counts the refusals for the audit', async () => {
    const { actor, change, open } = await signedInPerson();
    for (let attempt = 0; attempt < 10; attempt += 1) await failureOf(change({ currentPassword: 'Otra-cosa-1' }));
    expect(await failureOf(change())).toMatchObject({ code: 'too-many-requests' });
    await failureOf(change({ newPassword: 'corta' }));
    expect((await sql.query('SELECT act, count FROM identity.refusals WHERE user_id = $1', [actor.id])).rows).toEqual([
      { act: 'ownPasswordRefused', count: 11 },
    ]);
    const { sessionId = '' } = (await identity.verifySession(await open())) ?? {};
    expect(await change({ actor: { ...actor, sessionId } })).not.toBeNull();
  });

  it('keeps only the current device known', async () => {
    const { actor, change } = await signedInPerson();
    const person = { uid: actor.id, email: actor.email };
    const [here, elsewhere] = [(await devices.remember(person, null)).cookie, (await devices.remember(person, null)).cookie];
    await change({ device: here });
    const known = [here, elsewhere].map((cookie) => devices.isKnown(devices.read(cookie) ?? '', { email: actor.email }));
    expect(await Promise.all(known)).toEqual([true, false]);
  });

  it('keeps passwords out of the log', async () => {
    const { change } = await signedInPerson();
    await failureOf(change({ currentPassword: 'Secreta-mal-1' }));
    await change();
    expect(text()).not.toMatch(/Secreta-mal-1|Cafetal-2026|Volcan-de-Agua-7/);
  });
});

describe("one's own sessions", () => {
  it('are listed with the current one first; only their owner can close one or all of the others', async () => {
    const { actor, token, open } = await signedInPerson();
    await open();
    const before = await findSessions(services, { actor });
    expect(before).toHaveLength(2);
    expect(before?.[0]).toMatchObject({ id: actor.sessionId, isCurrent: true, device: 'Chrome en Windows', network: '190.56.20.4' });
    expect(before?.[1]).toMatchObject({ isCurrent: false, lastSeenAt: null });
    const third = await open();
    const { sessionId = '' } = (await identity.verifySession(third)) ?? {};
    const stranger = await signedInPerson();
    await closeSession(services, { actor: stranger.actor, sessionId });
    await closeSession(services, { actor, sessionId: 'ninguna' });
    expect(await findSessions(services, { actor })).toHaveLength(3);
    await closeSession(services, { actor, sessionId });
    expect([await identity.verifySession(third), await identity.whyEnded(third)]).toEqual([null, 'closed']);
    expect(await findSessions(services, { actor })).toHaveLength(2);
    await closeOtherSessions(services, { actor, sessionToken: token });
    expect(await findSessions(services, { actor })).toHaveLength(1);
    expect(await identity.verifySession(token)).not.toBeNull();
  });

  it('include one idle for 40 minutes on a personal device only if the role allows personal devices', async () => {
    const { actor } = await signedInPerson();
    await identity.openSession({ uid: actor.id, userAgent: CHROME, restMinutes: 480 });
    await sql.query(`UPDATE identity.sessions SET last_seen_at = now() - interval '40 minutes' WHERE uid = $1 AND rest_minutes = 480`, [
      actor.id,
    ]);
    expect(await findSessions(services, { actor: { ...actor, mayOwnDevice: true } })).toHaveLength(2);
    expect(await findSessions(services, { actor })).toMatchObject([{ id: actor.sessionId }]);
  });
});
