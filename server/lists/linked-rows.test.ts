import { beforeAll, describe, expect, it } from 'vitest';
import { createCatalogs } from '../catalogs/catalogs.ts';
import { isCatalogId } from '../catalogs/registry.ts';
import { questionOf } from '../domain/question.ts';
import type { MenuId } from '../domain/menu.ts';
import type { Staff } from '../domain/permissions.ts';
import { clerk } from '../features/documents/testing/documents-fixture.ts';
import { createHandOver } from '../features/people/index.ts';
import type { Fields } from '../ports/documents/document-store.ts';
import { readForScreen } from '../read-model/pages/screen-query.ts';
import { failureOf } from '../testing/failures.ts';
import { createStoresFixture } from '../testing/stores-fixture.ts';
import { testStaff } from '../testing/test-staff.ts';
import type { LinkedCount } from './linked-rows.ts';
import { readListPage } from './list-page.ts';

const { services, put } = await createStoresFixture();
const catalogs = createCatalogs(services);
const handOver = createHandOver(services);

const admin = testStaff({ id: 'jefa' });
/** Sees one of two document types and one of two folders. */
const reader: Staff = { ...clerk('lectora', { legal: { pagare: ['view'] } }, { agencyId: 'sur' }), folders: ['actas'] };
const ofOtherAgency: Staff = { ...admin, agencyId: 'norte', ownAgencyOnly: true };

/** Linked counts on the page of a record: of a catalog, or of a person. */
const linkedOf = (actor: Staff, of: string, id: string): Promise<LinkedCount[]> =>
  isCatalogId(of) ? catalogs.findLinked({ actor, catalog: of, id }) : handOver.findLinkedHoldings({ actor, id });

/** Total of the list that a link opens. */
async function totalBehind(actor: Staff, href: string): Promise<number> {
  const { pathname, searchParams: params } = new URL(href, 'http://portal.test');
  const asked = await services.registries.lists.find(({ url }) => url === pathname)?.asked?.open(services);
  if (!asked) throw new Error(`no list at ${pathname}`);
  return readForScreen(services.sql, async (read) => (await readListPage(read, asked as never, { actor, params })).total);
}

const RECORDS = [
  ['agencias', 'sur'],
  ['departamentos', 'creditos'],
  ['puestos', 'asesor'],
  ['categorias', 'legal'],
  ['tipos_documento', 'pagare'],
  ['tipos_documento', 'poder'],
  ['maletin_carpetas', 'actas'],
  ['maletin_tipos_documento', 'circular'],
  ['usuarios', 'elena'],
] as const;

beforeAll(async () => {
  const works = { role: 'editor', state: true, agency: 'sur', department: { id: 'creditos', name: 'Créditos' }, position: 'asesor' };
  for (const id of ['creditos', 'cobros']) await put('main', `departamentos/${id}`, { nombre: id });
  await put('main', 'agencias/sur', { nombre: 'Sur' });
  await put('main', 'puestos/asesor', { nombre: 'Asesor' });
  await put('digitalization', 'categorias/legal', { nombre: 'Legal' });
  for (const id of ['pagare', 'poder']) await put('digitalization', `tipos_documento/${id}`, { nombre: id, categoryId: 'legal' });
  await put('main', 'maletin_carpetas/actas', { nombre: 'Actas' });
  await put('main', 'maletin_tipos_documento/circular', { nombre: 'Circular' });
  await put('main', 'usuarios/elena', { ...works, name: 'Elena' });
  await put('main', 'usuarios/otra', { ...works, name: 'Otra', state: false });
  await put('main', 'usuarios/lejos', {
    ...works,
    name: 'Lejos',
    agency: 'norte',
    department: { id: 'cobros', name: 'Cobros' },
    position: '',
  });
  const agencia = 'sur';
  for (const [id, more] of Object.entries<Fields>({ uno: { estado: true }, dos: { estado: false }, tres: { responsable: '' } }))
    await put('main', `cotizaciones/${id}`, { nombre: id, agencia, responsable: 'elena', ...more });
  for (const id of ['a', 'b']) await put('main', `clientes/${id}`, { nombre: id, agencia });
  await put('main', 'plazas_vacantes/asesor', { nombre: 'Asesor', agencia });
  await put('main', 'plazas_vacantes/borrada', { nombre: 'Borrada', agencia, isActive: false });
  for (const carpetaId of ['actas', 'otras'])
    await put('main', `maletin_archivos/${carpetaId}`, { nombre: 'x.pdf', carpetaId, tipoDocumentoId: 'circular' });
  await put('main', 'reportes_programados/suyo', {
    title: 'Suyo',
    reportId: 'quotes',
    userId: 'elena',
    frequency: 'diaria',
    hora: '07:00',
  });
  const held = { categoryId: 'legal', documentId: 'pagare', userId: 'elena', agencyId: 'sur', status: 'ASSIGNED' };
  await put('digitalization', 'documentos/pagare', { ...held, documentName: 'Pagaré' });
  await put('digitalization', 'documentos/viaja', { ...held, documentName: 'En camino', inPackage: 'llega' });
  await put('digitalization', 'documentos/poder', { ...held, documentName: 'Poder', documentId: 'poder' });
  await put('digitalization', 'PACKAGES/borrador', {
    from: 'elena',
    fromUser: { id: 'elena', agency: 'sur' },
    agencyId: 'norte',
    status: 'ENTERED',
  });
  await put('digitalization', 'PACKAGES/llega', {
    from: 'lejos',
    fromUser: { id: 'lejos', agency: 'norte' },
    agencyId: 'sur',
    userAssign: 'elena',
    status: 'SENT',
    sended: true,
  });
});

