import path from 'node:path';
import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import type { DatabaseName, Fields } from '#server/ports/documents/document-store.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { putStaffRow } from '#server/testing/staff-rows.ts';
import { signInAs } from '../access/people.ts';
import { PASSWORD, useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

const CUSTOMERS = '/customers/list-customers';
const QUOTES = '/quotes/list-quotes';
const DOCUMENTS = '/digitalization-documents/list-digitalization-docs';
const HTML = { Accept: 'text/html' };

const MEMBER_FIELD = { clave: 'socio', etiqueta: 'Socio', tipo: 'asociado', obligatorio: false, validador: '', opciones: [] };
/** Searches that find a document or quote by the member that it names. */
const BY_NAME = ['lejana', 'b-1', '2345678910101'].flatMap((q) => [`${DOCUMENTS}?q=${q}`, `/buscar.json?q=${q}`]);

const customer = {
  codigo: 'A-1001',
  nombre: '=Ana Núñez',
  dpi: '2345678910101',
  telefono: '5512-3456',
  correo: 'ana@correo.test',
  agencia: 'a1',
  fechaAsociacion: '2020-05-01',
  estado: true,
};
const quote = {
  tipo: 'prestamo',
  tipoPrestamo: 'fiduciario',
  nombre: 'Óscar Pérez',
  telefono: '4410 5000',
  correo: 'oscar@correo.test',
  monto: 25_000,
  plazoMeses: 36,
  cuota: 861.255,
  agencia: 'a1',
  estado: true,
  bitacora: [
    { fecha: new Date(Date.now() - 20 * 86_400_000), usuario: 'Beto', etapa: 'Llamada', comentario: '<b>Pide</b> rebaja' },
    'nota vieja',
  ],
  createdAt: new Date('2026-01-05T15:00:00Z'),
};

beforeAll(async () => {
  await put('agencias/a1', { nombre: 'Agencia Central' });
  await put('clientes/c1', customer);
  for (let index = 2; index < 40; index += 1)
    await put(`clientes/c${index}`, { ...customer, codigo: `A-${1_000 + index}`, nombre: `Zoila ${index}`, estado: index % 2 === 0 });
  await put('cotizaciones/q1', quote);
  await put('cotizaciones/q2', { ...quote, nombre: 'Sin monto', monto: 'mil', cuota: null, bitacora: [], estado: false });
});

const put = async (documentPath: string, data: Fields) => {
  const { documents, readModel } = web.portal;
  await documents.main.create(documentPath, data);
  await readModel.projectNow('main', [documentPath]);
};

/** The page's HTML without React's comment marks between texts. */
const page = async (url: string): Promise<string> =>
  (await (await web.getSigned(url, { headers: HTML })).text()).replaceAll('<!-- -->', '');
const send = (url: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  web.getSigned(url, { method: 'POST', body: new URLSearchParams(fields), headers: { ...HTML, ...headers } });

function tokenOf(html: string): string {
  const tag = /<input[^>]*name="formToken"[^>]*>/.exec(html)?.[0] ?? '';
  return /value="([^"]+)"/.exec(tag)?.[1] ?? '';
}

/** Rows below the table's header, as text or numbers. */
async function openWorkbook(url: string): Promise<{ head: unknown[]; rows: unknown[][]; formats: string[] }> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.load(await (await web.getSigned(url)).arrayBuffer());
  const all: unknown[][] = [];
  const formats: string[] = [];
  workbook.worksheets[1]?.eachRow((row) => {
    all.push((row.values as unknown[]).slice(1));
    row.eachCell((cell) => formats.push(cell.numFmt));
  });
  const start = all.findIndex((row) => row.includes('DPI') || row.includes('Monto'));
  return { head: all[start] ?? [], rows: all.slice(start + 1), formats };
}

