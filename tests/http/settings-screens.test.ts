import path from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { reconcileReadModelJob } from '#server/read-model/sync/sync-jobs.ts';
import { putRoleRow } from '#server/testing/staff-rows.ts';
import { signInAs, type Person } from '../access/people.ts';
import { useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

const HTML = { Accept: 'text/html' };
/** The session in use: the administrator's, or that of `setMenus`. */
let cookie = {};
const getSigned: typeof web.getSigned = (url, init = {}) => web.getSigned(url, { ...init, headers: { ...init.headers, ...cookie } });
const send = (url: string, fields: Record<string, string> | [string, string][]) =>
  getSigned(url, { method: 'POST', body: new URLSearchParams(fields), headers: HTML });
const textOf = async (response: Response) => (await response.text()).replaceAll('<!-- -->', '');
const page = async (url: string) => textOf(await getSigned(url, { headers: HTML }));
const valuesOf = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<input[^>]*name="${name}"[^>]*>`, 'g'))].map(([tag]) => /value="([^"]*)"/.exec(tag)?.[1] ?? '');
/** Signs in, until the end of the test, as somebody with these menus: an administrator cannot lose all. */
async function setMenus(menus: readonly string[], accionesNegadas: readonly string[] = []): Promise<void> {
  await putRoleRow(web.portal.sql, { id: 'otro', menus, accionesNegadas });
  cookie = other.headers;
}

let other: Person;
beforeAll(async () => {
  other = await signInAs(web, { name: 'otra', role: 'otro', folders: [] });
});
afterEach(() => void (cookie = {}));

const PAGES = [
  '/settings/menu',
  '/settings/general',
  '/settings/sidebar',
  '/settings/constants',
  '/settings/constants/docStates',
  '/settings/jobs',
  '/settings/read-model',
  '/settings/backups',
];

it('links to audit and security only for people with their permission, and audits refused openings', async () => {
  const leadsTo = async (from: string, url: string) => (await page(from)).includes(`href="${url}"`);
  const card = /<main[^]*href="\/settings\/security"/;
  expect([await leadsTo('/settings/menu', '/settings/audit'), await leadsTo('/account', '/settings/audit')]).toEqual([true, false]);
  expect(await leadsTo('/account', '/settings/security')).toBe(true);
  expect(await page('/settings/menu')).not.toMatch(card);
  await setMenus(['settings', 'users']);
  for (const url of ['/settings/audit', '/settings/security']) {
    expect(await page('/settings/menu')).not.toContain(`href="${url}"`);
    expect((await getSigned(url, { headers: HTML })).status).toBe(403);
  }
  // Every refusal is recorded after its response; that of a data request counts for its page.
  await getSigned('/settings/audit.data', { headers: HTML });
  await getSigned('/settings/audit/export?format=csv', { headers: HTML });
  await expect
    .poll(async () => {
      const entries = await web.portal.documents.main.query({ collection: 'auditoria' });
      return entries.flatMap(({ data }) => (data['action'] === 'APERTURA RECHAZADA' ? [data['targetPath']] : [])).sort();
    })
    .toEqual(['pantallas/settings.audit', 'pantallas/settings.audit.export', 'pantallas/settings.security']);
  await setMenus(['audit']);
  expect((await getSigned('/settings/security?kind=x&user=%00&action=%25&from=2026-02-30', { headers: HTML })).status).toBe(200);
  const security = await page('/settings/security');
  for (const href of ['/reports/security', '/settings/audit']) expect(security).toContain(`href="${href}"`);
  const audit = await page('/settings/audit');
  expect(audit).toContain('El sellado de la auditoría todavía no ha corrido.');
  // For somebody without Configuración, both pages and an entry have «Seguridad» as their parent.
  const told = { userName: 'Una persona de nombre muy largo', action: 'REGISTRO MODIFICADO', targetPath: 'agencias/a1', at: new Date() };
  await web.portal.documents.main.create('auditoria/una', told);
  await web.portal.readModel.projectNow('main', ['auditoria/una']);
  const entry = await page('/settings/audit/main/una');
  expect(entry).not.toContain('href="/settings/menu"');
  // «Agencia a1» is shown for two readings, which ask for its letters only.
  const first = /<tr>[^]*?<\/tr>/.exec(/<tbody>[^]*/.exec(await page('/settings/audit?q=una+persona'))?.[0] ?? '')?.[0] ?? '';
  const shareOf = (text: string) => Number(new RegExp(`w-(\\d+)/20">(?:<span[^>]*>)?${text}`).exec(first)?.[1]);
  expect(shareOf('Agencia')).toBeLessThan(shareOf('Una persona'));
  for (const html of [security, audit, entry]) expect(html).toMatch(/<a[^>]*href="\/settings\/security"[^>]*aria-current="page"/);
  const odd = '?user=%00&action=x&database=constructor&target=%25&from=2026-02-30&q=%ED%A0%80&cursor=x';
  expect((await getSigned(`/settings/audit${odd}`, { headers: HTML })).status).toBe(200);
  expect((await getSigned('/settings/audit/main/ninguna', { headers: HTML })).status).toBe(404);
});

