import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import type { SearchAnswer } from '#app/screens/search/search-data.ts';
import { countText, sectionsOf } from '#app/screens/search/sections.ts';
import { MENU_IDS } from '#server/domain/menu.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { REGISTRIES } from '#server/registries.ts';
import { putRecords } from '../search/records.ts';
import { kindsOf, searchOf } from '../search/search-client.ts';
import { EMAIL, rawRequest, useTestWeb } from './test-web.ts';

const SEARCHED_LISTS = REGISTRIES.lists.flatMap(({ searched }) => searched ?? []);

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

const { search, page } = searchOf(web);
const plain = (html: string) => html.replace(/<\/?mark>/g, '');

beforeAll(async () => {
  await putRecords(web.portal);
  await web.portal.sql.query(`UPDATE usuarios SET agency = 'central' WHERE email = $1`, [EMAIL]);
});

describe('what a search finds', () => {
  it.each([
    ['A-1030', 'clientes', 'Ana María Núñez Xicará'],
    ['nunez maria', 'clientes', 'Ana María Núñez Xicará'],
    ['2345 67891 0101', 'clientes', 'Ana María Núñez Xicará'],
    ['+502 5512-3456', 'clientes', 'Ana María Núñez Xicará'],
    ['55123456', 'clientes', 'Ana María Núñez Xicará'],
    ['Q12,500.50', 'cotizaciones', 'Óscar Pérez'],
    ['taller 4/B', 'cotizaciones', 'Óscar Pérez'],
    ['acta 12-2026', 'maletin_archivos', 'Acta 12-2026 (sesión ordinaria).pdf'],
    ['brenda@prueba.coop', 'usuarios', 'Brenda Díaz'],
    ['fiduciario', 'productos_servicios_productos', 'Fiduciario'],
    ['casa en zona 3', 'productos_servicios_fotos', 'Casa en zona 3'],
    ['24/12/2026', 'promociones', 'Ahorro navideño'],
    ['coban centro', 'agencias', 'Agencia Cobán/Centro'],
    ['coban centro', 'clientes', 'Ana María Núñez Xicará'],
    ['a-1030', 'documentos', 'Escritura de Óscar 12/B'],
    ['1030', 'documentos', 'Escritura de Óscar 12/B'],
    ['2345 67891 0101', 'documentos', 'Escritura de Óscar 12/B'],
    ['escritura nunez xicara', 'documentos', 'Escritura de Óscar 12/B'],
    ['asociada núñez', 'clientes', 'Ana María Núñez Xicará'],
    ['asociado a-1030', 'clientes', 'Ana María Núñez Xicará'],
    ['Q1,250.00', 'documentos', 'Escritura de Óscar 12/B'],
  ])('«%s» finds a record of %s', async (q, kind, title) => {
    const { groups } = await search(q);
    const group = groups.find((one) => one.kind === kind);
    expect(group?.hits.map((hit) => hit.title)).toContain(title);
    for (const { hits, total } of groups) expect(total).toBeGreaterThanOrEqual(hits.length);
  });

  it('links to records and lists that exist', async () => {
    const found = (
      await Promise.all(['05/2026', 'fiduciario', 'zona 3', 'acta', 'brenda', 'asociada xicara'].map((q) => search(q)))
    ).flatMap(({ groups }) => groups);
    expect(new Set(found.map(({ kind }) => kind)).size).toBeGreaterThan(12);
    for (const { href } of found.flatMap(({ hits }) => hits)) {
      expect((await web.getSigned(href, { headers: { Accept: 'text/html' } })).status, href).toBe(200);
    }
    for (const { href } of found.filter((group) => group.href !== null)) {
      const list = await (await web.getSigned(href ?? '', { headers: { Accept: 'text/html' } })).text();
      expect(list, href ?? '').not.toContain('coincide con lo que busca');
    }
  });

  it('is grouped in the order of the menu, with exact matches first', async () => {
    const copies = Array.from(
      { length: 8 },
      (_, index) => [`clientes/copia${index}`, { codigo: `A-1030${index}`, nombre: `Copia ${index}` }] as const,
    );
    await putRecords(web.portal, Object.fromEntries(copies));
    const places = kindsOf(await search('05/2026')).map((kind) =>
      MENU_IDS.indexOf(SEARCHED_LISTS.find((list) => list.kind === kind)?.menu ?? 'home'),
    );
    expect(places.length).toBeGreaterThan(5);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    const [first] = (await search('a-1030')).groups;
    expect(first).toMatchObject({ kind: 'clientes', total: 9, totalIsCapped: false, hits: [{ id: 'uno' }, {}, {}, {}, {}] });
    // A file whose whole name matches comes before customers that are only similar.
    expect(kindsOf(await search('Acta 12-2026 (sesión ordinaria).pdf'))[0]).toBe('maletin_archivos');
    // An id is not in its record's search text, and yet finds the record.
    expect((await search('sin-nombre-ni-codigo')).groups[0]?.hits[0]).toMatchObject({
      id: 'sin-nombre-ni-codigo',
      href: '/customers/list-customers/sin-nombre-ni-codigo',
    });
  });

  it('describes records without addresses of images or files', async () => {
    const fotos = ['https://fotos.example/10.jpg', 'https://fotos.example/11.jpg'];
    await putRecords(web.portal, { 'agencias/galeria': { nombre: 'Historia Viva', fotos } });
    for (const q of ['fotos.example', 'historia', 'escritura', 'presente su dpi']) {
      const hits = (await search(q)).groups.flatMap((group) => group.hits);
      expect(hits.length, q).toBeGreaterThan(0);
      expect(
        hits.filter(({ detail }) => detail.includes('://')),
        q,
      ).toEqual([]);
    }
    const [hit] = (await search('xicara')).groups.flatMap(({ kind, hits }) => (kind === 'documentos' ? hits : []));
    expect(hit?.detail).toContain('A-1030 Ana María Núñez Xicará');
  });

  it('shows where the words were found, even deep inside a record', async () => {
    const [group] = (await search('taller')).groups;
    expect(group?.hits[0]?.detail).toContain('Pide cotización del taller 4/B');
    expect(await page('oscar perez')).toContain('<mark>Óscar</mark> <mark>Pérez</mark>');
    expect(await page('55123456')).toContain('••••-3456');
  });

  it('tells screen readers how many results there are, and how many of them are shown', async () => {
    expect(await page('fiduciario')).toContain('data-announce="1 resultado."');
    expect(await page('wqxzjkv')).toContain('data-announce="Sin resultados."');
    const group = { kind: 'documentos', title: 'Documentos', total: 6, totalIsCapped: false, close: false, href: null, hits: [] };
    const hits = Array.from({ length: 5 }, (_, n) => ({ id: `${n}`, title: '', detail: '', href: '' }));
    const spoken = (...groups: Partial<SearchAnswer['groups'][number]>[]) =>
      countText(
        sectionsOf({
          q: '',
          answers: [],
          actions: [],
          recent: [],
          groups: groups.map((one) => ({ ...group, hits: hits.slice(0, 1), ...one })),
        }),
      );
    expect(spoken({ total: 1 }, { total: 1, close: true })).toBe('2 resultados.');
    expect(spoken({ total: 1 }, { hits, total: 2074 })).toBe('Se muestran 6 de 2\u00A0075.');
    expect(spoken({ total: 2 })).toBe('Se muestra 1 de 2.');
    expect(spoken({ hits, total: 10_000, totalIsCapped: true })).toBe('Se muestran 5 de más de 10\u00A0000.');
  });

  it('tolerates a wrong letter in a word, but not in a number, if little else is found', async () => {
    for (const q of ['xicira', 'xicra', 'ana xicarra', 'navidño', 'Fiducairio']) {
      const { groups } = await search(q);
      expect(
        groups.map(({ close, href }) => ({ close, href })),
        q,
      ).toContainEqual({ close: true, href: null });
    }
    expect((await search('xicira')).groups[0]?.hits[0]?.title).toBe('Ana María Núñez Xicará');
    expect(await page('xicira')).toMatch(/Asociados: parecidos[\s\S]*<mark>Xicará<\/mark>/);
    // A number with another digit is another record; and exact results need no similar ones.
    expect((await search('2345678910109')).groups).toEqual([]);
    expect((await search('copia')).groups.every(({ close }) => !close)).toBe(true);
  });

  it('includes people by the current names of their role and position', async () => {
    const people = async (q: string) =>
      (await search(q)).groups.flatMap(({ kind, hits }) => (kind === 'usuarios' ? hits.map(({ title }) => title) : []));
    expect(await people('solo consulta')).toEqual(['Marta Ixcoy']);
    expect(await people('marta mensajera')).toEqual(['Marta Ixcoy']);
    expect(await people('suplencias')).toEqual(['Hugo Tzul']);
    expect(await people('jefa de agencia')).toEqual(['Brenda Díaz']);
    await web.portal.documents.main.update('roles/consulta', { title: 'Lectora de actas' });
    await web.portal.documents.main.update('puestos/uno', { nombre: 'Gerente de sede' });
    await web.portal.readModel.projectNow('main', ['roles/consulta', 'puestos/uno']);
    expect(await people('solo consulta')).toEqual([]);
    expect(await people('jefa de agencia')).toEqual([]);
    expect(await people('lectora actas')).toEqual(['Marta Ixcoy']);
    expect(await people('gerente sede')).toEqual(['Brenda Díaz']);
    expect(await page('lectora actas')).toContain('<mark>Lectora</mark> de <mark>actas</mark>');
  });

  it('leaves out deleted records', async () => {
    await web.portal.documents.main.create('promociones/fuera', { nombre: 'Rifa wqxzjk', isActive: false });
    await web.portal.readModel.projectNow('main', ['promociones/fuera']);
    expect((await search('wqxzjk')).groups).toEqual([]);
    expect((await search('fuera')).groups).toEqual([]);
  });
});

