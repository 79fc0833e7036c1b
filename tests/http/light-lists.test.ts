import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ensureBuild } from '#server/entrances/commands/demo/ensure-build.ts';
import { loadBuild } from '#server/entrances/http/load-build.ts';
import { reportUrls } from '#server/reporting/report-urls.ts';
import { useTestWeb } from './test-web.ts';

await ensureBuild(path.resolve(import.meta.dirname, '../..'));
const web = useTestWeb({ app: { build: await loadBuild() } });

const FILES = '/briefcase/list-briefcase';
const ROWS = 25;
const KILOBYTE = 1024;
const page = async (url: string) => (await web.getSigned(url, { headers: { Accept: 'text/html' } })).text();

/** Stores `count` records of each kind that a filter offers, and files that refer to them. */
async function fill(count: number): Promise<void> {
  const { sql } = web.portal;
  const tables = { agencias: 'nombre', maletin_tipos_documento: 'nombre', usuarios: 'name' };
  for (const [table, name] of Object.entries(tables))
    await sql.query(
      `INSERT INTO ${table} (id, ${name}, ${table === 'usuarios' ? 'email, role,' : ''} "createdAt", source_version)
       SELECT 'x' || i, '${table} número ' || i, ${table === 'usuarios' ? `'x' || i || '@prueba.coop', 'user',` : ''} now(), 1 FROM generate_series(1, $1) i ON CONFLICT DO NOTHING`,
      [count],
    );
}

beforeAll(async () => {
  const { sql } = web.portal;
  await sql.query(`INSERT INTO maletin_carpetas (id, nombre, "createdAt", source_version) VALUES ('actas', 'Actas', now(), 1)`);
  await fill(ROWS);
  await sql.query(
    `INSERT INTO maletin_archivos (id, nombre, "carpetaId", "tipoDocumentoId", "agenciaId", "userId", "contentType", bytes, "createdAt", source_version)
     SELECT 'archivo' || i, 'Informe mensual de la agencia ' || i || '.pdf', 'actas', 'x' || i, 'x' || i, 'x' || i, 'application/pdf', 100000 + i, now(), 1 FROM generate_series(1, $1) i`,
    [ROWS],
  );
  // Only somebody with an agency can upload.
  await sql.query(`UPDATE usuarios SET agency = 'x1' WHERE email = 'ana@prueba.coop'`);
});

it('the data of a file list stays under 10 KB with 600 values per filter', async () => {
  await fill(600);
  const data = await page(`${FILES}.data`);
  expect(data).toContain('Informe mensual de la agencia 7.pdf');
  expect(Buffer.byteLength(data)).toBeLessThan(10 * KILOBYTE);
});

it('every list page takes three database connections: for the session, the person and the list', async () => {
  const { portal } = web;
  const reports = new Set(portal.reports.all.flatMap(reportUrls));
  const lists = portal.registries.exportAddresses.flatMap(({ url }) => (url.includes(':') || reports.has(url) ? [] : [url]));
  expect(lists.length).toBeGreaterThan(20);
  let taken = 0;
  portal.sql.on('acquire', () => void (taken += 1));
  const takenBy = async (url: string) => {
    const before = taken;
    expect((await web.getSigned(url, { headers: { Accept: 'text/html' } })).status, url).toBe(200);
    return taken - before;
  };
  for (const url of lists) {
    // Takes the fewest of several rounds: lazy initialisation and the reads of settings every second do not belong to the page, but on a
    // busy machine nearly every page meets them.
    let fewest = Infinity;
    for (let round = 0; round < 10 && (round < 2 || fewest > 3); round += 1) fewest = Math.min(fewest, await takenBy(url));
    expect({ url, taken: fewest }).toEqual({ url, taken: 3 });
  }
});

it('the options of filters are loaded on request: per filter, or all at once without JavaScript', async () => {
  const unseen = 'agencias número 599';
  expect(await page(FILES)).not.toContain(unseen);
  const choices = await web.getSigned(`${FILES}/choices?filter=agenciaId`);
  expect(((await choices.json()) as { label: string }[]).map(({ label }) => label)).toContain(unseen);
  expect(await page(`${FILES}?choices=all`)).toContain(`<option value="x599">${unseen}</option>`);
  const filtered = await page(`${FILES}?agenciaId=x599`);
  expect(filtered).toContain(`Quitar filtro: Agencia: ${unseen}`);
  expect(filtered).toContain(`<option value="x599" selected="">${unseen}</option>`);
});

it('the folders and types for an upload are loaded with its form or by a request of their own', async () => {
  const type = 'maletin_tipos_documento número 77';
  const list = await page(FILES);
  expect(list).toContain('href="?cargar=1#cargar"');
  expect(list).not.toContain(type);
  expect(await page(`${FILES}.data`)).not.toContain(type);
  expect(await page(`${FILES}?cargar=1`)).toContain(`<option value="x77">${type}</option>`);
  expect(await (await web.getSigned('/briefcase/upload')).json()).toMatchObject({ folders: [{ id: 'actas', name: 'Actas' }] });
});

it('forms offer every agency and every person, even 2,100 of them', async () => {
  const MANY = 2_100;
  await fill(MANY);
  // Only agencies where somebody receives packages are offered.
  await web.portal.sql.query(`UPDATE usuarios SET agency = id, role = 'admin', state = TRUE WHERE id LIKE 'x%'`);
  const offered = async (url: string, name: string) => {
    const html = await page(url);
    const [, options = ''] = new RegExp(`<select[^>]* name="${name}"[^>]*>(.*?)</select>`, 's').exec(html) ?? [];
    return new Set([...options.matchAll(/value="(x\d+)"/g)].map(([, id]) => id)).size;
  };
  expect(await offered('/quotes/list-quotes/new', 'responsable')).toBe(MANY);
  expect(await offered('/quotes/list-quotes/new', 'agencia')).toBe(MANY);
  expect(await offered('/users/list-users/new', 'agency')).toBe(MANY);
  expect(await offered('/maintenance/digitalization/packagesShips/send/list-packages/new', 'agencyId')).toBe(MANY - 1);
  expect(await offered('/maintenance/digitalization/document-permissions/simulate', 'userId')).toBe(MANY);
  const schedule = await page('/reports/schedules/new?reportId=downloads-by-file');
  expect(new Set(schedule.match(/(?<=name="recipients" value=")x\d+/g)).size).toBe(MANY);
  await web.portal.documents.main.create('cotizaciones/q', { nombre: 'Ana' });
  const mentioned = await web.getSigned('/notas/personas.json?record=cotizaciones/q&q=usuarios+numero+999');
  expect(await mentioned.json()).toMatchObject({ people: [{ id: 'x999' }] });
});
