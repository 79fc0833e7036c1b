import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import type { MenuId } from '#server/domain/menu.ts';
import { recentCookie } from '#server/features/search/domain/recent-records.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { REGISTRIES } from '#server/registries.ts';
import { some } from '#server/testing/run-seed.ts';
import { putRoleRow, putStaffRow } from '#server/testing/staff-rows.ts';
import { signInAs, type Person } from '../access/people.ts';
import { putRecords } from '../search/records.ts';
import { kindsOf, searchOf } from '../search/search-client.ts';
import { EMAIL, useTestWeb } from './test-web.ts';

const SEARCHED_LISTS = REGISTRIES.lists.flatMap(({ searched }) => searched ?? []);

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });
const { search, page } = searchOf(web);

beforeAll(() => putRecords(web.portal));

describe('a search with limited permissions', () => {
  let person: Person;
  const may = (menus: readonly MenuId[], folders: readonly string[] = []) =>
    Promise.all([
      putRoleRow(web.portal.sql, { id: 'user', menus }),
      putStaffRow(web.portal.sql, {
        id: person.id,
        email: 'lectora@prueba.coop',
        role: 'user',
        agency: 'suya',
        briefcase_permissions: { folders },
        digitalization_permission_id: 'lectura',
      }),
    ]);
  beforeAll(async () => {
    person = await signInAs(web, { name: 'lectora', role: 'user', folders: [] });
    await putRecords(web.portal, { 'PACKAGES/recibido': { from: 'otra', agencyId: 'suya', status: 'SENT', note: 'acta' } });
    const own = { title: 'Acta de cada mes', reportId: 'quotes', frequency: 'mensual', hora: '06:00', userId: person.id };
    await putRecords(web.portal, { 'reportes_programados/suyo': own });
    await putRecords(web.portal, { 'PACKAGES/suyo': { from: person.id, status: 'ENTERED', note: 'acta' } });
  });

  // Half of the menus, one word each, with every offered result opened: all lists use the same declaration.
  const menus = [...new Set(SEARCHED_LISTS.map(({ menu }) => menu))];
  it.each(some(menus, Math.ceil(menus.length / 2)))('finds and offers only what the menu %s allows', async (menu) => {
    await may([menu], ['actas', 'otras']);
    const own = SEARCHED_LISTS.filter((list) => list.menu === menu).map(({ kind }) => kind);
    const seen = new Set<string>();
    for (const q of ['05/2026', 'ana', 'brenda', 'acta', 'fiduciario', 'casa', 'A-1030', 'xicira', 'a']) {
      const answer = await search(q, person.headers);
      kindsOf(answer).forEach((kind) => seen.add(kind));
      expect(
        kindsOf(answer).filter((kind) => !own.includes(kind)),
        q,
      ).toEqual([]);
      expect(await page(q, person.headers)).not.toMatch(own.includes('clientes') ? /wqxzjk/ : /list-customers\//);
    }
    expect([...seen].length).toBeGreaterThan(0);
    for (const q of ['', 'nuevo', 'ajustes', 'reporte', 'abrir', 'cargar', 'rol', 'simular']) {
      for (const { href } of (await search(q, person.headers)).actions) {
        const answer = await web.get(href, { headers: { Accept: 'text/html', ...person.headers } });
        expect(answer.status, href).toBe(200);
      }
    }
  });

  it('finds nothing without any menu, and offers only the person’s own account', async () => {
    await may([]);
    for (const q of ['', 'ana', 'A-1030', 'nueva promoción', 'administrador']) {
      const { groups, recent } = await search(q, person.headers);
      expect([groups, recent]).toEqual([[], []]);
    }
    for (const q of ['promocion', 'administrador', 'ver como']) expect((await search(q, person.headers)).actions, q).toEqual([]);
    expect((await search('cuenta', person.headers)).actions).toEqual([{ title: 'Mi cuenta', detail: '', href: '/account' }]);
  });

  it('finds no file of a folder without access: no hit, no count, no name', async () => {
    await may(['briefcase-files'], ['otras']);
    for (const q of [
      'acta 12-2026',
      'sesion ordinaria',
      'uno',
      'Acta 12-2026 (sesión ordinaria).pdf',
      'Actas del Consejo',
      'sesoin',
      'ab'.repeat(32),
    ]) {
      expect((await search(q, person.headers)).groups, q).toEqual([]);
      expect(await page(q, person.headers)).not.toContain('/briefcase/files/uno');
    }
    await may(['briefcase-files'], ['actas']);
    expect((await search('sesion ordinaria', person.headers)).groups).toMatchObject([{ kind: 'maletin_archivos', total: 1 }]);
    expect((await search('nota.7z', person.headers)).groups).toEqual([]);
  });

  it('finds all schedules for administrators, own ones for others, and none without the menu', async () => {
    const group = async (q: string, headers?: Record<string, string>) =>
      (await search(q, headers)).groups
        .filter(({ kind }) => kind === 'reportes_programados')
        .map(({ total, hits }) => [total, hits.map(({ title, href }) => `${title} ${href}`)]);
    const own = 'Acta de cada mes /reports/schedules/suyo';
    const other = 'Cierre & balance /reports/schedules/mensual';
    await may(['reports']);
    expect(await group('acta de cada mes', person.headers)).toEqual([[1, [own]]]);
    expect(await group('cierre & balance', person.headers)).toEqual([]);
    expect(await group('acta de cada mes')).toEqual([[1, [own]]]);
    expect(await group('cierre & balance')).toEqual([[1, [other]]]);
    // Fields that the list shows of the last run, and the schedule's times.
    expect(await group('cuenta está desactivada')).toEqual([[1, [other]]]);
    expect(await group('en pausa')).toEqual([[1, [other]]]);
    await may(['quotes']);
    expect(await group('acta de cada mes', person.headers)).toEqual([]);
  });

  it('needs a session: the page redirects to the sign-in page, data gets 401', async () => {
    expect((await web.get('/buscar.json?q=ana', { headers: { Accept: 'application/json' } })).status).toBe(401);
    expect((await web.get('/buscar?q=ana', { headers: { Accept: 'text/html' } })).headers.get('location')).toContain('/login?redirectTo=');
  });
});

describe('recently opened records', () => {
  const opened = (...paths: string[]) => {
    const cookie = paths.reduce((cookies, one) => recentCookie(cookies, EMAIL, one)?.split(';')[0] ?? cookies, '');
    return { Cookie: `${web.cookie}; ${cookie}` };
  };

  it('are listed under their current names, the last one first, if the query is empty', async () => {
    const headers = opened(
      '/quotes/list-quotes/uno',
      '/briefcase/files/uno',
      '/customers/list-customers/uno',
      '/customers/list-customers/nunca',
      '/settings/general/x',
    );
    const { recent, groups } = await search('', headers);
    expect(groups).toEqual([]);
    expect(recent.map(({ kind, title }) => [kind, title])).toEqual([
      ['Asociados', 'Ana María Núñez Xicará'],
      ['Archivos del Maletín', 'Acta 12-2026 (sesión ordinaria).pdf'],
      ['Prospecciones', 'Óscar Pérez'],
    ]);
    expect((await search('ana', headers)).recent).toEqual([]);
    expect(await page('', headers)).toMatch(/Abiertos hace poco[\s\S]*href="\/customers\/list-customers\/uno"/);
  });

  it('are limited to the person’s own cookie and permissions', async () => {
    const person = await signInAs(web, { name: 'otra', role: 'user', folders: [] });
    await putRoleRow(web.portal.sql, { id: 'user', menus: ['customers'] });
    const foreign = opened('/customers/list-customers/uno').Cookie.split('; ')[1];
    expect((await search('', { Cookie: `${person.headers['Cookie']}; ${foreign}` })).recent).toEqual([]);
    const forged = ['/quotes/list-quotes/uno', '/users/list-users/uno', '/customers/list-customers/uno'].reduce(
      (cookies, one) => recentCookie(cookies, 'otra@prueba.coop', one)?.split(';')[0] ?? '',
      '',
    );
    expect((await search('', { Cookie: `${person.headers['Cookie']}; ${forged}` })).recent.map(({ kind }) => kind)).toEqual(['Asociados']);
  });
});