describe('records that refer to a record', () => {
  it('are counted on its page, of every kind', async () => {
    const told = await Promise.all(RECORDS.map(async ([of, id]) => [id, (await linkedOf(admin, of, id)).map(({ text }) => text)] as const));
    expect(Object.fromEntries(told)).toEqual({
      sur: [
        '1 plaza vacante',
        '3 prospecciones',
        '2 asociados',
        '3 documentos',
        '1 paquete con origen aquí',
        '1 paquete con destino aquí',
        '2 usuarios',
      ],
      creditos: ['2 usuarios'],
      asesor: ['2 usuarios'],
      legal: ['2 tipos de documento', '3 documentos'],
      pagare: ['2 documentos'],
      poder: ['1 documento'],
      actas: ['1 archivo'],
      circular: ['2 archivos'],
      elena: [
        '1 prospección a su cargo',
        '2 documentos a su cargo',
        '1 documento en paquetes enviados',
        '1 paquete sin enviar',
        '1 paquete por recibir',
        '1 reporte programado a su nombre',
      ],
    });
    expect(new Set(services.registries.linkedRows.map(({ of }) => of))).toEqual(
      new Set(RECORDS.map(([of]) => of).filter((of) => of !== 'usuarios')),
    );
  });

  it.each([
    ['an administrator', admin],
    ['who sees some types and folders', reader],
    ['whose role is of their own agency', ofOtherAgency],
  ])('are counted as in the list that the link opens, for %s', async (_who, actor) => {
    for (const [of, id] of RECORDS)
      for (const { text, href } of await linkedOf(actor, of, id))
        expect([href, Number.parseInt(text)]).toEqual([href, await totalBehind(actor, href)]);
  });

  it('are counted only as far as the person may see them', async () => {
    const seen = async (actor: Staff, of: string, id: string) => (await linkedOf(actor, of, id)).map(({ text }) => text);
    expect(await seen(reader, 'categorias', 'legal')).toEqual(['2 tipos de documento', '2 documentos']);
    expect(await seen(reader, 'tipos_documento', 'poder')).toEqual([]);
    expect(await seen(reader, 'maletin_tipos_documento', 'circular')).toEqual(['1 archivo']);
    expect(await seen(ofOtherAgency, 'agencias', 'sur')).not.toContain('2 asociados');
  });

  it('are named in the question before the record is deleted or deactivated, also what the person may not see', async () => {
    const agencyStaff = { ...testStaff({}, ['agencies', 'positions']), ownAgencyOnly: true, agencyId: 'norte' } as const;
    const sur = { actor: agencyStaff, catalog: 'agencias', id: 'sur' } as const;
    const question = async (work: Promise<unknown>) => questionOf(await failureOf(work));
    expect(await question(catalogs.deactivateRecord(sur))).toEqual({
      confirms: 'isActive',
      title: '¿Eliminar la agencia?',
      sentences: [
        'La agencia está en uso: el cambio toca 1 plaza vacante, 3 prospecciones, 2 asociados, 3 documentos, 1 paquete con origen aquí, 1 paquete con destino aquí y 2 usuarios.',
        'Lo que ya la usa no cambia, pero no se podrá elegir de nuevo mientras esté eliminada.',
      ],
    });
    for (const [catalog, id] of RECORDS)
      if (isCatalogId(catalog)) expect(await question(catalogs.deactivateRecord({ actor: admin, catalog, id })), id).not.toBeNull();
    const state = { ifVersion: '', base: { estado: true }, values: { estado: false } };
    const position = { actor: agencyStaff, catalog: 'puestos', id: 'asesor', ...state } as const;
    expect(await question(catalogs.updateRecord(position))).toMatchObject({
      confirms: 'estado',
      sentences: ['El puesto está en uso: el cambio toca 2 usuarios.', 'Un puesto inactivo no se ofrece al registrar usuarios.'],
    });
    await catalogs.updateRecord({ ...position, confirmed: ['estado'] });
    expect((await services.documents.main.get('puestos/asesor'))?.data).toMatchObject({ estado: false });
    // Nothing refers to a vacancy.
    await catalogs.deactivateRecord({ actor: admin, catalog: 'plazas_vacantes', id: 'asesor' });
  });

  it.each<[MenuId, string, string, string]>([
    ['agencies', 'agencias', 'sur', '2 usuarios'],
    ['users', 'usuarios', 'elena', '2 documentos a su cargo'],
  ])('are not linked to a screen that the person may not open (%s alone)', async (menu, of, id, withMore) => {
    expect(await linkedOf(testStaff({}, [menu]), of, id)).toEqual([]);
    const handed = await handOver.findHoldings({ actor: testStaff({}, ['users']), id: 'elena' });
    expect(new Set(handed.map(({ href }) => href))).toEqual(new Set([null]));
    const more = await linkedOf(testStaff({}, [menu, 'users', 'digitalization-documents']), of, id);
    expect(more.map(({ text }) => text)).toContain(withMore);
  });
});
