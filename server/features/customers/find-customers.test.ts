import { beforeAll, describe, expect, it } from 'vitest';
import type { Fields, StoredDocument } from '../../ports/documents/document-store.ts';
import { normalizeForSearch } from '../../domain/normalize.ts';
import { testEditor } from '../../testing/test-staff.ts';
import { customersProjection } from './customers.projection.ts';
import { createCustomersFixture } from './testing/customers-fixture.ts';

const { sql, customers, put } = await createCustomersFixture();
const actor = testEditor();
const find = (query: string) => customers.findCustomers({ actor, params: new URLSearchParams(query) });
const idsOf = async (query: string) => (await find(`${query}&pageSize=100`)).rows.map((row) => row.id).sort();

const NAMES = ['Ana María Núñez', 'Óscar Pérez', 'Brenda/ Díaz', 'Zoila Xicará'];
const known = Array.from({ length: 80 }, (_unused, index) => ({
  id: `c${String(index).padStart(2, '0')}`,
  codigo: `A-${1_000 + index}`,
  nombre: `${NAMES[index % NAMES.length]} ${index}`,
  dpi: String(2_345_678_910_101 + index * 1_001),
  telefono: index % 2 === 0 ? `5512-${3_000 + index}` : `4410${5_000 + index}`,
  correo: `c${index}@correo.test`,
  agencia: `a${index % 3}`,
  fechaAsociacion: `20${10 + (index % 15)}-0${1 + (index % 9)}-15`,
  estado: index % 5 !== 0,
}));

beforeAll(async () => {
  await sql.query(`INSERT INTO agencias (id, nombre, "createdAt", source_version) VALUES ('a1', 'Agencia Central', now(), 1)`);
  for (const { id, ...data } of known) await put(`clientes/${id}`, data);
  await put('clientes/quitado', { nombre: 'Quitado', isActive: false });
  await put('clientes/sin-fecha', { nombre: 'Sin fecha alguna', telefono: '2277-0001 / 2277-0002 ext. 15' });
});

