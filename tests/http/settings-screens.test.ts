import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/http/load-build.ts';
import { reconcileReadModelJob } from '#server/read-model/sync/sync-jobs.ts';
import { putRoleRow } from '#server/testing/staff-rows.ts';
import { useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

const HTML = { Accept: 'text/html' };
const send = (url: string, fields: Record<string, string> | [string, string][]) =>
  web.getSigned(url, { method: 'POST', body: new URLSearchParams(fields), headers: HTML });
const textOf = async (response: Response) => (await response.text()).replaceAll('<!-- -->', '');
const page = async (url: string) => textOf(await web.getSigned(url, { headers: HTML }));
const valuesOf = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<input[^>]*name="${name}"[^>]*>`, 'g'))].map(([tag]) => /value="([^"]*)"/.exec(tag)?.[1] ?? '');
/** For the person who is signed in: an administrator cannot lose everything. */
async function setMenus(menus: readonly string[]): Promise<void> {
  await putRoleRow(web.portal.sql, { id: 'otro', menus });
  await setRole('otro');
}
const setRole = (role: string) => web.portal.sql.query(`UPDATE usuarios SET role = $1 WHERE role IN ('admin', 'otro')`, [role]);

afterEach(() => setRole('admin'));

const PAGES = [
  '/settings/menu',
  '/settings/general',
  '/settings/constants',
  '/settings/constants/docStates',
  '/settings/jobs',
  '/settings/read-model',
];

it('leads to the audit by a card, never by the sidebar, and only who has its permission', async () => {
  expect(await page('/settings/menu')).toContain('href="/settings/audit"');
  expect(await page('/account')).not.toContain('href="/settings/audit"');
  await setMenus(['settings', 'users']);
  expect(await page('/settings/menu')).not.toContain('href="/settings/audit"');
  expect((await web.getSigned('/settings/audit', { headers: HTML })).status).toBe(403);
  await setMenus(['audit']);
  expect(await page('/settings/audit')).toContain('El sellado de la auditoría todavía no ha corrido.');
  const odd = '?user=%00&action=x&database=constructor&target=%25&from=2026-02-30&q=%ED%A0%80&cursor=x';
  expect((await web.getSigned(`/settings/audit${odd}`, { headers: HTML })).status).toBe(200);
  expect((await web.getSigned('/settings/audit/main/ninguna', { headers: HTML })).status).toBe(404);
});

describe('settings without JavaScript', () => {
  it('stand in the menu, and each screen answers only those who hold «Configuración»', async () => {
    expect(await page('/')).toContain('href="/settings/menu"');
    for (const address of PAGES) expect((await web.getSigned(address, { headers: HTML })).status, address).toBe(200);
    await setMenus(['home', 'reports']);
    for (const address of PAGES) expect((await web.getSigned(address, { headers: HTML })).status, address).toBe(403);
    for (const address of PAGES.slice(1)) {
      if (address !== '/settings/constants') expect((await send(address, { intent: 'save', verify: '*' })).status, address).toBe(403);
    }
    expect(await page('/')).not.toContain('href="/settings/menu"');
  });

  it('lead to the roles only those who administer people', async () => {
    expect(await page('/settings/menu')).toContain('href="/settings/roles"');
    await setMenus(['home', 'settings']);
    expect(await page('/settings/menu')).not.toContain('href="/settings/roles"');
  });

  it('add, remove and store rows of constants, and give wrong ones back', async () => {
    const address = '/settings/constants/fieldValidators';
    const typed: [string, string][] = [
      ['version', ''],
      ['id', 'dpi'],
      ['value', '^\\d{13}$'],
    ];
    const added = await textOf(await send(address, [...typed, ['intent', 'add']]));
    expect(valuesOf(added, 'id')).toEqual(['dpi', '']);
    const removed = await textOf(await send(address, [...typed, ['id', 'nit'], ['value', 'x'], ['intent', 'remove:0']]));
    expect(valuesOf(removed, 'id')).toEqual(['nit']);
    const wrong = await send(address, [...typed, ['id', 'nit'], ['value', '('], ['intent', 'save']]);
    expect(wrong.status).toBe(400);
    const html = await textOf(wrong);
    expect(html).toContain('href="#campo-1-value"');
    expect(valuesOf(html, 'value')).toEqual(expect.arrayContaining(['^\\d{13}$', '(']));
    const saved = await send(address, [...typed, ['intent', 'save']]);
    expect(saved.headers.get('location')).toBe('/settings/constants');
    expect(await page('/settings/constants')).toContain('^\\d{13}$');
    const late = await send(address, [
      ['version', ''],
      ['id', 'nit'],
      ['value', '^x$'],
      ['intent', 'save'],
    ]);
    expect(late.status).toBe(409);
    const conflict = await textOf(late);
    expect(conflict).toContain('Usted guardó otros cambios en otra ventana');
    const over = await send(address, [
      ['version', valuesOf(conflict, 'version')[0] ?? ''],
      ['id', 'nit'],
      ['value', '^x$'],
      ['intent', 'save'],
    ]);
    expect(over.status).toBe(302);
  });

  it('change the name that every page shows, and refuse a value at its field', async () => {
    const [version = ''] = valuesOf(await page('/settings/general'), 'version');
    const fields = {
      version,
      nombreCooperativa: 'Cooperativa <Nueva>',
      logo_url: '',
      tamanoPagina: '',
      horasSesion: '',
      subidaMaximaMb: '',
    };
    expect((await send('/settings/general', fields)).status).toBe(302);
    expect(await page('/')).toContain('<title>Cooperativa &lt;Nueva&gt;</title>');
    expect(await textOf(await web.get('/login', { headers: HTML }))).toContain('Cooperativa &lt;Nueva&gt;');
    const refused = await send('/settings/general', {
      ...fields,
      version: valuesOf(await page('/settings/general'), 'version')[0] ?? '',
      horasSesion: '400',
    });
    expect(refused.status).toBe(400);
    const html = await textOf(refused);
    expect(html).toContain('Entre 1 y 12 horas.');
    expect(valuesOf(html, 'horasSesion')).toEqual(['400']);
  });

  it('show nobody any picture but the logo itself', async () => {
    expect((await web.get('/logo/otra.webp')).status).toBe(404);
  });

  it('count the jobs, and say what cannot be retried', async () => {
    await web.portal.queues.enqueue(reconcileReadModelJob, {});
    expect(await page('/settings/jobs')).toContain('Esperando al proceso de trabajos');
    const refused = await send('/settings/jobs', { intent: 'retry', job: 'sync-documents', jobId: 'nobody' });
    expect(refused.status).toBe(404);
    expect(await textOf(refused)).toContain('Ese trabajo ya no existe.');
  });

  it('ask for a verification once, and show that it waits', async () => {
    expect((await send('/settings/read-model', { verify: 'agencias' })).status).toBe(302);
    expect(await page('/settings/read-model')).toContain('Por verificar');
    const again = await send('/settings/read-model', { rebuild: 'agencias' });
    expect(again.status).toBe(409);
    expect(await textOf(again)).toContain('Ya hay una revisión en curso');
    expect((await send('/settings/read-model', { verify: 'nada' })).status).toBe(404);
  });
});

it('the menu of reports shows cards, or what to do without any', async () => {
  expect(await page('/reports/menu')).toContain('href="/briefcase/reports/uploads-by-user"');
  await setMenus(['home', 'reports']);
  expect(await page('/reports/menu')).toContain('Todavía no tiene reportes asignados.');
  await setMenus(['home']);
  expect((await web.getSigned('/reports/menu', { headers: HTML })).status).toBe(403);
});
