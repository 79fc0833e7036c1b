import { beforeEach, describe, expect, it } from 'vitest';
import { createCatalogFixture } from '../../catalogs/testing/catalog-fixture.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { CONTENT_MENUS } from '../../domain/app-contents.ts';
import { FINDING_KINDS, type FindingKind } from '../../domain/content-findings.ts';
import { addDays, dayOf } from '../../domain/dates.ts';
import type { MenuId } from '../../domain/menu.ts';
import { EXTRAORDINARY_ASSETS_ID } from '../../domain/products.ts';
import { testEditor, testStaff } from '../../testing/test-staff.ts';
import { unchangedSettings } from '../../testing/live-settings.ts';
import { createContentHealth } from './index.ts';
import { someServices } from '../../testing/some-services.ts';

const fixture = await createCatalogFixture();
const { documents, readModel, sql } = fixture;
const health = createContentHealth(someServices({ sql, readModel, liveSettings: unchangedSettings() }));
const actor = testStaff({ pageSize: 100 });
const today = dayOf(new Date());

async function put(path: string, data: Fields): Promise<void> {
  await documents.main.set(path, { nombre: path, titulo: path, isActive: true, createdAt: new Date(), updatedAt: new Date(), ...data });
  await readModel.projectNow('main', [path]);
}
const find = (query = '', who = actor) => health.findFindings({ actor: who, params: new URLSearchParams(query) });
/** Records of a kind, by their paths in the order of the list. */
const found = async (kind: FindingKind) => (await find(`tipo=${kind}`)).rows.map(({ catalog, record }) => `${catalog}/${record}`).sort();
const GOOD = {
  tipo: 'agencia',
  latitud: 14.6,
  longitud: -90.5,
  telefono: '2345-6789',
  horarios: 'Lunes a viernes 8:00 a 17:00',
  estado: true,
};
const check = (address: string, problem: string, failures = 1, hoursAgo = 0) =>
  sql.query(
    `INSERT INTO checked_addresses (address, problem, failures, checked_at) VALUES ($1, $2, $3, now() - $4 * interval '1 hour')
     ON CONFLICT (address) DO UPDATE SET problem = excluded.problem, failures = excluded.failures, checked_at = excluded.checked_at`,
    [address, problem, failures, hoursAgo],
  );

const TABLES = [
  'agencias',
  'promociones',
  'plazas_vacantes',
  'educacion_cooperativista',
  'como_asociarse',
  'productos_servicios',
  'productos_servicios_productos',
  'productos_servicios_fotos',
];
beforeEach(async () => {
  for (const table of [...TABLES, 'checked_addresses']) await sql.query(`DELETE FROM ${table}`);
});