describe('the list of customers', () => {
  it.each([
    ['55123004', ['c04']],
    ['5512-3004', ['c04']],
    ['5512 3004', ['c04']],
    ['+502 5512-3004', ['c04']],
    ['44105007', ['c07']],
    ['4410-5007', ['c07']],
    ['4410 5007', ['c07']],
    ['2345678912103', ['c02']],
    ['2345 67891 2103', ['c02']],
    ['2345-67891-2103', ['c02']],
    ['A-1030', ['c30']],
    ['a-1030', ['c30']],
    ['1030', ['c30']],
    ['c31@correo', ['c31']],
    ['nunez 12', ['c12']],
    ['brenda diaz 22', ['c22']],
    ['no existe', []],
  ])('finds %s', async (q, expected) => {
    expect(await idsOf(`q=${encodeURIComponent(q)}`)).toEqual(expected);
  });

  it('finds masked numbers in part only for people who see them whole, and for others by the digits that the mask shows', async () => {
    const whole = { ...actor, seesWhole: true as const };
    const seen = async (viewer: typeof actor, q: string) =>
      (await customers.findCustomers({ actor: viewer, params: new URLSearchParams({ q, pageSize: '100' }) })).rows.map((row) => row.id);
    const [dpi, telefono] = ['2345678912103', '5512-3002'];
    // The last four digits are shown; each query guesses the one before them, or another part.
    for (const part of [dpi.slice(-5), dpi.slice(0, 6), dpi.slice(2, 5), '2345 67891', telefono.slice(-6), '55123', '5512 300'])
      for (const q of [part, `A-1002 ${part}`, `brenda ${part}`]) {
        expect(await seen(actor, q), q).toEqual([]);
        expect(await seen(whole, q), q).toContain('c02');
      }
    for (const q of [dpi.slice(-4), `brenda ${telefono.slice(-4)}`]) expect(await seen(actor, q), q).toContain('c02');
    for (const q of [`A-1002 ${dpi}`, 'brenda 2345 67891 2103', `A-1002 ${telefono}`]) expect(await seen(actor, q), q).toEqual(['c02']);
  });

  it('finds each of several numbers in one field', async () => {
    for (const q of ['2277-0001', '22770002', 'alguna 2277 0001']) expect(await idsOf(`q=${q}`)).toEqual(['sin-fecha']);
    expect(await idsOf('q=2277')).toEqual([]);
  });

  it.each([
    { agencia: 'a1' },
    { agencia: 'nada' },
    { estado: 'true' },
    { estado: 'false' },
    { from: '2015-01-01', to: '2018-12-31' },
    { to: '2012-03-15' },
    { from: '2024-06-16' },
    { from: '2018-12-31', to: '2015-01-01' },
    { agencia: 'a2', estado: 'true', from: '2012-01-01', q: 'xicara' },
  ] as Record<string, string>[])('filtered by %j holds the same customers as a filter in memory', async (filter) => {
    const [from = '', to = '9999'] = [filter['from'], filter['to']].every(Boolean)
      ? [filter['from'], filter['to']].sort()
      : [filter['from'], filter['to']];
    const expected = known.filter(
      (one) =>
        (filter['agencia'] === undefined || one.agencia === filter['agencia']) &&
        (filter['estado'] === undefined || String(one.estado) === filter['estado']) &&
        one.fechaAsociacion >= from &&
        one.fechaAsociacion <= to &&
        normalizeForSearch(one.nombre).includes(filter['q'] ?? ''),
    );
    const withoutDay = Object.keys(filter).every((name) => name === 'estado') && filter['estado'] === 'true' ? ['sin-fecha'] : [];
    expect(await idsOf(new URLSearchParams(filter).toString())).toEqual([...expected.map((one) => one.id), ...withoutDay].sort());
  });

  it('sorts by name, code and day of association', async () => {
    const collator = new Intl.Collator('es');
    for (const column of ['nombre', 'codigo', 'fechaAsociacion'] as const) {
      const values = (await find(`sort=${column}&dir=asc&pageSize=100`)).rows.map((row) => row[column]);
      expect(values, column).toEqual([...values].sort(collator.compare));
    }
  });

  it('shows the name of the agency, or its stored id when it is unknown', async () => {
    expect((await find('q=c1@correo')).rows).toMatchObject([{ id: 'c01', agencyName: 'Agencia Central', fechaAsociacion: '2011-02-15' }]);
    expect((await find('q=c2@correo')).rows).toMatchObject([{ agencyName: 'a2' }]);
  });
});

describe('one customer', () => {
  it('equals the document field by field', async () => {
    const { id, agencia: _agency, ...fields } = known[4] ?? { id: '' };
    const seesAll = { ...actor, seesWhole: true as const };
    expect(await customers.getCustomer({ actor: seesAll, id })).toMatchObject({ id, ...fields, agencyName: 'Agencia Central' });
  });

  it.each(['quitado', 'nunca', '', '\0', 'x'.repeat(5_000)])('is not found when it is deleted, unknown or malformed (%j)', async (id) => {
    await expect(customers.getCustomer({ actor, id })).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('the row of a customer', () => {
  const documentOf = (data: Fields): StoredDocument => ({
    path: 'clientes/x',
    id: 'x',
    collection: 'clientes',
    data,
    version: 1n,
    createdVersion: 1n,
  });

  it.each([
    ['2020-05-01', '2020-05-01'],
    ['1/5/2020', '2020-05-01'],
    [new Date('2020-05-01T06:00:00Z'), '2020-05-01'],
    [new Date('2020-05-01T05:59:59Z'), '2020-04-30'],
    [new Date('2020-05-01T00:00:00Z'), '2020-05-01'],
    ['2020-05-01T00:00:00.000Z', '2020-05-01'],
    ['ayer', ''],
    [null, ''],
    [['2020'], ''],
  ])('reads the day %j as %s', (fechaAsociacion, expected) => {
    expect(customersProjection.project(documentOf({ fechaAsociacion })).fechaAsociacion).toBe(expected);
  });

  it('is built even from a document with fields of wrong types', () => {
    const odd = documentOf({ codigo: 12, nombre: ['x'], dpi: 2_345_678_910_101, estado: 'false', agencia: null });
    expect(customersProjection.project(odd)).toMatchObject({
      codigo: '12',
      nombre: '',
      dpi: '2345678910101',
      estado: false,
      agencia: '',
      fechaAsociacion: '',
    });
  });
});