it('shows if backups are off, their folder and retention, if the last one is late and why it failed', async () => {
  const backups = () => page('/settings/backups');
  const state = (set: string) =>
    web.portal.sql.query(`INSERT INTO backup_state (moment) VALUES (NULL) ON CONFLICT (id) DO UPDATE SET ${set}`);
  expect(await backups()).toContain('No se hace ningún respaldo.');
  expect(await backups()).toContain('BACKUP_DIR');
  await state(`moment = NULL`);
  await state(`folder = '/respaldos', moment = now() - interval '1 hour', bytes = 2500000, documents = 1234, kept = 3`);
  expect(await backups()).not.toContain('notice-');
  expect(await backups()).toContain('/respaldos');
  expect(await backups()).toContain('el último de 7 días, 4 semanas y 12 meses');
  await state(`moment = now() - interval '30 hours'`);
  expect(await backups()).toContain('El respaldo está atrasado.');
  expect(await page('/')).toContain('Respaldo nocturno');
  await state(`failed_at = now(), failure = 'EACCES: permission denied'`);
  expect(await backups()).toContain('No se puede escribir en la carpeta (EACCES: permission denied).');
  await state(`folder = '', failed_at = NULL`);
  expect(await backups()).toContain('El portal no hace respaldos por sí mismo.');
  await web.portal.sql.query('DELETE FROM backup_state');
});

