import { beforeAll, describe, expect, it } from 'vitest';
import type { Staff } from '../../domain/permissions.ts';
import { failureOf } from '../../testing/failures.ts';
import { createTokensFixture, type TokensFixture } from './testing/tokens-fixture.ts';
import { hashToken } from './token-text.ts';
import { describeOnStores } from '../../testing/describe-on-stores.ts';
import { testEditor } from '../../testing/test-staff.ts';
import { setUsedPoints } from '../../testing/spent-limits.ts';

const IP = '190.10.20.30';
const DAY_MS = 86_400_000;

/** Accesses of programs, on whichever document store. */
function describeTokens(open: () => Promise<TokensFixture>): void {
  let fixture: TokensFixture;
  let owner: Staff;
  let admin: Staff;
  let forms = 0;
  beforeAll(async () => {
    fixture = await open();
    owner = await fixture.hire('ana');
    admin = await fixture.hire('jefa', 'admin');
  });
  const issue = (actor: Staff, { formToken, ...fields }: { nombre?: string; days?: string; formToken?: string } = {}) =>
    fixture.tokens.issueToken({
      actor,
      values: { nombre: 'Power BI', days: '30', ...fields },
      formToken: formToken ?? `formulario-${(forms += 1)}-aaaaaaaaaa`,
    });
  const admit = (token: string, ip = IP) => fixture.tokens.admitToken({ token, ip, address: '/reports/quotes.json' });
  const own = (actor: Staff) => fixture.tokens.findOwnTokens({ actor });
  const newestOf = async (actor: Staff) => {
    const [newest] = await own(actor);
    if (!newest) throw new Error('no token');
    return newest;
  };

  describe('a token', () => {
    it('grants the permissions of its owner; only its hash is stored, and neither is in the audit', async () => {
      const { token, nombre } = await issue(owner, { nombre: '  Tablero ' });
      expect(nombre).toBe('Tablero');
      expect((await admit(token)).staff).toMatchObject({ id: 'ana', menus: owner.menus });
      const { id, terminacion, expiresAt } = await newestOf(owner);
      const document = await fixture.documents.main.get(`accesos_programas/${id}`);
      expect(document?.data).toMatchObject({ nombre: 'Tablero', userId: 'ana', huella: hashToken(token), isActive: true });
      expect(token.endsWith(terminacion)).toBe(true);
      expect(Date.parse(expiresAt ?? '') - Date.now()).toBeGreaterThan(29 * DAY_MS);
      const everything = await fixture.documents.main.query({ collection: 'auditoria' });
      const told = JSON.stringify(everything.map(({ data }) => data));
      expect(told).toContain('ACCESO PARA PROGRAMAS CREADO');
      expect(told).not.toContain(token);
      expect(told).not.toContain(hashToken(token));
      expect(JSON.stringify(document?.data)).not.toContain(token);
    });

    it('audits what a program read, once an hour per address', async () => {
      const { token } = await issue(owner);
      const { id } = await newestOf(owner);
      for (const address of ['/reports/a.json', '/reports/b.json', '/reports/a.json'])
        await fixture.tokens.admitToken({ token, ip: IP, address });
      const entries = await fixture.documents.main.query({
        collection: 'auditoria',
        where: [{ field: 'targetPath', op: '==', value: `accesos_programas/${id}` }],
      });
      const read = entries.filter(({ data }) => data['action'] === 'REPORTE LEÍDO POR UN PROGRAMA').map(({ data }) => data);
      expect(read).toHaveLength(2);
      expect(read[0]).toMatchObject({ user: 'ana', newData: { channel: 'API', network: IP } });
    });

    it('is rejected with too-many-requests after 1,500 reads while other tokens keep working', async () => {
      const [one, other] = [await issue(owner), await issue(owner)];
      await fixture.sql.query('TRUNCATE identity.rate_limits');
      await admit(one.token);
      await setUsedPoints(fixture.sql, 'token-reads', 1_500);
      expect((await failureOf(admit(one.token))).code).toBe('too-many-requests');
      await admit(other.token);
    });

    it('shows its last use to the hour without changing its document', async () => {
      const { token } = await issue(owner);
      const before = await newestOf(owner);
      expect(before.lastUsedAt).toBeNull();
      const version = (await fixture.documents.main.get(`accesos_programas/${before.id}`))?.version;
      await admit(token);
      const { lastUsedAt } = await newestOf(owner);
      expect(lastUsedAt).not.toBeNull();
      await admit(token);
      expect((await newestOf(owner)).lastUsedAt).toBe(lastUsedAt);
      await fixture.sql.query(`UPDATE identity.token_uses SET last_used_at = now() - interval '2 hours'`);
      await admit(token);
      expect(Date.parse((await newestOf(owner)).lastUsedAt ?? '')).toBeGreaterThan(Date.now() - 60_000);
      expect((await fixture.documents.main.get(`accesos_programas/${before.id}`))?.version).toBe(version);
    });

    it('is rejected at the next request after it is revoked; revoking again changes nothing', async () => {
      const { token } = await issue(owner);
      const { id } = await newestOf(owner);
      await fixture.tokens.revokeOwnToken({ actor: owner, id });
      expect((await failureOf(admit(token))).code).toBe('unauthenticated');
      await fixture.tokens.revokeOwnToken({ actor: owner, id });
      const entries = await fixture.documents.main.query({
        collection: 'auditoria',
        where: [{ field: 'targetPath', op: '==', value: `accesos_programas/${id}` }],
      });
      expect(entries.map(({ data }) => data['action']).sort()).toEqual(['ACCESO PARA PROGRAMAS CREADO', 'ACCESO PARA PROGRAMAS REVOCADO']);
      expect((await own(owner)).map((one) => one.id)).not.toContain(id);
    });

    it('is rejected when it expired, has no valid end, or its document was deleted', async () => {
      for (const change of [{ expiresAt: new Date(Date.now() - 1_000) }, { expiresAt: 'nunca' }]) {
        const { token } = await issue(owner);
        const { id } = await newestOf(owner);
        const path = `accesos_programas/${id}`;
        const stored = await fixture.documents.main.get(path);
        await fixture.put('main', path, { ...stored?.data, ...change });
        expect((await failureOf(admit(token))).code).toBe('unauthenticated');
        expect((await newestOf(owner)).isInForce).toBe(false);
        await fixture.tokens.revokeOwnToken({ actor: owner, id });
      }
      const { token } = await issue(owner);
      const { id } = await newestOf(owner);
      await fixture.sql.query('UPDATE accesos_programas SET source_deleted = true WHERE id = $1', [id]);
      expect((await failureOf(admit(token))).code).toBe('unauthenticated');
    });

    it('is rejected once its owner is deactivated, and follows the current menus of the owner', async () => {
      const person = await fixture.hire('beto', 'admin');
      const { token } = await issue(person);
      expect((await admit(token)).staff.menus.has('users')).toBe(true);
      await fixture.hire('beto', 'user');
      expect((await admit(token)).staff.menus.has('users')).toBe(false);
      await fixture.put('main', 'usuarios/beto', { name: 'Beto', email: 'beto@demo.coop', role: 'admin', state: false });
      expect((await failureOf(admit(token))).code).toBe('unauthenticated');
    });
  });

  describe('creating a token', () => {
    it('rejects invalid names and periods', async () => {
      for (const nombre of ['', ' '.repeat(1_000_000), 'x'.repeat(61), 'a\u0000b', '\u0301'.repeat(500_000)])
        expect(Object.keys((await failureOf(issue(owner, { nombre }))).fields ?? {})).toEqual(['nombre']);
      for (const days of ['', '31', '99999', '-30', '30.0', 'treinta'])
        expect(Object.keys((await failureOf(issue(owner, { days }))).fields ?? {})).toEqual(['days']);
    });

    it('gives one token for a form sent twice; the second request is a conflict', async () => {
      const person = await fixture.hire('doble');
      const formToken = 'el-mismo-formulario-dos-veces';
      const results = await Promise.allSettled([issue(person, { formToken }), issue(person, { formToken })]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      expect((await failureOf(issue(person, { formToken }))).code).toBe('conflict');
      expect(await own(person)).toHaveLength(1);
      const given = results.find((result) => result.status === 'fulfilled');
      expect((await admit(given?.status === 'fulfilled' ? given.value.token : '')).staff.id).toBe('doble');
    });

    it('is limited to ten active tokens, even for twelve concurrent requests; revoked ones do not count', async () => {
      const person = await fixture.hire('muchos');
      const results = await Promise.allSettled(Array.from({ length: 12 }, () => issue(person)));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
      expect((await failureOf(issue(person))).code).toBe('conflict');
      await fixture.tokens.revokeOwnToken({ actor: person, id: (await newestOf(person)).id });
      expect((await issue(person)).token).toMatch(/^pcp_/);
    });
  });

  describe('tokens of others', () => {
    it('cannot be listed or revoked by a person without the permission; odd ids are not found', async () => {
      const person = await fixture.hire('ajena');
      await issue(person);
      const { id } = await newestOf(person);
      expect((await failureOf(fixture.tokens.revokeOwnToken({ actor: owner, id }))).code).toBe('not-found');
      expect((await failureOf(fixture.tokens.revokeToken({ actor: owner, id }))).code).toBe('forbidden');
      expect((await failureOf(fixture.tokens.findTokens({ actor: owner, params: new URLSearchParams() }))).code).toBe('forbidden');
      for (const odd of ['', 'nada', '../usuarios/ana', 'x'.repeat(2_000)])
        expect((await failureOf(fixture.tokens.revokeToken({ actor: admin, id: odd }))).code).toBe('not-found');
    });

    it('can be revoked by their owner, but not by a person who may not change the owner', async () => {
      const chief = await fixture.hire('intocable', 'admin');
      const { token } = await issue(chief);
      const { id } = await newestOf(chief);
      expect((await failureOf(fixture.tokens.revokeToken({ actor: testEditor({ id: 'personal' }), id }))).code).toBe('forbidden');
      expect((await admit(token)).staff.id).toBe('intocable');
      // Their own is theirs, from that list as well.
      await fixture.tokens.revokeToken({ actor: chief, id });
      expect((await failureOf(admit(token))).code).toBe('unauthenticated');
    });

    it('are listed by person for administrators of people while active, and can be revoked by them', async () => {
      const person = await fixture.hire('listada');
      const { token } = await issue(person, { nombre: 'Hoja de cálculo' });
      const { id } = await newestOf(person);
      const find = (query: string) => fixture.tokens.findTokens({ actor: admin, params: new URLSearchParams(query) });
      expect((await find('userId=listada')).rows).toMatchObject([
        { id, nombre: 'Hoja de cálculo', owner: 'Persona listada', ownerIsActive: true },
      ]);
      expect((await find('q=persona+listada')).rows.map((row) => row.id)).toContain(id);
      expect(JSON.stringify(await find(''))).not.toContain(hashToken(token));
      const ends = (at: string) => fixture.sql.query(`UPDATE accesos_programas SET "expiresAt" = now() + $2 WHERE id = $1`, [id, at]);
      await ends('-1 second');
      expect((await find('userId=listada')).rows).toEqual([]);
      await ends('1 day');
      await fixture.tokens.revokeToken({ actor: admin, id });
      expect((await find('userId=listada')).rows).toEqual([]);
      expect((await failureOf(admit(token))).code).toBe('unauthenticated');
    });
  });

  it('malformed and inactive tokens get different messages, and their limit does not affect valid tokens', async () => {
    const { token } = await issue(await fixture.hire('limite'));
    const mistyped = await failureOf(admit(`${token}x`, '10.0.0.9'));
    const { token: revoked } = await issue(owner);
    await fixture.tokens.revokeOwnToken({ actor: owner, id: (await newestOf(owner)).id });
    const unknown = await failureOf(admit(revoked, '10.0.0.9'));
    expect(mistyped.userMessage).toContain('incompleta o mal copiada');
    expect(unknown.userMessage).toContain('venció, se revocó');
    const failures = await Promise.all(Array.from({ length: 70 }, () => failureOf(admit('pcp_nada', '10.0.0.9'))));
    expect(failures.filter(({ code }) => code === 'too-many-requests').length).toBeGreaterThanOrEqual(10);
    expect((await admit(token, '10.0.0.9')).staff.id).toBe('limite');
    expect((await failureOf(admit('pcp_nada', '10.0.0.10'))).code).toBe('unauthenticated');
  });
}

await describeOnStores('tokens', (stores) => describeTokens(() => createTokensFixture(stores)));