describe('customers', () => {
  it('mask DPI and telephone in lists, searches and files; a click reveals one of them and is audited', async () => {
    const whole = /2345 ?67891 ?0101|5512-?3456/;
    for (const q of ['5512-3456', '2345678910101']) expect(await page(`${CUSTOMERS}?q=${q}&pageSize=100`)).toContain('=Ana Núñez');
    for (const url of [
      `${CUSTOMERS}?agencia=a1&pageSize=100`,
      `${CUSTOMERS}.data?agencia=a1`,
      `${CUSTOMERS}/export?format=csv`,
      `${CUSTOMERS}/c1`,
      `${CUSTOMERS}/export?format=print`,
      '/buscar?q=nunez',
      '/buscar.json?q=nunez',
    ])
      expect(await page(url), url).not.toMatch(whole);
    for (const part of ['10101', '67891', '551'])
      for (const url of [`${CUSTOMERS}?`, `${CUSTOMERS}/export?format=csv&`, '/buscar.json?', '/buscar?'])
        for (const q of [`A-1001 ${part}`, `nunes ${part}`])
          expect(await page(`${url}${new URLSearchParams({ q })}`), `${url}q=${q}`).not.toContain('=Ana Núñez');
    const shown = await (await send(`${CUSTOMERS}/c1`, { ver: 'dpi' })).text();
    expect(shown).toContain('2345 67891 0101');
    expect(shown).not.toContain('5512-3456');
    // The row's button posts to the record, whose response contains the telephone number.
    const buttons = (await page(`${CUSTOMERS}?q=5512-3456`)).match(/<button[^>]* class="call"[^>]*>/g) ?? [];
    const [record = ''] = buttons.flatMap(
      (button) => / formaction="([^"?]+\/c1)[^"]*" name="ver" value="telefono"/i.exec(button)?.[1] ?? [],
    );
    expect(await (await send(record, { ver: 'telefono' })).text()).toContain('tel:55123456');
    const entries = await web.portal.documents.main.query({ collection: 'auditoria' });
    const acts = entries.filter(({ data }) => data['targetPath'] === 'clientes/c1').map(({ data }) => data['action']);
    expect(acts.sort()).toEqual(['DPI DE ASOCIADO VISTO', 'FICHA DE ASOCIADO VISTA', 'TELÉFONO DE ASOCIADO VISTO']);
    expect((await send(`${CUSTOMERS}/c1`, { ver: 'correo' })).status).toBe(400);
    expect((await send(`${CUSTOMERS}/nadie`, { ver: 'dpi' })).status).toBe(404);
  });

  it('show DPI and telephone unmasked if the cooperative turns masking off', async () => {
    const { documents, liveSettings } = web.portal;
    await documents.main.create('configuracion/portal', { ocultarDatosAsociados: false });
    await liveSettings.reload();
    for (const q of ['2345-67891-0101', '67891']) expect(await page(`${CUSTOMERS}?q=${q}&pageSize=100`)).toContain('2345 67891 0101');
    expect(await page(`${CUSTOMERS}/c1`)).toContain('tel:55123456');
    await documents.main.delete('configuracion/portal');
    await liveSettings.reload();
  });

  it('of another agency, and its quotes, are hidden from people whose role is limited to their own agency', async () => {
    const { documents, readModel, sql } = web.portal;
    const put = async (documentPath: string, data: Fields, database: DatabaseName = 'main') => {
      await documents[database].create(documentPath, data);
      await readModel.projectNow(database, [documentPath]);
    };
    // Its telephone number cannot be parsed.
    await put('clientes/lejos', { ...customer, codigo: 'B-1', nombre: 'Lejana Ajena', telefono: ['55987654'], agencia: 'a2' });
    await put('cotizaciones/lejos', { ...quote, nombre: 'Lejana Prospecta', agencia: 'a2' });
    const told = { user: 'ana', userName: 'Ana', action: 'REGISTRO MODIFICADO', at: new Date(), beforeData: null };
    await put('auditoria/lejos', { ...told, targetPath: 'cotizaciones/lejos', newData: { nombre: 'Lejana Prospecta' } });
    const menus = ['home', 'customers', 'quotes', 'reports', 'settings-machinery', 'audit', 'digitalization-documents'];
    await put('permisos_rol/caja', { menus });
    await put('permisos_documentos/caja', { title: 'Caja', permissions: { legal: { acta: ['view', 'edit'] } } }, 'digitalization');
    const { id, headers } = await signInAs(web, { name: 'caja', role: 'caja', folders: [] });
    await putStaffRow(sql, { id, email: 'caja@prueba.coop', role: 'caja', agency: 'a1', digitalization_permission_id: 'caja' });
    // A document and a quote of the person's own agency refer to the member, and so do their audit entries.
    await put('tipos_documento/acta', { nombre: 'Acta', categoryId: 'legal', campos: [MEMBER_FIELD] }, 'digitalization');
    const paper = { documentName: 'Solvencia', categoryId: 'legal', documentId: 'acta', agencyId: 'a1', status: 'INDEXED' };
    await put('documentos/papel', { ...paper, campos: { socio: 'lejos' } }, 'digitalization');
    await put('cotizaciones/cerca', { ...quote, nombre: 'Vecina', estado: false, resultado: 'asociado', asociadoId: 'lejos' });
    const change = { ...told, beforeData: { asociadoId: '', campos: {} } };
    await put('auditoria/cerca', { ...change, targetPath: 'cotizaciones/cerca', newData: { asociadoId: 'lejos' } });
    const edited = { ...change, action: 'ARCHIVO DIGITALIZADO ACTUALIZADO', targetPath: 'documentos/papel' };
    await put('auditoria/papel', { ...edited, newData: { campos: { socio: 'lejos' } } }, 'digitalization');
    const ask = (url: string, init: RequestInit = {}) => web.get(url, { ...init, headers: { ...HTML, ...headers, Origin: web.base } });
    const text = async (url: string) => (await ask(url)).text();
    const addresses = [
      `${CUSTOMERS}?q=lejana`,
      `${CUSTOMERS}/export?format=csv&q=lejana`,
      `${QUOTES}?q=lejana`,
      `${QUOTES}/export?format=csv&q=lejana`,
      '/buscar.json?q=lejana',
      '/digitalization-documents/members.json?q=lejana',
      '/settings/unread?q=lejana',
      '/settings/unread/export?format=csv&q=lejana',
      '/settings/audit?q=lejana',
      '/settings/audit/export?format=csv&q=lejana',
    ];
    const name = /Lejana <?\/?(?:mark>)?(?:Ajena|Prospecta)|Ajena|Prospecta/;
    const records = [`${CUSTOMERS}/lejos`, `${QUOTES}/lejos`, '/settings/audit/main/lejos'];
    const naming = [
      DOCUMENTS,
      `${DOCUMENTS}/export?format=csv`,
      `${DOCUMENTS}/papel`,
      `${DOCUMENTS}/papel.data`,
      `${DOCUMENTS}/papel/edit`,
      '/buscar.json?q=solvencia',
      `${QUOTES}/cerca`,
      '/settings/audit/main/cerca',
    ];
    const found = async (url: string) => (await text(url)).includes('Solvencia');
    // Each report by agency.
    const reports = ['customers', 'quotes', 'quote-funnel'].map(
      (report) => `/reports/${report}/export?format=csv&by=agency&from=2020-01-01`,
    );
    const figure = async () => /data-line="8-30".*?data-figure="">([^<]*)</s.exec(await text('/'))?.[1];
    for (const url of [...addresses, ...naming]) expect(await text(url), url).toMatch(name);
    for (const url of BY_NAME) expect([url, await found(url)]).toEqual([url, true]);
    for (const url of records) expect((await ask(url)).status, url).toBe(200);
    const listed = /<a [^>]*href="([^"]*)"[^>]*>(?:<[^>]*>)*Ver en la lista/.exec(await text(`${CUSTOMERS}/lejos`))?.[1] ?? '';
    expect([listed, await found(listed)]).toEqual([`${DOCUMENTS}?q=B-1`, true]);
    for (const url of reports) expect(await text(url), url).toMatch(/,a2\r?$/m);
    expect(await text('/settings/unread?q=lejana')).toMatch(/••••7654/);
    for (const q of ['55987', '87654']) expect(await text(`/settings/unread?q=${q}`)).not.toContain('Lejana');
    expect(await text('/settings/unread/export?format=csv&q=lejana')).not.toContain('5598');
    expect(await figure()).toBe('2');
    expect((await ask(`${CUSTOMERS}/c1`)).status).toBe(200);

    await put('roles/caja', { title: 'Caja', value: 'caja', soloAgencia: true });
    for (const url of addresses) expect(await text(url), url).not.toMatch(name);
    for (const url of naming) {
      const answer = await ask(url);
      expect([url, answer.status]).toEqual([url, 200]);
      expect(await answer.text(), url).not.toMatch(/Ajena|B-1\b|2345 ?67891|href="\/customers\/list-customers\/lejos/);
    }
    for (const url of BY_NAME) expect([url, await found(url)]).toEqual([url, false]);
    // The record still shows the id that it stores itself.
    for (const url of [`${DOCUMENTS}/papel`, `${QUOTES}/cerca`]) expect(await text(url), url).toMatch(/<dd[^>]*>(?:<[^>]*>)*lejos</);
    for (const url of reports) {
      const csv = await text(url);
      expect(csv, url).toMatch(/,a1\r?$/m);
      expect(csv, url).not.toMatch(/,a2\r?$/m);
    }
    for (const url of ['/reports/quotes', '/reports/quotes/export?format=print', `${QUOTES}/export?format=print`])
      expect((await text(url)).replace(/<[^>]*>/g, ' '), url).toMatch(/Alcance:\s+Solo la agencia «/);
    expect(JSON.parse(await text('/reports/quotes.json'))).toMatchObject({ scope: expect.stringMatching(/^Solo la agencia «/) as string });
    expect(await figure()).toBe('1');
    for (const url of [...records, `${QUOTES}/lejos/edit`, `${CUSTOMERS}/nadie`]) expect((await ask(url)).status, url).toBe(404);
    // Refusals are recorded after the response, and only for records that exist.
    const where = [{ field: 'action', op: '==', value: 'APERTURA RECHAZADA' }] as const;
    await expect
      .poll(async () => (await documents.main.query({ collection: 'auditoria', where })).map(({ data }) => data['targetPath']).sort())
      .toEqual(['auditoria/lejos', 'clientes/lejos', 'cotizaciones/lejos']);
    const post = (url: string, fields: Record<string, string>) => ask(url, { method: 'POST', body: new URLSearchParams(fields) });
    expect((await post(`${CUSTOMERS}/lejos`, { ver: 'dpi' })).status).toBe(404);
    const before = await documents.main.get('cotizaciones/lejos');
    const followUp = { intent: 'follow-up', etapa: 'Llamada', comentario: 'Hola', formToken: 'token-of-a-form-0002' };
    expect((await post(`${QUOTES}/lejos`, followUp)).status).toBe(404);
    expect(await documents.main.get('cotizaciones/lejos')).toEqual(before);
    expect((await ask(`${CUSTOMERS}/c1`)).status).toBe(200);
    expect((await ask(`${QUOTES}/q1`)).status).toBe(200);
    await putStaffRow(sql, { id, email: 'caja@prueba.coop', role: 'caja', agency: '' });
    for (const url of [`${CUSTOMERS}/c1`, `${QUOTES}/q1`]) expect((await ask(url)).status, url).toBe(404);
    for (const gone of ['clientes/lejos', 'cotizaciones/lejos', 'cotizaciones/cerca']) {
      await documents.main.delete(gone);
      await readModel.projectNow('main', [gone]);
    }
  });

  it('are listed and shown without JavaScript, with the masked DPI in groups', async () => {
    const list = await page(`${CUSTOMERS}?q=2345-67891-0101&agencia=a1&sort=codigo&pageSize=100`);
    expect(list).toContain('•••• ••••• 0101');
    expect(list).toMatch(/href="\/customers\/list-customers\/c1\?back=/);
    expect(list).toContain('Agencia Central');
    const record = await page(`${CUSTOMERS}/c1`);
    for (const text of ['=Ana Núñez', '1 de mayo de 2020', 'mailto:ana@correo.test']) expect(record).toContain(text);
    expect(record).toMatch(/<a [^>]*href="\/locations\/list-agencies\/a1">Agencia Central<\/a>/);
    expect((await web.getSigned(`${CUSTOMERS}/nadie`, { headers: HTML })).status).toBe(404);
  });

  it('are exported as workbook and CSV: all pages of the list, masked and with escaped formulas', async () => {
    const { head, rows } = await openWorkbook(`${CUSTOMERS}/export?format=xlsx&estado=true&sort=codigo&page=2&pageSize=10`);
    expect(head).toEqual(['Nombre', 'Código', 'DPI', 'Teléfono', 'Correo electrónico', 'Agencia', 'Fecha de asociación', 'Estado']);
    expect(rows).toHaveLength(20);
    expect(rows[0]).toEqual([
      '=Ana Núñez',
      'A-1001',
      '•••• ••••• 0101',
      '••••-3456',
      'ana@correo.test',
      'Agencia Central',
      new Date('2020-05-01T00:00:00Z'),
      'Activo',
    ]);
    const csv = await (await web.getSigned(`${CUSTOMERS}/export?format=csv&q=ana+nunez`)).text();
    expect(csv.trim().split('\r\n').at(-1)).toContain("'=Ana Núñez");
    expect((await web.getSigned(`${CUSTOMERS}/export?format=pdf`)).status).toBe(400);
  });

  it('cannot be changed with POST, PUT, PATCH or DELETE at any address', async () => {
    const before = await web.portal.documents.main.get('clientes/c1');
    const addresses = [
      '',
      '/c1',
      '/new',
      '/c1/edit',
      '/export',
      '.data',
      '/c1.data',
      '/c1?_data=routes%2F_shell.customers.list-customers_.%24id',
      '?index',
    ].map((rest) => CUSTOMERS + rest);
    for (const address of [...addresses, '/api/customers', '/api/clientes/c1']) {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const body = new URLSearchParams({
          intent: 'save',
          nombre: 'Otro',
          estado: 'false',
          ids: 'c1',
          formToken: 'token-of-a-form-0001',
          version: String(before?.version),
        });
        const { status } = await web.getSigned(address, { method, body, headers: HTML });
        // 400 counts as refused: Remix 1's data addresses do not exist, and the forms of list and record must say what to show.
        const refusals = /_data|\/list-customers(?:\.data|\?index|\/[^/]+)?$/.test(address) ? [400, 404, 405] : [401, 403, 404, 405];
        expect(refusals, `${method} ${address}: ${status}`).toContain(status);
      }
    }
    expect(await web.portal.documents.main.get('clientes/c1')).toEqual(before);
    const where = [{ field: 'targetPath', op: '==', value: 'clientes/c1' }] as const;
    const entries = await web.portal.documents.main.query({ collection: 'auditoria', where });
    expect(entries.map(({ data }) => data['action']).filter((action) => !/ VIST[AO]$|^APERTURA RECHAZADA$/.test(action as string))).toEqual(
      [],
    );
    // The feature has no verb that writes, and no service to write with.
    expect(Object.keys(web.portal.customers).filter((verb) => !/^(?:export|find|get)[A-Z]/.test(verb))).toEqual([]);
  });
});