describe('settings without JavaScript', () => {
  it('are in the menu and answer 200 with «Configuración», and 403 without it', async () => {
    expect(await page('/')).toContain('href="/settings/menu"');
    for (const address of PAGES) expect((await getSigned(address, { headers: HTML })).status, address).toBe(200);
    await setMenus(['home', 'reports']);
    for (const address of PAGES) expect((await getSigned(address, { headers: HTML })).status, address).toBe(403);
    for (const address of PAGES.slice(1)) {
      if (!['/settings/constants', '/settings/backups'].includes(address))
        expect((await send(address, { intent: 'save', verify: '*' })).status, address).toBe(403);
    }
    expect(await page('/')).not.toContain('href="/settings/menu"');
  });

  it('link to the roles only for people who may administer people', async () => {
    expect(await page('/settings/menu')).toContain('href="/settings/roles"');
    await setMenus(['home', 'settings']);
    expect(await page('/settings/menu')).not.toContain('href="/settings/roles"');
  });

  it('add, remove and store rows of constants, and return invalid (400) or outdated ones (409)', async () => {
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
    const many: [string, string][] = Array.from({ length: 300 }, () => ['id', 'x']);
    expect((await send(address, [...many, ['intent', 'add']])).status).toBe(413);
    expect((await send('/settings/constants/nada', [...typed, ['intent', 'add']])).status).toBe(404);
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

  it('change the name on Inicio and the sign-in page, and refuse an invalid value at its field', async () => {
    const [version = ''] = valuesOf(await page('/settings/general'), 'version');
    const fields = {
      version,
      nombreCooperativa: 'Cooperativa <Nueva>',
      logo_url: '',
      tamanoPagina: '',
      horasSesion: '',
      minutosReposo: '',
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
    expect(html).toContain('«Duración de la sesión (horas)» debe estar entre 1 y 12.');
    expect(valuesOf(html, 'horasSesion')).toEqual(['400']);
  });

  it('answer 404 for a picture that is not the logo', async () => {
    expect((await web.get('/logo/otra.webp')).status).toBe(404);
  });

  it('show waiting jobs, and answer a retry of an unknown one with 404', async () => {
    await web.portal.queues.enqueue(reconcileReadModelJob, {});
    expect(await page('/settings/jobs')).toContain('Esperando al proceso de trabajos');
    const refused = await send('/settings/jobs', { intent: 'retry', job: 'sync-documents', jobId: 'nobody' });
    expect(refused.status).toBe(404);
    expect(await textOf(refused)).toContain('Ese trabajo ya no existe.');
  });

  it('request a verification, show that it waits, and refuse a second one with 409', async () => {
    expect((await send('/settings/read-model', { verify: 'agencias' })).status).toBe(302);
    const html = await page('/settings/read-model');
    expect(html).toContain('Por verificar');
    // Stored names are for operators: they are shown below people's names, also after renaming.
    for (const [title, stored] of [
      ['Pasos para asociarse', 'como_asociarse'],
      ['Productos', 'productos_servicios_productos'],
    ] as const) {
      expect(html).toMatch(new RegExp(`<td[^>]*>${title}<code[^>]*>${stored}</code>`));
      // Inside «Más»: it is rarely needed.
      expect(html).toMatch(new RegExp(`<details class="drop">(?:(?!</details>).)*aria-label="Reconstruir ${title} \\(${stored}\\)"`, 's'));
    }
    const again = await send('/settings/read-model', { rebuild: 'agencias' });
    expect(again.status).toBe(409);
    expect(await textOf(again)).toContain('Ya hay una revisión en curso');
    expect((await send('/settings/read-model', { verify: 'nada' })).status).toBe(404);
  });
});

it('the menu of reports shows cards, or a notice if there are none', async () => {
  expect(await page('/reports/menu')).toContain('href="/briefcase/reports/uploads-by-user"');
  await setMenus(['home', 'reports']);
  expect(await page('/reports/menu')).toContain('Todavía no tiene reportes asignados.');
  await setMenus(['home']);
  expect((await getSigned('/reports/menu', { headers: HTML })).status).toBe(403);
});

it('shows values without a form to people who may only view them', async () => {
  await setMenus(['settings'], ['settings-identity:change', 'settings-constants:change']);
  const contentOf = async (url: string) => /<main[^]*<\/main>/.exec(await page(url))?.[0] ?? '';
  const lists = await contentOf('/settings/constants');
  expect([lists.includes('<td'), lists.includes('Editar')]).toEqual([true, false]);
  const form = await getSigned('/settings/constants/docStates', { headers: HTML });
  expect([form.status, form.headers.get('location')]).toEqual([302, '/settings/constants#lista-docStates']);
  const menu = await contentOf('/settings/sidebar');
  expect(menu).toContain('Pantallas</h2>');
  expect(menu).not.toMatch(/<(?:button|input|select)/);
  // They may change the other half of the general settings.
  const half = await contentOf('/settings/general');
  expect(half).toMatch(/<dt>Nombre de la cooperativa<\/dt>[^]*<dt>Publicar y ocultar según la vigencia<\/dt>/);
  expect([half.includes('name="nombreCooperativa"'), half.includes('name="horasSesion"')]).toEqual([false, true]);
  await setMenus(['settings-identity'], ['settings-identity:change']);
  const facts = await contentOf('/settings/general');
  expect([facts.includes('<dt>Filas por página</dt>'), facts.includes('Duración de la sesión')]).toEqual([true, false]);
  expect(facts).not.toMatch(/<(?:button|input|select)/);
  expect((await send('/settings/general', { nombreCooperativa: 'Otra' })).status).toBe(403);
  expect((await send('/settings/general', {})).status).toBe(403);
});

describe('the menu of the sidebar, without JavaScript', () => {
  const ADDRESS = '/settings/sidebar';
  const decode = (text: string) => text.replaceAll('&quot;', '"').replaceAll('&amp;', '&').replaceAll('&lt;', '<');
  /** What a browser would submit with the form, in order: hidden fields, names, chosen icons and ticked boxes. */
  const formOf = (html: string): [string, string][] => {
    const [, form = ''] = /<form method="post"[^>]*>(.*?)<\/form>/s.exec(html.slice(html.indexOf('<main'))) ?? [];
    return [...form.matchAll(/<input [^>]*>|<select [^>]*name="([^"]*)"[^>]*>(.*?)<\/select>/gs)].flatMap(
      ([tag, select, options]): [string, string][] => {
        if (select !== undefined) return [[select, /<option value="([^"]*)" selected/.exec(options ?? '')?.[1] ?? '']];
        const name = / name="([^"]*)"/.exec(tag)?.[1] ?? '';
        if (tag.includes('type="checkbox"') && !/ checked/.test(tag)) return [];
        return [[name, decode(/ value="([^"]*)"/.exec(tag)?.[1] ?? 'on')]];
      },
    );
  };
  const changed = (fields: [string, string][], changes: Record<string, string | null>): [string, string][] =>
    fields.flatMap(([name, value]): [string, string][] => {
      const given = changes[name];
      return given === null ? [] : [[name, given ?? value]];
    });
  const menuOf = (html: string) =>
    [...(/<nav aria-label="Menú principal".*?<\/nav>/s.exec(html)?.[0] ?? '').matchAll(/class="menu-entry[^>]*><span>([^<]*)/g)].map(
      ([, title]) => title,
    );
  const previewOf = (html: string) =>
    [...html.slice(html.indexOf('data-preview')).matchAll(/<span class="truncate">([^<]*)/g)].map(([, title]) => title);
  const entry = (html: string) => html.slice(html.indexOf('Nombre de la entrada Asociados'));

  afterEach(async () => {
    const html = await textOf(await send(ADDRESS, [...formOf(await page(ADDRESS)), ['intent', 'original']]));
    await send(ADDRESS, [...formOf(html), ['intent', 'save']]);
  });

  it('is moved, renamed, previewed and reset without being saved', async () => {
    const before = menuOf(await page('/account'));
    const moved = await textOf(await send(ADDRESS, [...formOf(await page(ADDRESS)), ['intent', 'down:customers']]));
    expect(previewOf(moved).slice(0, 3)).toEqual(['Inicio', 'Prospecciones', 'Asociados']);
    const named = await textOf(
      await send(ADDRESS, [
        ...changed(formOf(moved), { 'title.customers': 'Socios & socias', 'shown.quotes': null }),
        ['intent', 'preview'],
      ]),
    );
    expect(previewOf(named).slice(0, 2)).toEqual(['Inicio', 'Socios &amp; socias']);
    const last = await textOf(await send(ADDRESS, [...formOf(named), ['intent', 'down:maletin']]));
    expect(previewOf(last).indexOf('Usuarios')).toBeLessThan(previewOf(last).indexOf('Archivos'));
    const original = await textOf(await send(ADDRESS, [...formOf(last), ['intent', 'original']]));
    expect(previewOf(original)).toEqual(previewOf(await page(ADDRESS)));
    expect(menuOf(await page('/account'))).toEqual(before);
  });

  it('changes for everybody once it is saved, with a document and an audit entry for each changed group', async () => {
    const form = formOf(await page(ADDRESS));
    const wanted = changed(form, {
      'title.customers': 'Socios',
      'icon.customers': 'piggy-bank',
      'shown.quotes': null,
      'shown.sistema': null,
    });
    expect((await send(ADDRESS, [...wanted, ['intent', 'save']])).headers.get('location')).toBe(ADDRESS);
    const html = await page('/account');
    expect(html).toContain('class="menu-entry icon-piggy-bank" href="/customers/list-customers"');
    expect(menuOf(html)).toEqual(expect.arrayContaining(['Socios', 'Archivos']));
    for (const gone of ['Prospecciones', 'Usuarios', 'Puestos']) expect(menuOf(html), gone).not.toContain(gone);
    const stored = await web.portal.documents.main.get('menu/app-movil');
    expect(stored?.data).toMatchObject({
      id: 'app-movil',
      title: 'App móvil',
      icon: 'smartphone',
      sort: 10,
      isActive: true,
      collapsible: true,
    });
    expect((stored?.data['options'] as unknown[]).slice(0, 2)).toEqual([
      { id: 'customers', title: 'Socios', href: '/customers/list-customers', icon: 'piggy-bank' },
      { id: 'quotes', title: 'Prospecciones', href: '/quotes/list-quotes', icon: 'message-square-quote', isActive: false },
    ]);
    const entries = await web.portal.documents.main.query({
      collection: 'auditoria',
      where: [{ field: 'targetPath', op: '==', value: 'menu/sistema' }],
    });
    expect(entries.map(({ data }) => [data['action'], data['beforeData'], data['newData']])).toEqual([
      ['MENÚ LATERAL MODIFICADO', { isActive: true }, { isActive: false }],
    ]);
    // Found by both names, hidden or not, and openable as before; only permissions close it.
    const titles = async (q: string) =>
      ((await (await getSigned(`/buscar.json?q=${q}`)).json()) as { actions: { title: string }[] }).actions.map(({ title }) => title);
    expect(await titles('asociados')).toContain('Socios');
    expect(await titles('prospecciones')).toContain('Prospecciones');
    expect((await getSigned('/quotes/list-quotes', { headers: HTML })).status).toBe(200);
    await setMenus(['home', 'customers']);
    expect((await getSigned('/quotes/list-quotes', { headers: HTML })).status).toBe(403);
    expect(menuOf(await page('/account'))).toEqual(['Inicio', 'Socios']);
  });

  it('refuses with 400 to hide required entries and to save invalid input', async () => {
    const form = formOf(await page(ADDRESS));
    for (const [name, said] of [
      ['shown.settings', 'Esta entrada siempre se muestra.'],
      ['shown.home', 'Esta entrada siempre se muestra.'],
      ['shown.app-movil', 'Este grupo siempre se muestra.'],
    ] as const) {
      const answer = await send(ADDRESS, [...changed(form, { [name]: null }), ['intent', 'save']]);
      expect([name, answer.status, (await textOf(answer)).includes(said)]).toEqual([name, 400, true]);
    }
    for (const [name, value, said] of [
      ['title.customers', '\u200B ', 'Escriba el nombre.'],
      ['title.customers', 'x'.repeat(41), 'Como máximo 40 caracteres.'],
      ['icon.customers', '"><script>', 'Elija un icono de la lista.'],
    ] as const) {
      const answer = await send(ADDRESS, [...changed(form, { [name]: value }), ['intent', 'save']]);
      expect([name, answer.status]).toEqual([name, 400]);
      const html = await textOf(answer);
      expect(entry(html)).toContain(said);
      expect(html).toContain(`aria-describedby="campo-${name.replace('.', '-')}-error"`);
      // A browser would cut a pasted name before the server can say so.
      expect(html).not.toMatch(/<input[^>]*name="title\.[^>]*maxlength/i);
    }
    const odd: [string, string][][] = [
      [],
      form.filter(([name]) => name !== 'group'),
      [...form, ['entry.maletin', 'customers']],
      [...form, ['group', 'otro']],
    ];
    for (const fields of odd) expect((await send(ADDRESS, [...fields, ['intent', 'save']])).status).toBe(400);
    expect((await send(ADDRESS, [...form, ['intent', 'otra cosa']])).status).toBe(400);
    expect(await web.portal.documents.main.get('menu/maletin').then((found) => found?.data['title'] ?? 'Maletín')).toBe('Maletín');
  });

  it('keeps what others saved meanwhile, and asks with 409 only about what both changed', async () => {
    const form = formOf(await page(ADDRESS));
    const save = (changes: Record<string, string | null>) => send(ADDRESS, [...changed(form, changes), ['intent', 'save']]);
    await save({ 'title.maletin': 'Documentos', 'icon.customers': 'piggy-bank' });
    expect((await save({ 'title.sistema': 'Personal' })).status).toBe(302);
    const both = await page('/account');
    for (const title of ['Personal', 'Documentos']) expect(both).toContain(`<span>${title}</span>`);

    const late = await save({ 'title.maletin': 'Papeles', 'title.quotes': 'Solicitudes' });
    expect(late.status).toBe(409);
    const conflict = await textOf(late);
    expect(conflict).toContain('Usted guardó otros cambios en otra ventana');
    const told = [...conflict.slice(conflict.indexOf('difieren:')).matchAll(/<li>([^<]*)/g)].map(([, line]) => line);
    expect(told).toEqual(['Nombre de Maletín: Documentos']);
    expect((await send(ADDRESS, [...formOf(conflict), ['intent', 'save']])).status).toBe(302);
    const html = await page('/account');
    for (const title of ['Personal', 'Papeles', 'Solicitudes']) expect(html).toContain(`<span>${title}</span>`);
    expect(html).toContain('class="menu-entry icon-piggy-bank" href="/customers/list-customers"');
  });
});