describe('actions', () => {
  it.each([
    ['nueva promocion', 'Nueva promoción', '/promotions/list-promotions/new'],
    ['crear usuario', 'Nuevo usuario', '/users/list-users/new'],
    ['crear rol', 'Nuevo rol', '/settings/roles/new'],
    ['administrador', 'Administrador', '/settings/roles/admin'],
    ['rol editor', 'Editor', '/settings/roles/editor'],
    ['ver como', 'Ver como', '/maintenance/digitalization/document-permissions/simulate'],
    ['subir archivo', 'Cargar archivos', '/briefcase/list-briefcase?cargar=1#cargar'],
    ['contraseña', 'Mi cuenta', '/account'],
    ['cambiar contraseña', 'Cambiar contraseña', '/account#campo-currentPassword'],
    ['promocion nueva', 'Nueva promoción', '/promotions/list-promotions/new'],
    ['cerrar sesion', 'Cerrar sesión', '/account'],
    ['salir del sistema', 'Cerrar sesión', '/account'],
    ['salir del portal', 'Cerrar sesión', '/account'],
    ['oscuro', 'Tema oscuro', '/account'],
    ['logotipo', 'Configuración general', '/settings/general'],
    ['prospecciones', 'Prospecciones', '/quotes/list-quotes'],
    ['nueva promoción', 'Nueva promoción', '/promotions/list-promotions/new'],
    ['prospeciones', 'Prospecciones', '/quotes/list-quotes'],
    ['segundo factor', 'Segundo factor', '/account#factores'],
    ['verificación en dos pasos', 'Segundo factor', '/account#factores'],
    ['llave de acceso', 'Segundo factor', '/account#factores'],
    ['avisos', 'Avisos por correo', '/account#avisos'],
    ['notificaciones', 'Avisos', '/avisos'],
    ['sesiones abiertas', 'Sesiones abiertas', '/account#sesiones'],
    ['accesos para programas', 'Accesos para programas', '/account#programas'],
    ['perfil', 'Perfil', '/account#perfil'],
    ['apariencia', 'Apariencia', '/account#apariencia'],
    ['Pasos para asociarse', 'Cómo asociarse', '/how_associated'],
    ['Temas de educación', 'Educación cooperativista', '/educacion/cooperativista'],
  ])('«%s» offers %s', async (q, title, href) => {
    expect((await search(q)).actions).toContainEqual(expect.objectContaining({ title, href }));
  });

  it('come first if their words are typed in another order, before records that contain them', async () => {
    await putRecords(web.portal, { 'agencias/nueva': { nombre: 'Agencia Promociones Nueva' } });
    for (const q of ['promoción nueva', 'promociones nueva']) {
      const { actions, groups } = await search(q);
      expect(actions[0]?.title, q).toBe('Nueva promoción');
      expect(groups.length, q).toBeGreaterThan(0);
      expect(await page(q), q).toMatch(/>Pantallas y acciones[\s\S]*Nueva<[\s\S]*>Agencias/);
    }
  });

  it('open a report for a period', async () => {
    const action = (await search('descargas por usuario mes anterior')).actions.find(
      ({ title }) => title === 'Descargas por usuario, mes anterior',
    );
    expect(action?.href).toMatch(/^\/briefcase\/reports\/downloads-by-user\?from=\d{4}-\d{2}-01&to=\d{4}-\d{2}-\d{2}$/);
    expect((await web.getSigned(action?.href ?? '', { headers: { Accept: 'text/html' } })).status).toBe(200);
  });

  it('open the lists and reports of a month', async () => {
    const month = await search('octubre 2025');
    expect(month.actions).toContainEqual({
      title: 'Prospecciones, octubre de 2025',
      detail: 'App móvil › Prospecciones',
      href: '/quotes/list-quotes?from=2025-10-01&to=2025-10-31',
    });
    const lists = SEARCHED_LISTS.filter(({ hasDays, url }) => hasDays && url !== null).map(({ title }) => `${title}, octubre de 2025`);
    expect(month.actions.map(({ title }) => title)).toEqual(expect.arrayContaining(lists));
    const [action] = (await search('descargas por usuario de octubre de 2025')).actions;
    expect(action?.href).toBe('/briefcase/reports/downloads-by-user?from=2025-10-01&to=2025-10-31');
    for (const { href } of month.actions) expect((await web.getSigned(href, { headers: { Accept: 'text/html' } })).status, href).toBe(200);
  });

  it.each(['ayer', 'semana pasada', 'mes pasado', 'mes anterior', 'oct', 'sep 2025'])('open the lists and reports of «%s»', async (q) => {
    const { actions } = await search(q);
    const ofDays = actions.filter(({ href }) => /\?from=\d{4}-\d{2}-\d{2}&to=\d{4}-\d{2}-\d{2}$/.test(href));
    expect(ofDays.map(({ title }) => title)).toContainEqual(expect.stringMatching(/^Prospecciones, /));
    expect(new Set(actions.map(({ href }) => href)).size).toBe(actions.length);
  });

  it('come after people if the typed letters also begin a month', async () => {
    expect(await page('mar')).toMatch(/Marta[\s\S]*Prospecciones, marzo de/);
    expect((await search('mar xicara')).actions).toEqual([]);
  });

  it('put the theme of the system before «Cerrar sesión» for «tema sistema»', async () => {
    const both = ['Tema según el sistema', 'Cerrar sesión'];
    const { actions } = await search('tema sistema');
    expect(actions.map(({ title }) => title).filter((title) => both.includes(title))).toEqual(both);
  });

  it('are done with a form of the page, not with a link', async () => {
    const html = await page('tema oscuro');
    expect(html).toMatch(/<form method="post" action="\/preferences">.*name="theme" value="dark"/);
    expect(html).not.toContain('href="/preferences"');
    const [dark] = (await search('tema oscuro')).actions;
    expect(dark).toMatchObject({ title: 'Tema oscuro', post: { action: '/preferences', fields: { theme: 'dark' } } });
  });

  it('link to pages and sections that exist', async () => {
    const asked = ['', 'nuevo', 'ajustes', 'abrir', 'reporte', 'perfil', 'avisos', 'seguridad', 'token', 'apariencia', 'rol', 'simular'];
    const all = (await Promise.all(asked.map((q) => search(q)))).flatMap(({ actions }) => actions);
    for (const href of new Set(all.map((action) => action.href))) {
      const answer = await web.getSigned(href, { headers: { Accept: 'text/html' } });
      expect(answer.status, href).toBe(200);
      const [, part] = href.split('#');
      if (part) expect(await answer.text(), href).toContain(`id="${part}"`);
    }
  });

  it('come before records that are only similar', async () => {
    expect(await page('salir')).toMatch(/>Acciones[\s\S]*>Plazas vacantes: parecidos/);
  });
});