describe('quotes', () => {
  it('are listed with money, days and tabs without JavaScript', async () => {
    const list = await page(QUOTES);
    for (const text of ['Q25,000.00', '20 días', 'Préstamo · Fiduciario', 'Q0.00', 'Cerrada']) expect(list).toContain(text);
    expect(list).toMatch(/href="\?tipo=prestamo"[^>]*>Préstamos<span[^>]*>2<\/span>/);
    // The column that sorts stays on narrow screens; of two that show from the same width, the one that phones do not need makes room.
    expect(list).toMatch(/<th scope="col" class="from-sm" aria-sort="descending">/);
    expect(list).toMatch(/<th scope="col" class="num from-md"><a [^>]*>Monto</);
    const stalled = await page(`${QUOTES}?sinSeguimiento=15`);
    expect(stalled).toContain('Óscar Pérez');
    expect(stalled).not.toContain('Sin monto');
    expect(await page(`${QUOTES}?sinSeguimiento=30`)).toContain('Ninguna prospección coincide');
  });

  it('show log entries as escaped text, including entries that are plain strings', async () => {
    const record = await page(`${QUOTES}/q1`);
    expect(record).toContain('&lt;b&gt;Pide&lt;/b&gt; rebaja');
    expect(record).toContain('nota vieja');
    expect(record).toContain('Q861.26');
    const head = /<header class="page-head[^]*?<\/header>/.exec(record)?.[0];
    for (const said of ['Préstamo · Agencia Central', 'href="tel:44105000"']) expect(head).toContain(said);
    expect(record).toMatch(/<a [^>]*href="\/locations\/list-agencies\/a1">Agencia Central<\/a>/);
    // A missing amount shows as Q0.00 in the list; the record says that none is stored.
    expect((await page(`${QUOTES}/q2`)).match(/Q0\.00<\/span><span class="text-muted"> · sin dato/g)).toHaveLength(2);
    expect(await page(`${QUOTES}/q1`)).not.toContain('sin dato');
    expect((await web.getSigned(`${QUOTES}/nada`, { headers: HTML })).status).toBe(404);
  });

  it('store a follow-up once for a form sent twice, and return what was typed if it is invalid', async () => {
    const formToken = tokenOf(await page(`${QUOTES}/q1`));
    const wrong = await send(`${QUOTES}/q1`, { formToken, etapa: '', comentario: 'No se pierde' });
    expect(wrong.status).toBe(400);
    const html = await wrong.text();
    expect(html).toContain('Elija la etapa.');
    expect(html).toContain('No se pierde</textarea>');
    expect(tokenOf(html)).toBe(formToken);
    const fields = { formToken, etapa: 'Aprobada', comentario: 'Lista', cambio: 'cerrar' };
    const [first, second] = await Promise.all([
      send(`${QUOTES}/q1?back=tipo%3Dprestamo`, fields),
      send(`${QUOTES}/q1?back=tipo%3Dprestamo`, fields),
    ]);
    for (const response of [first, second])
      expect([response.status, response.headers.get('location')]).toEqual([302, `${QUOTES}/q1?back=tipo%3Dprestamo`]);
    const texts = await Promise.all([first, second].map(async (response) => (await web.toastAfter(response))?.text));
    expect(texts).toContain('Se agregó el seguimiento y la prospección quedó cerrada.');
    const stored = (await web.portal.documents.main.get('cotizaciones/q1'))?.data;
    expect(stored?.['estado']).toBe(false);
    expect(stored?.['bitacora']).toHaveLength(3);
    expect(await page(`${QUOTES}/q1`)).toContain('Reabrir la prospección');
  });

  it('are exported as workbook and CSV, with amounts as numbers', async () => {
    const { head, rows, formats } = await openWorkbook(`${QUOTES}/export?format=xlsx&sort=nombre&dir=desc`);
    expect(head.slice(0, 9)).toEqual([
      'Nombre',
      'Días sin seguimiento',
      'Teléfono',
      'Correo electrónico',
      'Tipo',
      'Tipo de préstamo',
      'Monto',
      'Cuota',
      'Plazo (meses)',
    ]);
    const [first = [], second = []] = rows;
    expect([first[0], ...first.slice(2, 9), first[head.indexOf('Agencia')]]).toEqual([
      'Sin monto',
      '4410 5000',
      'oscar@correo.test',
      'Préstamo',
      'Fiduciario',
      0,
      0,
      36,
      'Agencia Central',
    ]);
    expect(second.slice(6, 9)).toEqual([25_000, 861.255, 36]);
    expect(formats).toContain('"Q"#,##0.00');
    const csv = await (await web.getSigned(`${QUOTES}/export?format=csv&q=oscar+perez`)).text();
    expect(csv).toContain('Óscar Pérez,');
    expect(csv).toContain(',Préstamo,Fiduciario,');
    expect(csv).not.toContain('Sin monto');
  });

  it('are created, taken over, given a next contact and closed as lost with plain forms', async () => {
    const form = await page(`${QUOTES}/new`);
    const given = {
      formToken: tokenOf(form),
      tipo: 'ahorro_plazo',
      nombre: 'Rosa Xol',
      telefono: '4410 5000',
      agencia: '',
      responsable: '',
    };
    const wrong = await send(`${QUOTES}/new`, { ...given, nombre: '', proximoContacto: '31/02/2030' });
    expect(wrong.status).toBe(400);
    const said = await wrong.text();
    for (const text of ['Complete «Nombre».', 'Escriba una fecha que exista', '31/02/2030', '4410 5000']) expect(said).toContain(text);
    const made = await send(`${QUOTES}/new`, given);
    const url = made.headers.get('location') ?? '';
    expect([made.status, url]).toEqual([302, expect.stringMatching(/list-quotes\/.+/)]);
    const untouched = '<span class="status status-waiting">Nunca, llegó hoy</span>';
    expect(await page(url)).toContain(untouched);
    for (const q of ['44105000', '4410 5000', '4410-5000', 'rosa xol']) {
      const { groups } = (await (await web.getSigned(`/buscar.json?${new URLSearchParams({ q })}`)).json()) as {
        groups: { hits: { href: string; detail: string }[] }[];
      };
      const hit = groups.flatMap(({ hits }) => hits).find(({ href }) => href === url);
      expect(hit?.detail, q).toMatch(/^(?!.*4410 ?5000).*4410-5000/);
    }
    expect(await page(`${QUOTES}?q=nunca,+llegó+hoy`)).toContain(untouched);
    expect(await page(url)).toContain('Tomar a mi cargo');
    expect((await send(url, { intent: 'take' })).status).toBe(302);
    expect(await page(url)).not.toContain('Tomar a mi cargo');
    const version = /name="version" value="([^"]*)"/.exec(await page(`${url}/edit`))?.[1] ?? '';
    expect((await send(`${url}/edit`, { version, responsable: '', proximoContacto: '31-12-2099' })).status).toBe(302);
    expect(await page(url)).toContain('31/12/2099');
    const lost = { formToken: tokenOf(await page(url)), etapa: 'Llamada', comentario: 'Se fue', resultado: 'perdida' };
    expect(await (await send(url, lost)).text()).toContain('Elija por qué se perdió.');
    expect((await send(url, { ...lost, motivoPerdida: 'No responde' })).status).toBe(302);
    const record = await page(url);
    for (const text of ['Perdida', 'No responde', 'Se fue']) expect(record).toContain(text);
  });
});

