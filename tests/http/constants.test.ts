import path from 'node:path';
import ExcelJS from 'exceljs';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import type { DatabaseName, Fields } from '#server/ports/documents/document-store.ts';
import { performNextRun } from '#server/features/snapshots/perform-run.ts';
import { sendRunMail } from '#server/features/snapshots/send-run-mail.ts';
import { startSmtpServer } from '#server/features/snapshots/testing/smtp-server.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const smtp = await startSmtpServer();
const web = useTestWeb({
  app: { build: await loadBuild() },
  environment: { SMTP_URL: smtp.url, MAIL_FROM: 'portal@prueba.coop' },
});

const HTML = { Accept: 'text/html' };
const JSON_ONLY = { Accept: 'application/json' };
const DOCUMENTS = '/digitalization-documents/list-digitalization-docs';
const SENT = '/maintenance/digitalization/packagesShips/send/list-packages';
const RECEIVED = '/maintenance/digitalization/packagesShips/received/list-packages';

/** Writes a document as another program would, and projects it. */
async function put(place: string, data: Fields, database: DatabaseName = 'digitalization'): Promise<void> {
  await web.portal.documents[database].set(place, data);
  await web.portal.readModel.projectNow(database, [place]);
}

const get = (address: string, headers: Record<string, string> = HTML) => web.getSigned(address, { headers });
const page = async (address: string) => (await (await get(address)).text()).replaceAll('<!-- -->', '');
const send = (address: string, fields: [string, string][] | Record<string, string>, headers = HTML) =>
  web.getSigned(address, { method: 'POST', body: new URLSearchParams(fields), headers });
const tabsOf = (html: string) =>
  [
    ...(/<nav[^>]*class="tab-bar[\s\S]*?<\/nav>/.exec(html)?.[0].matchAll(/<a [^>]*>([^<]*)(?:<span[^>]*>([^<]*)<\/span>)?<\/a>/g) ?? []),
  ].map(([, label, count]) => `${label} ${count}`);
const namesIn = (html: string) => [...html.matchAll(/>(Pagaré \d|Escritura)</g)].map(([, name]) => name);
const choices = async (address: string) => (await (await get(address, JSON_ONLY)).json()) as unknown;

/** Saves the form with its current rows and a change. */
async function save(list: string, change: (rows: [id: string, value: string][]) => [id: string, value: string][]): Promise<Response> {
  const html = await page(`/settings/constants/${list}`);
  const valuesOf = (name: string) =>
    [...html.matchAll(new RegExp(`<input[^>]*name="${name}"[^>]*>`, 'g'))].map(([tag]) => /value="([^"]*)"/.exec(tag)?.[1] ?? '');
  const rows = valuesOf('id').map((id, at): [string, string] => [id, valuesOf('value')[at] ?? '']);
  const fields = change(rows).flatMap(([id, value]): [string, string][] => [
    ['id', id],
    ['value', value],
  ]);
  return send(`/settings/constants/${list}`, [['version', valuesOf('version')[0] ?? ''], ...fields, ['intent', 'save']]);
}
const rename = (list: string, id: string, value: string) => save(list, (rows) => rows.map((row) => (row[0] === id ? [id, value] : row)));

beforeAll(async () => {
  await put('agencias/a1', { nombre: 'Agencia Central' }, 'main');
  await put('agencias/a2', { nombre: 'Agencia Sur' }, 'main');
  await put('categorias/c1', { nombre: 'Legal' });
  await put('tipos_documento/t1', { nombre: 'Poder', categoryId: 'c1', campos: [{ clave: 'socio', etiqueta: 'Socio', tipo: 'asociado' }] });
  await put('clientes/s1', { codigo: 'A-1', nombre: 'Socia Uno' }, 'main');
  const document = { categoryId: 'c1', documentId: 't1', userId: '', userAssign: '', agencyId: 'a1', url: '' };
  await put('documentos/d1', { ...document, documentName: 'Pagaré 1', status: 'INDEXED', campos: { socio: 's1' } });
  await put('documentos/d2', { ...document, documentName: 'Pagaré 2', status: 'INDEXED' });
  await put('documentos/d3', { ...document, documentName: 'Pagaré 3', status: 'RETURNED' });
  const carried = { from: web.administrator.id, agencyId: 'a2', fromUser: { agency: 'a1' }, sended: true, sendedAt: new Date() };
  await put('PACKAGES/p1', { ...carried, status: 'SENT', detailOfPackage: [{ document: 'Escritura' }] });
});

