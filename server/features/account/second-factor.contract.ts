import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Staff } from '../../domain/permissions.ts';
import { loadVisit } from '../../staff/load-staff.ts';
import { failureOf } from '../../testing/failures.ts';
import { setUsedPoints } from '../../testing/spent-limits.ts';
import { createTokens } from './index.ts';
import { NOTHING, ORIGIN, PASSWORD, type SecondFactorFixture } from './testing/second-factor-fixture.ts';

/** What a second factor asks of a sign-in and of an open session, and what ends both, whoever keeps the accounts. */
export function describeSecondFactor(fixture: SecondFactorFixture): void {
  const {
    addCode,
    addPasskey,
    audited,
    confirm,
    devices,
    documents,
    enter,
    factors,
    hire,
    identity,
    mails,
    put,
    refusals,
    services,
    signIn,
    sql,
    visitOf,
  } = fixture;
  /** Firebase tells in whole seconds when somebody signed in: in the second in which their access ended, it counts as before that. */
  const nextSecond = (id: string) =>
    sql.query(`UPDATE identity.ended_access SET ended_at = ended_at - interval '1 second' WHERE uid = $1`, [id]);

  beforeEach(() => sql.query('TRUNCATE identity.rate_limits'));

  describe('a one-time code', () => {
    it('is required after the password, works once even in two concurrent sign-ins, and opens a new session', async () => {
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

    it('is accepted one time step behind or ahead, not two, and never after a newer one', async () => {
      // Time stands still: none of these steps ends meanwhile.
      vi.setSystemTime(Date.now());
      onTestFinished(() => void vi.useRealTimers());
      const { id, email, staff } = await hire();
      const { at } = await addCode(staff);
      await sql.query('UPDATE identity.factors SET counter = 0 WHERE uid = $1', [id]);
      for (const steps of [-2, 2])
        expect(await failureOf(confirm(await enter({ email }), { word: at(steps) }))).toMatchObject({ code: 'invalid-input' });
      for (const steps of [-1, 1]) expect((await confirm(await enter({ email }), { word: at(steps) })).uid).toBe(id);
      // One that is older than what was taken is used up with it.
      expect(await failureOf(confirm(await enter({ email }), { word: at(0) }))).toMatchObject({ code: 'invalid-input' });
    });
  });

  describe('a recovery code', () => {
    it('replaces a one-time code once, in any case and spacing, is audited, and ends when codes are renewed', async () => {
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
  });

  describe('a passkey', () => {
    it('signs in without a password, once per challenge, within the limit of the network', async () => {
      const { id, staff } = await hire();
      const { passkey, codes } = await addPasskey(staff);
      expect(codes).toHaveLength(10);
      const call = {
        passkey: passkey.answer(factors.createSignInChallenge()),
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
      await setUsedPoints(sql, 'sign-in-network', 60);
      const again = { ...call, passkey: passkey.answer(factors.createSignInChallenge()) };
      expect(await failureOf(factors.signInByPasskey(again))).toMatchObject({ code: 'too-many-requests' });
      expect(await factors.signInByPasskey({ ...again, ip: '10.0.9.9' })).toMatchObject({ uid: id });
    });

    it('signs in nobody who was deactivated or whose account is disabled, and refusals are audited', async () => {
      const { id, email, staff } = await hire();
      const { passkey } = await addPasskey(staff);
      const call = () => ({
        passkey: passkey.answer(factors.createSignInChallenge()),
        origin: ORIGIN,
        ip: '10.0.0.9',
        userAgent: '',
        device: null,
      });
      await put('main', `usuarios/${id}`, { name: 'X', email, role: 'user', state: false });
      expect(await failureOf(factors.signInByPasskey(call()))).toMatchObject({ code: 'unauthenticated' });
      await put('main', `usuarios/${id}`, { name: 'X', email, role: 'user', state: true });
      await identity.setDisabled(id, true);
      expect(await failureOf(factors.signInByPasskey(call()))).toMatchObject({ code: 'unauthenticated' });
      await failureOf(factors.signInByPasskey({ ...call(), passkey: '{}', ip: '10.0.8.9' }));
      await setUsedPoints(sql, 'sign-in-network', 60);
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
  ])('a trusted device is asked for a factor again once %s', async (_when, happens) => {
    const { id, email, staff } = await hire();
    const { at } = await addCode(staff);
    const trusted = (await confirm(await enter({ email }), { word: at(0), trusts: true })).trusted ?? '';
    expect(await enter({ email, trusted })).toMatchObject({ needs: null });
    await happens(id);
    await nextSecond(id);
    expect(await enter({ email, trusted })).toMatchObject({ needs: 'factor' });
  });

  it.each([
    [
      'its person gets another role',
      (own: string, _maker: string) => sql.query(`UPDATE usuarios SET role = 'editor' WHERE id = $1`, [own]),
    ],
    [
      'its maker gets another role',
      (_own: string, maker: string) => sql.query(`UPDATE usuarios SET role = 'editor' WHERE id = $1`, [maker]),
    ],
    ['its maker loses the access', (_own: string, maker: string) => sql.query('UPDATE usuarios SET state = false WHERE id = $1', [maker])],
  ])('a link to choose a password that was handed over ends when %s', async (_when, happens) => {
    const [{ id, staff }, { id: maker }] = [await hire(), await hire()];
    const choose = async (href: string) =>
      identity.resetPassword({ token: new URL(href).searchParams.get('token') ?? '', password: 'Otra-clave-2026' });
    const { href } = await identity.createResetLink(id, maker);
    // What gives nobody more ends no link.
    await sql.query(`UPDATE usuarios SET agency = 'norte' WHERE id = ANY($1)`, [[id, maker]]);
    await happens(id, maker);
    expect(await choose(href)).toBeNull();
    expect(await choose((await identity.createResetLink(id, maker)).href)).toEqual({ uid: id, email: staff.email });
  });

  it('a new role ends the sessions and tells why; new menus do not, and the device stays known and trusted', async () => {
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
    expect((await signIn.describeSessionEnd(sessionToken)).why).toContain('Su rol cambió');
    // Nor does one that was being opened come back.
    expect(await isIn()).toBe(false);
    await nextSecond(id);
    const known = devices.read(device);
    expect(await devices.remember({ uid: id, email }, known)).toMatchObject({ isNew: false });
    expect(await enter({ email, trusted, device })).toMatchObject({ needs: null, staff: { role: 'editor' } });
    // Who was deactivated at the same time is told of that.
    const last = (await enter({ email, trusted, device })).sessionToken;
    await put('main', `usuarios/${id}`, { name: 'Otro Nombre', email, role: 'user', state: false });
    expect(await identity.whyEnded(last)).toBe('disabled');
  });

  it('a changed password ends a sign-in that waits for its second factor', async () => {
    const { id, email, staff } = await hire();
    const { at } = await addCode(staff);
    const visit = await enter({ email });
    await identity.setPassword(id, 'Tambor-verde-7788');
    // Each request asks for the session first (server/entrances/http/session.ts).
    expect(await identity.verifySession(visit.sessionToken)).toBeNull();
    expect(at(0)).toMatch(/^\d{6}$/);
  });

  describe('a role that requires a second factor', () => {
    it('admits nobody without a factor, nor their tokens, and keeps the last factor from being removed', async () => {
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

  describe('a factor reset', () => {
    it('needs a reason and permission, removes all factors, ends the sessions and e-mails the person', async () => {
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
      // Interrupted, it can be repeated.
      const revokeSessions = identity.revokeSessions.bind(identity);
      identity.revokeSessions = () => Promise.reject(new Error('cut off'));
      await expect(reset(admin.staff)).rejects.toThrow('cut off');
      identity.revokeSessions = revokeSessions;
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
  });

  describe('re-authentication', () => {
    it('is required ten minutes after a sign-in, counts for that session alone, and is audited', async () => {
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
  });
}