describe('hostile input', () => {
  const HOSTILE = [
    '%',
    '%%%%%%',
    '_',
    '____',
    '\\',
    "'; DROP TABLE clientes; --",
    '\0',
    '\ud800',
    '| a-1030 |',
    '"',
    '<script>alert(1)</script>',
    '{{constructor}}',
    '٣٤٥',
    '😀😀😀',
    'a'.repeat(300),
    'á'.repeat(300),
    'ab '.repeat(100),
    '12/05/2026 '.repeat(20),
    'e\u0301'.repeat(150),
    '(((((((((',
    '1'.repeat(200),
    '-'.repeat(200),
    ',;,;',
  ];

  it.each(HOSTILE)('%j is answered', async (q) => {
    const answer = await search(q);
    expect(answer.groups.length).toBeLessThanOrEqual(SEARCHED_LISTS.length);
    await page(q);
    expect((await search('A-1030')).groups[0]?.hits[0]?.id).toBe('uno');
  });

  it('is cut to 200 characters, and the page says so', async () => {
    expect(await search('x'.repeat(300))).toMatchObject({ cut: true, q: 'x'.repeat(200) });
    expect(await page('x'.repeat(300))).toContain('Se buscó solo el principio');
    expect(await search('x'.repeat(200))).toMatchObject({ cut: false });
  });

  it('of signs alone finds nothing, but signs together with words find records', async () => {
    for (const q of ['%', '_', '\\', '___']) expect((await search(q)).groups, q).toEqual([]);
    expect(kindsOf(await search('gane 8 %'))).toEqual(['promociones']);
    expect(kindsOf(await search('cobán\\centro'))).toContain('agencias');
  });

  it('of a megabyte is refused with 4xx or a closed connection', async () => {
    const answer = await rawRequest(web.port, {
      path: `/buscar.json?q=${'%20'.repeat(350_000)}`,
      headers: { Cookie: web.cookie, Host: '127.0.0.1' },
    }).catch(() => ({ status: 0 }));
    expect([0, 400, 413, 414, 431]).toContain(answer.status);
  });

  it('never becomes markup', async () => {
    const name = '<img src=x onerror=alert(1)>"\'&';
    await putRecords(web.portal, { 'promociones/xss': { nombre: name, descripcion: '</mark><script>alert(2)</script>' } });
    for (const q of ['onerror', 'img src', 'script alert', '<img']) {
      const html = await page(q);
      expect(html, q).not.toContain('<img src=x');
      expect(html, q).not.toContain('<script>alert');
      expect(plain(html.replaceAll('<!-- -->', '')), q).toContain('&lt;img src=x onerror=alert(1)&gt;');
    }
    expect((await search('onerror')).groups[0]?.hits[0]?.title).toBe(name);
  });
});
