import { beforeEach, describe, expect, it } from 'vitest';
import { createStoresFixture } from '../../testing/stores-fixture.ts';
import { testStaff } from '../../testing/test-staff.ts';
import { createLocalPeople } from './local/local-people.ts';
import { createHandOver } from './index.ts';
import { someServices } from '../../testing/some-services.ts';

const { put, services } = await createStoresFixture();
const { documents, sql } = services;
const handOver = createHandOver(someServices({ ...services, restBackend: createLocalPeople(services) }));
const admin = testStaff({ id: 'jefa' });
/** More than one transaction takes. */
const MANY = 102;

/** `lector` may open one report of the two, `inicio` none, `jefa` all. */
async function putPeople(): Promise<void> {
  await put('main', 'usuarios/jefa', { name: 'Jefa', role: 'admin', state: true });
  await put('main', 'usuarios/recibe', { name: 'Rebeca Recibe', role: 'lector', state: true });
  await put('main', 'roles/lector', { title: 'Lector', isActive: true });
  await put('main', 'permisos_rol/lector', { menus: ['reports', 'quotes'] });
  await put('main', 'usuarios/lector', { name: 'Lía Lector', role: 'lector', agency: 'norte', state: true });
  await put('main', 'roles/inicio', { title: 'Inicio', isActive: true });
  await put('main', 'permisos_rol/inicio', { menus: ['home', 'quotes'] });
  await put('main', 'usuarios/inicio', { name: 'Inés Inicio', role: 'inicio', state: true });
}

async function putSchedules(): Promise<void> {
  const common = { userId: 'recibe', frequency: 'diaria', hora: '07:00', estado: true };
  await put('main', 'reportes_programados/ventas', { ...common, title: 'Ventas', reportId: 'quotes' });
  await put('main', 'reportes_programados/pausado', { ...common, title: 'Descargas', reportId: 'downloads-by-user', estado: false });
  await put('main', 'reportes_programados/viejo', { ...common, title: 'Viejo', reportId: 'ya-no-existe' });
  await put('main', 'reportes_programados/ajeno', { ...common, title: 'Ajeno', reportId: 'quotes', userId: 'lejos' });
}

const ownerOf = async (id: string) => (await documents.main.get(`reportes_programados/${id}`))?.data['userId'];

describe('handing over schedules of reports', () => {
  beforeEach(async () => {
    await sql.query('TRUNCATE documents.documents, reportes_programados, usuarios CASCADE');
    await putPeople();
    await putSchedules();
  });

  it('transfers those whose report the next person may open, and lists the others with the reason', async () => {
    const call = { actor: admin, id: 'recibe', formToken: 'horarios-de-la-prueba' };
    expect((await handOver.findHoldings(call)).map(({ text, href }) => [text, href])).toEqual([
      ['3 reportes programados a su nombre', '/reports/schedules?userId=recibe'],
    ]);
    const stays = [
      { id: 'pausado', title: 'Descargas', reason: 'Lía Lector no puede abrir «Reportes › Reportes del Maletín»' },
      { id: 'viejo', title: 'Viejo', reason: 'su reporte ya no existe' },
    ];
    const kept = await handOver.handOver({ ...call, userId: 'lector' });
    expect([...kept].sort((one, other) => one.id.localeCompare(other.id))).toEqual(stays);
    expect(await Promise.all(['ventas', 'pausado', 'viejo', 'ajeno'].map(ownerOf))).toEqual(['lector', 'recibe', 'recibe', 'lejos']);
    expect((await handOver.findHoldings(call)).map(({ count }) => count)).toEqual([2]);
    const { rows } = await sql.query<{ data: object }>(
      `SELECT data FROM documents.documents WHERE database = 'main' AND collection_group = 'auditoria' AND data ->> 'targetPath' LIKE 'reportes_programados/%'`,
    );
    expect(rows.map(({ data }) => data)).toEqual([
      expect.objectContaining({
        action: 'REGISTRO MODIFICADO',
        targetPath: 'reportes_programados/ventas',
        beforeData: { userId: 'recibe' },
        newData: { userId: 'lector' },
      }),
    ]);
  });

  it('transfers a schedule of a shared view, and keeps that of a view the next person cannot reach', async () => {
    const view = { lista: '/quotes/list-quotes', consulta: 'estado=true', userId: 'recibe', isActive: true };
    await put('main', 'vistas_guardadas/compartida', { ...view, nombre: 'De todos', roles: ['lector'] });
    await put('main', 'vistas_guardadas/propia', { ...view, nombre: 'Solo mía' });
    const schedule = { userId: 'recibe', reportId: 'vista', frequency: 'diaria', hora: '07:00', estado: true };
    await put('main', 'reportes_programados/compartido', { ...schedule, title: 'De todos', params: { vista: 'compartida' } });
    await put('main', 'reportes_programados/propio', { ...schedule, title: 'Solo mía', params: { vista: 'propia' } });
    const kept = await handOver.handOver({ actor: admin, id: 'recibe', formToken: 'horarios-de-la-prueba', userId: 'lector' });
    expect(kept.filter(({ id }) => id === 'propio' || id === 'compartido')).toEqual([
      { id: 'propio', title: 'Solo mía', reason: 'su vista no está al alcance de Lía Lector' },
    ]);
    expect([await ownerOf('compartido'), await ownerOf('propio')]).toEqual(['lector', 'recibe']);
  });

  it('leaves a schedule alone that was reassigned meanwhile', async () => {
    await documents.main.update('reportes_programados/ventas', { userId: 'lejos' });
    await handOver.handOver({ actor: admin, id: 'recibe', formToken: 'horarios-de-la-prueba', userId: 'jefa' });
    expect(await Promise.all(['ventas', 'pausado'].map(ownerOf))).toEqual(['lejos', 'jefa']);
  });

  it('transfers none to a person who cannot open «App móvil › Reportes», and transfers a paused one still paused', async () => {
    const call = { actor: admin, id: 'recibe', formToken: 'horarios-de-la-prueba' };
    expect((await handOver.handOver({ ...call, userId: 'inicio' })).map(({ id, reason }) => [id, reason]).sort()).toEqual([
      ['pausado', 'Inés Inicio no puede abrir «App móvil › Reportes»'],
      ['ventas', 'Inés Inicio no puede abrir «App móvil › Reportes»'],
      ['viejo', 'su reporte ya no existe'],
    ]);
    expect(await ownerOf('ventas')).toBe('recibe');
    expect((await handOver.handOver({ ...call, userId: 'jefa' })).map(({ id }) => id)).toEqual(['viejo']);
    expect((await documents.main.get('reportes_programados/pausado'))?.data).toMatchObject({ userId: 'jefa', estado: false });
  });

  it('transfers a schedule that comes after 102 that stay, which is more than one batch', async () => {
    const paths = Array.from({ length: MANY }, (_unused, number) => `reportes_programados/a${number}`);
    for (const path of paths) await documents.main.set(path, { userId: 'recibe', reportId: 'ya-no-existe', title: path });
    await services.readModel.projectNow('main', paths);
    await put('main', 'reportes_programados/zz', { userId: 'recibe', reportId: 'quotes', title: 'Último' });
    const kept = await handOver.handOver({ actor: admin, id: 'recibe', formToken: 'horarios-de-la-prueba', userId: 'jefa' });
    expect(kept).toHaveLength(MANY + 1);
    expect(await ownerOf('zz')).toBe('jefa');
  });
});