describe('a state that was renamed on Configuración', () => {
  it('has its new name on tab, list, filter, search, record, history and message', async () => {
    expect(tabsOf(await page(DOCUMENTS))).toEqual(['Todos 3', 'Indexados 2', 'Asignados 0', 'Devueltos 1', 'Archivados 0']);
    expect((await rename('docStates', 'INDEXED', 'Registrado')).status).toBe(302);
    const list = await page(DOCUMENTS);
    expect(tabsOf(list)).toEqual(['Todos 3', 'Registrado 2', 'Asignados 0', 'Devueltos 1', 'Archivados 0']);
    expect(list).not.toMatch(/>Indexados?</);
    expect(list.match(/Registrado<\/span>/g)).toHaveLength(2);
    expect(namesIn(await page(`${DOCUMENTS}?status=INDEXED`))).toEqual(['Pagaré 2', 'Pagaré 1']);
    expect(await choices(`${DOCUMENTS}/choices?filter=status`)).toEqual([
      { value: 'INDEXED', label: 'Registrado' },
      { value: 'ARCHIVED', label: 'Archivado' },
      { value: 'ASSIGNED', label: 'Asignado' },
      { value: 'RETURNED', label: 'Devuelto' },
      { value: 'OTHERS', label: 'Otros' },
    ]);
    expect(namesIn(await page(`${DOCUMENTS}?q=registrado`))).toEqual(['Pagaré 2', 'Pagaré 1']);
    expect(namesIn(await page(`${DOCUMENTS}?q=indexado`))).toEqual([]);
    expect(await page(`${DOCUMENTS}/d1`)).toContain('Registrado</span>');
    expect(await page('/customers/list-customers/s1')).toContain('Poder · Registrado · sin archivo');
    const refused = await send(`${DOCUMENTS}/d1`, { intent: 'return', reason: 'x', formToken: 'formulario-numero-0001' }, JSON_ONLY);
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('«Registrado»: no se puede devolver')]);
    const archived = await send(`${DOCUMENTS}/d2`, { intent: 'archive', ubicacion: 'Estante 4', formToken: 'formulario-numero-0002' });
    expect(archived.status).toBe(302);
    expect((await rename('docStates', 'ARCHIVED', 'En bóveda')).status).toBe(302);
    const record = await page(`${DOCUMENTS}/d2`);
    expect(record).toContain('En bóveda en Estante 4');
    expect(record).toMatch(/Registrado.*En bóveda/);
  });

  it('has its new name in CSV, workbook, report, Inicio and the e-mail of a report', async () => {
    expect((await rename('docStates', 'RETURNED', 'Rebotado')).status).toBe(302);
    const csv = await (await get(`${DOCUMENTS}/export?format=csv&status=RETURNED`)).text();
    expect(csv).toContain('Pagaré 3;Rebotado'.replace(';', csv.includes(';') ? ';' : ','));
    const workbook = new ExcelJS.Workbook();
    await workbook.xlsx.load(await (await get(`${DOCUMENTS}/export?format=xlsx&status=RETURNED`)).arrayBuffer());
    const cells = workbook.worksheets.flatMap((sheet) => sheet.getSheetValues().flatMap((row) => (Array.isArray(row) ? row : [])));
    expect(cells.filter((cell) => cell === 'Rebotado')).toHaveLength(2);
    const report = await page('/reports/documents?from=2020-01-01&to=2030-01-01');
    for (const word of ['>Registrado<', '>Rebotado<', '>En bóveda<']) expect(report).toContain(word);
    expect(report).not.toMatch(/Devueltos?</);
    expect(await page('/')).toContain('Documentos en estado «Rebotado»');
    await web.portal.sql.query(`INSERT INTO sync_streams (name, fresh_at) VALUES ('test', '2099-01-01')`);
    const actor = await web.portal.staff.loadStaff({ uid: web.administrator.id, sessionId: 's' });
    if (!actor) throw new Error('nobody');
    const { id } = await web.portal.snapshots.createSchedule({
      actor,
      given: {
        reportId: 'documents',
        title: 'Por estado',
        params: ['relative=anio_a_la_fecha'],
        frequency: 'diaria',
        cron: '',
        hora: '07:30',
        format: 'csv',
        delivery: 'adjunto',
        retentionRuns: 1,
        recipients: [actor.id],
        everyDueTime: false,
      },
      formToken: crypto.randomUUID(),
    });
    const run = await web.portal.snapshots.runScheduleNow({ actor, id, formToken: crypto.randomUUID() });
    await performNextRun(web.portal, new AbortController().signal);
    await sendRunMail(web.portal, { runId: run.id, userId: actor.id });
    const attached = smtp.mails.flatMap(({ source }) =>
      [...source.matchAll(/base64\r\n(?:[\w-]+:[^\r]*\r\n(?: [^\r]*\r\n)*)*\r\n([A-Za-z0-9+/=\r\n]+)/g)].map(([, text = '']) =>
        Buffer.from(text, 'base64').toString(),
      ),
    );
    expect(attached.join('\n')).toContain('Rebotado');
  });

  it('has its new name in sent and received packages', async () => {
    expect(tabsOf(await page(RECEIVED))).toEqual(['Todos 1', 'Por recibir 1', 'Aceptados 0', 'Rechazados 0']);
    expect((await rename('packageStatus', 'SENT', 'En camino')).status).toBe(302);
    expect(tabsOf(await page(SENT))).toEqual(['Todos 1', 'Ingresados 0', 'En camino 1', 'Aceptados 0', 'Rechazados 0']);
    expect(tabsOf(await page(RECEIVED))).toEqual(['Todos 1', 'En camino 1', 'Aceptados 0', 'Rechazados 0']);
    expect(await page(`${SENT}/p1`)).toContain('En camino</span>');
    expect(await page(`${RECEIVED}/p1`)).toContain('En camino</span>');
    const csv = await (await get(`${SENT}/export?format=csv`)).text();
    expect(csv).toContain('En camino');
    const refused = await send(`${SENT}/p1`, { intent: 'cancel', formToken: 'formulario-numero-0003' }, JSON_ONLY);
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('«En camino»: no se puede anular')]);
  });
});