describe('agencies', () => {
  it('are reported without coordinates, phone or clear hours, unless hidden or deleted', async () => {
    await put('agencias/buena', GOOD);
    await put('agencias/oculta', { estado: false });
    await put('agencias/borrada', { isActive: false });
    await put('agencias/vacia', { tipo: 'agencia' });
    await put('agencias/cajero', { ...GOOD, tipo: 'cajero', telefono: '', horarios: 'Todos los días, 24 horas' });
    await put('agencias/media', { ...GOOD, longitud: null, telefono: 'pendiente', horarios: 'Horario normal' });
    expect(await found('sin-coordenadas')).toEqual(['agencias/media', 'agencias/vacia']);
    expect(await found('sin-telefono')).toEqual(['agencias/media', 'agencias/vacia']);
    expect(await found('horario-confuso')).toEqual(['agencias/media', 'agencias/vacia']);
    expect(await found('coordenadas-dudosas')).toEqual([]);
  });

  it('are reported outside Guatemala, and far from all others once there are several', async () => {
    await put('agencias/fuera', { ...GOOD, longitud: 90.5 });
    await put('agencias/lejos', { ...GOOD, latitud: 17.2, longitud: -89.9 });
    expect(await found('coordenadas-dudosas')).toEqual(['agencias/fuera']);
    for (const [index, latitud] of [14.6, 14.9, 15.3, 15.7].entries()) await put(`agencias/cerca-${index}`, { ...GOOD, latitud });
    expect(await found('coordenadas-dudosas')).toEqual(['agencias/fuera', 'agencias/lejos']);
    for (const far of [1e300, -Number.MAX_VALUE]) await put(`agencias/absurda${far}`, { ...GOOD, latitud: far, longitud: far });
    expect(await found('coordenadas-dudosas')).toEqual([
      'agencias/absurda-1.7976931348623157e+308',
      'agencias/absurda1e+300',
      'agencias/fuera',
      'agencias/lejos',
    ]);
    await sql.query(`DELETE FROM agencias WHERE starts_with(id, 'absurda')`);
    await put('agencias/vecina', { ...GOOD, latitud: 16.9, longitud: -89.8 });
    expect(await found('coordenadas-dudosas')).toEqual(['agencias/fuera']);
    expect((await find('tipo=coordenadas-dudosas')).rows[0]).toMatchObject({
      detail: 'Está fuera de Guatemala.',
      href: '/locations/list-agencies/fuera/edit',
      content: 'Agencias',
    });
  });
});

describe('contents with dates', () => {
  it('are reported when they have expired and are still visible', async () => {
    await put('plazas_vacantes/ayer', { fechaPapeleria: addDays(today, -1) });
    await put('plazas_vacantes/hoy', { fechaPapeleria: today });
    await put('plazas_vacantes/apagada', { fechaPapeleria: addDays(today, -1), estado: false });
    await put('promociones/ayer', { vigenciaHasta: addDays(today, -1), image_url: 'https://a.test/a.jpg' });
    await put('promociones/siempre', { image_url: 'https://a.test/a.jpg' });
    expect(await found('plaza-vencida')).toEqual(['plazas_vacantes/ayer']);
    expect(await found('promocion-vencida')).toEqual(['promociones/ayer']);
  });

  it('are reported without a picture while they are visible or scheduled', async () => {
    await put('promociones/sin', {});
    await put('promociones/luego', { vigenciaDesde: addDays(today, 3) });
    await put('promociones/oculta', { estado: false });
    await put('promociones/vencida', { vigenciaHasta: addDays(today, -1) });
    expect(await found('sin-imagen')).toEqual(['promociones/luego', 'promociones/sin']);
  });
});

describe('addresses', () => {
  beforeEach(async () => {
    await put('promociones/p', { image_url: 'https://a.test/p.jpg' });
    await put('educacion_cooperativista/t', { orden: 1, video_url: 'https://v.test/t' });
    await put('agencias/a', { ...GOOD, fotos: ['https://a.test/1.jpg', 'https://a.test/2.jpg', 'https://a.test/1.jpg'] });
  });

  it('are reported when they certainly fail, each picture of a record separately', async () => {
    await check('https://a.test/p.jpg', 'missing');
    await check('https://a.test/2.jpg', 'not-a-picture');
    await check('https://a.test/1.jpg', 'missing');
    await check('https://v.test/t', 'private');
    expect(await found('imagen-caida')).toEqual(['agencias/a', 'agencias/a', 'promociones/p']);
    expect((await find('tipo=video-caido')).rows).toMatchObject([{ record: 't', detail: 'Es de una red privada: https://v.test/t' }]);
  });

  it('are reported at the second temporary failure, and no longer when the check is a day old', async () => {
    await check('https://a.test/p.jpg', 'unreachable', 1);
    expect(await found('imagen-caida')).toEqual([]);
    await check('https://a.test/p.jpg', 'unreachable', 2);
    expect(await found('imagen-caida')).toEqual(['promociones/p']);
    await check('https://a.test/p.jpg', 'unreachable', 2, 25);
    expect(await found('imagen-caida')).toEqual([]);
    await check('https://a.test/p.jpg', '', 0);
    expect(await found('imagen-caida')).toEqual([]);
  });
});