it('customers and quotes answer 403 to a person without their menus', async () => {
  const { uid } = await web.portal.identity.createAccount({ email: 'eva@prueba.coop', password: PASSWORD });
  await web.portal.sql.query(
    `INSERT INTO usuarios (id, name, email, role, "createdAt", source_version) VALUES ($1, 'Eva', 'eva@prueba.coop', 'user', now(), 1)`,
    [uid],
  );
  const session = await web.portal.identity.signIn({ email: 'eva@prueba.coop', password: PASSWORD, userAgent: 'test' });
  const headers = { ...HTML, Cookie: `portal_session=${encodeURIComponent(session?.sessionToken ?? '')}` };
  for (const address of [
    CUSTOMERS,
    `${CUSTOMERS}/c1`,
    `${CUSTOMERS}/export`,
    `${CUSTOMERS}.data`,
    QUOTES,
    `${QUOTES}/q1`,
    `${QUOTES}/q1/edit`,
    `${QUOTES}/new`,
    `${QUOTES}/export`,
    `${QUOTES}/q1.data`,
  ]) {
    expect((await web.getSigned(address, { headers })).status, address).toBe(403);
  }
  expect((await send(`${QUOTES}/q1`, { formToken: 'token-of-a-form-0001', etapa: 'Llamada', comentario: 'x' }, headers)).status).toBe(403);
});

it('opens records with long ids, and lists one whose id no address can hold without a link and among the data not read', async () => {
  const long = 'ñ'.repeat(700);
  await put(`cotizaciones/${long}`, { ...quote, nombre: 'Rarísima larga' });
  const odd = ['algo.data', 'new', 'contra\\barra', 'con%2Fbarra', 'retorno\r'];
  for (const id of odd) await put(`cotizaciones/${id}`, { ...quote, nombre: `Rarísima ${odd.indexOf(id)}` });
  const list = await page(`${QUOTES}?q=rarisima`);
  expect(list).toContain('Rarísima larga</a>');
  expect(await page(`${QUOTES}/${encodeURIComponent(long)}`)).toContain('Rarísima larga');
  for (const id of odd) {
    expect(list).toContain(`Rarísima ${odd.indexOf(id)}`);
    expect(list).not.toContain(`Rarísima ${odd.indexOf(id)}</a>`);
  }
  const unread = await page('/settings/unread?q=direccion');
  for (const id of odd) expect(unread).toContain(`Rarísima ${odd.indexOf(id)}`);
});