describe('a state that another program added', () => {
  beforeAll(async () => {
    const stored = await web.portal.documents.digitalization.get('constantes/docStates');
    const items = stored?.data['items'] as Fields[];
    await put('constantes/docStates', {
      ...stored?.data,
      items: [...items, { id: 'en-comite', value: 'En comité' }, { id: 'VACIO', value: 'Vacío' }],
    });
    const document = { categoryId: 'c1', documentId: 't1', userId: web.administrator.id, agencyId: 'a1', url: '' };
    await put('documentos/d8', { ...document, documentName: 'Pagaré 8', status: 'en-comite' });
    await put('documentos/d9', { ...document, documentName: 'Pagaré 9', status: 'PERDIDO' });
  });

  it('is shown by its name and can be filtered by; states without a name are grouped under «Otros»', async () => {
    const list = await page(DOCUMENTS);
    expect(tabsOf(list).slice(-2)).toEqual(['En comité 1', 'Otros 1']);
    expect(list).toMatch(/En comité<\/span>[\s\S]*PERDIDO<\/span>|PERDIDO<\/span>[\s\S]*En comité<\/span>/);
    expect(namesIn(await page(`${DOCUMENTS}?status=en-comite`))).toEqual(['Pagaré 8']);
    expect(namesIn(await page(`${DOCUMENTS}?status=OTHERS`))).toEqual(['Pagaré 9']);
    expect(tabsOf(await page(`${DOCUMENTS}?status=VACIO`))).toContain('Vacío 0');
    for (const q of ['comite', 'perdido']) expect(namesIn(await page(`${DOCUMENTS}?q=${q}`)), q).toHaveLength(1);
  });

  it('cannot be left through actions of the portal (409), nor sent in a package (400)', async () => {
    const record = await page(`${DOCUMENTS}/d8`);
    expect(record).toContain('En comité</span>');
    for (const intent of ['assign', 'return', 'archive']) {
      expect(record, intent).not.toContain(`value="${intent}"`);
      const fields = { intent, userId: web.administrator.id, reason: 'x', ubicacion: 'x', formToken: `formulario-numero-${intent}` };
      const refused = await send(`${DOCUMENTS}/d8`, fields, JSON_ONLY);
      expect([refused.status, await refused.text()], intent).toEqual([409, expect.stringContaining('«En comité»')]);
    }
    expect(await page(`${DOCUMENTS}/d9`)).toContain('value="archive"');
    expect((await web.portal.documents.digitalization.get('documentos/d8'))?.data['status']).toBe('en-comite');
    const sendable = await web.portal.packages.findSendable({ actor: await administrator(), q: 'pagare' });
    expect(sendable.rows.map(({ id }) => id)).not.toContain('d8');
    const draft = { from: web.administrator.id, agencyId: 'a2', status: 'ENTERED', needReassign: true };
    await put('PACKAGES/p2', { ...draft, detailOfPackage: [{ document: 'Pagaré 8', digitalizationId: 'd8' }] });
    const sent = await send(`${SENT}/p2`, { intent: 'send', formToken: 'formulario-numero-0008' }, JSON_ONLY);
    expect([sent.status, await sent.text()]).toEqual([400, expect.stringContaining('«En comité», que lleva otro programa')]);
  });

  it('does not prevent renaming another state; codes cannot be changed, nor required ones removed', async () => {
    expect((await rename('docStates', 'ASSIGNED', 'En manos de')).status).toBe(302);
    const form = await page('/settings/constants/docStates');
    for (const id of ['INDEXED', 'en-comite']) expect(inputOf(form, id), id).toMatch(/readonly=/i);
    const gone = await save('docStates', (rows) => rows.filter(([id]) => id !== 'RETURNED'));
    expect([gone.status, await gone.text()]).toEqual([400, expect.stringContaining('El portal usa RETURNED: no se puede quitar')]);
    const other = await save('docStates', (rows) => rows.map(([id, value]) => [id === 'RETURNED' ? 'DEVUELTO' : id, value]));
    expect(other.status).toBe(400);
  });
});

const inputOf = (html: string, value: string) =>
  [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => tag).find((tag) => tag.includes(`value="${value}"`));

async function administrator() {
  const actor = await web.portal.staff.loadStaff({ uid: web.administrator.id, sessionId: 's' });
  if (!actor) throw new Error('nobody');
  return actor;
}