describe('services and order', () => {
  it('finds services without active products, except the one that shows photos', async () => {
    await put('productos_servicios/a', { orden: 1 });
    await put('productos_servicios/b', { orden: 2 });
    await put('productos_servicios/b/productos/x', { orden: 1 });
    await put('productos_servicios/c', { orden: 3 });
    await put('productos_servicios/c/productos/x', { orden: 1, estado: false });
    await put(`productos_servicios/${EXTRAORDINARY_ASSETS_ID}`, { orden: 4 });
    await put(`productos_servicios/${EXTRAORDINARY_ASSETS_ID}/fotos/f`, { orden: 1, url: 'https://a.test/f.jpg' });
    expect(await found('servicio-vacio')).toEqual(['productos_servicios/a', 'productos_servicios/c']);
    expect((await find('tipo=servicio-vacio')).rows[0]?.href).toBe('/products/list-products/a');
  });

  it('finds missing, duplicate and late-starting order numbers, one finding per list', async () => {
    for (const [id, orden] of Object.entries({ a: 1, b: 2, c: 5 })) await put(`educacion_cooperativista/${id}`, { orden });
    for (const [id, orden] of Object.entries({ a: 0, b: 1, c: 1 })) await put(`como_asociarse/${id}`, { orden });
    await put('productos_servicios/s', { nombre: 'Seguros', orden: 2 });
    await put('productos_servicios/s/productos/x', { orden: 2 });
    expect((await find('tipo=orden-con-huecos')).rows.map(({ title, detail, href }) => [title, detail, href]).sort()).toEqual([
      ['Pasos para asociarse', '1 lugar repetido.', '/how_associated'],
      ['Productos de Seguros', 'No empieza en 1.', '/products/list-products/s'],
      ['Productos y servicios', 'No empieza en 1.', '/products/list-products'],
      ['Temas de educación', 'Faltan 2 lugares.', '/educacion/cooperativista'],
    ]);
    await put('educacion_cooperativista/c', { orden: 3 });
    await put('como_asociarse/a', { orden: 2, isActive: false });
    await put('como_asociarse/c', { orden: 2 });
    expect((await find('tipo=orden-con-huecos')).total).toBe(2);
  });
});

describe('the list of findings', () => {
  beforeEach(async () => {
    await put('agencias/vacía', { nombre: 'Agencia Ñandú', tipo: 'agencia' });
    await put('promociones/sin', {});
    await put('plazas_vacantes/ayer', { fechaPapeleria: addDays(today, -1) });
    await put('educacion_cooperativista/t', { orden: 4 });
  });

  it.each(CONTENT_MENUS.map((menu) => [menu]))(
    'is limited to the menu %s for a person who has no other, in rows, counts and export',
    async (menu) => {
      const who = testEditor({ pageSize: 100 }, [menu]);
      const page = await find('', who);
      expect(new Set(page.rows.map((row) => row.menu))).toEqual(new Set(page.total === 0 ? [] : [menu]));
      const all = await find();
      expect(page.total).toBe(all.rows.filter((row) => row.menu === menu).length);
      expect(page.counts.reduce((sum, { count }) => sum + count, 0)).toBe(page.total);
      expect((await health.countFindings({ actor: who })).reduce((sum, { count }) => sum + count, 0)).toBe(page.total);
      const rows: unknown[] = [];
      for await (const some of (await health.exportFindings({ actor: who, params: new URLSearchParams() })).rows(
        new AbortController().signal,
      ))
        rows.push(...some);
      expect(rows).toHaveLength(page.total);
      // A menu that they do not have narrows nothing, and shows nothing more.
      expect((await find('menu=agencies', who)).total).toBe(page.total);
    },
  );

  it('is forbidden to a person without any content menu', async () => {
    const who = testEditor({}, ['home', 'reports', 'users'] satisfies MenuId[]);
    expect(() => find('', who)).toThrow(expect.objectContaining({ code: 'forbidden' }));
    expect(() => health.countFindings({ actor: who })).toThrow(expect.objectContaining({ code: 'forbidden' }));
  });

  it('shows for each kind the same count as the list filtered by it', async () => {
    const { counts } = await find();
    expect(counts.map(({ value }) => value)).toEqual(FINDING_KINDS.map(({ id }) => id));
    for (const { value, count } of counts) expect((await find(`tipo=${value}`)).total, value).toBe(count);
    const filtered = await find('menu=agencies&tipo=sin-imagen');
    expect(filtered.total).toBe(0);
    expect(filtered.counts.find(({ value }) => value === 'sin-telefono')?.count).toBe(1);
  });

  it('starts with expired offers, is paged and sorted, and is searched by record and finding', async () => {
    for (const id of ['uno', 'dos']) await put(`agencias/${id}`, { tipo: 'agencia' });
    const all = await find();
    expect([all.total, all.rows[0]?.kind]).toEqual([12, 'plaza-vencida']);
    const pages = [await find('pageSize=10'), await find('pageSize=10&page=2')];
    expect(pages.map(({ rows, total }) => [rows.length, total])).toEqual([
      [10, 12],
      [2, 12],
    ]);
    expect(pages.flatMap(({ rows }) => rows)).toEqual(all.rows);
    const titles = (await find('sort=title&dir=desc')).rows.map(({ title }) => title);
    const known = ['Temas de educación', 'promociones/sin', 'plazas_vacantes/ayer', 'agencias/uno', 'agencias/dos', 'Agencia Ñandú'];
    expect([...new Set(titles)]).toEqual(known);
    const times = (await find('sort=createdAt')).rows.map(({ createdAt }) => createdAt);
    expect(times).toEqual([...times].sort().reverse());
    expect((await find('q=nandu')).rows.map(({ kind }) => kind).sort()).toEqual(['horario-confuso', 'sin-coordenadas', 'sin-telefono']);
    expect((await find('q=sin telefono')).rows.map(({ kind }) => kind)).toEqual(Array.from({ length: 3 }, () => 'sin-telefono'));
    expect((await find(`q=${'%'.repeat(300)}`)).total).toBe(0);
  });

  it('drops a finding as soon as its record is fixed', async () => {
    await put('promociones/sin', { image_url: 'https://a.test/a.jpg' });
    expect(await found('sin-imagen')).toEqual([]);
  });

  it('links every finding to a page, with a sentence on how to fix it', async () => {
    for (const row of (await find()).rows) {
      expect(row.href).toMatch(/^\/[a-z_-]+/);
      expect(row.mend).toMatch(/\.$/);
      expect(`${row.detail}`).not.toMatch(/undefined|NaN|null/);
    }
  });
});

it('findings are exported only with an export permission for their contents', async () => {
  const exported = async (who: typeof actor) => health.findFindings({ actor: who, params: new URLSearchParams(), act: 'export' });
  const kept = testStaff({ withheld: new Set(CONTENT_MENUS.map((menu) => `${menu}:export` as const)) });
  const part = testStaff({ withheld: new Set(['promotions:export'] as const) });
  await put('promociones/sin', {});
  await put('plazas_vacantes/ayer', { fechaPapeleria: addDays(today, -1) });
  const kinds = ({ rows }: Awaited<ReturnType<typeof find>>) => rows.map(({ kind }) => kind);
  expect(kinds(await find('', kept))).toEqual(['plaza-vencida', 'sin-imagen']);
  await expect(exported(kept)).rejects.toMatchObject({ code: 'forbidden' });
  expect(kinds(await exported(part))).toEqual(['plaza-vencida']);
  expect(kinds(await exported(actor))).toEqual(['plaza-vencida', 'sin-imagen']);
});
