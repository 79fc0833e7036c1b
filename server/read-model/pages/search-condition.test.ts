import { beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { planPage } from './page-plan.ts';
import { findPage } from './page-query.ts';
import type { PageSource } from './page-source.ts';
import { readForScreen, type Read } from './screen-query.ts';
import { findNames } from './search-condition.ts';
import { fragment, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { streamRows } from './stream-rows.ts';

const { sql } = await createTestDatabase();
const source: PageSource = {
  table: 'usuarios',
  select: 't.id',
  named: [{ column: 'agency', table: 'agencias', name: 'nombre' }],
};
await sql.query(`
  INSERT INTO agencias (id, nombre, "createdAt", source_version, search_text) VALUES
    ('norte', 'Agencia Cobán/Norte', now(), 1, 'agencia cobannorte calzada el zapote'), ('sur', 'Agencia Escuintla', now(), 1, 'agencia escuintla abre lunes')`);
await sql.query(`
  INSERT INTO usuarios (id, name, agency, "createdAt", source_version, search_text)
  SELECT 'u' || n, 'Persona ' || n, CASE WHEN n % 10 = 0 THEN 'norte' WHEN n % 10 < 4 THEN 'sur' ELSE '' END, now(), n, 'persona ' || n FROM generate_series(1, 300) n
  UNION ALL VALUES ('coban', 'Ana Cobán', 'sur', now(), 1, 'ana coban')`);

const request = { page: 1, pageSize: 100, sort: 'name', dir: 'asc' } as const;
const sorts = { name: { type: 'text' } } as const;
const find = (q: string, where: readonly SqlFragment[] = []) =>
  findPage<{ id: string }>(sql, planPage(source, { ...request, q }, where, sorts));

it('finds rows by the names of records they refer to, and by their own text', async () => {
  expect((await find('COBÁN\\NORTE')).total).toBe(30);
  expect((await find('coban')).total).toBe(31);
  expect((await find('escu')).total).toBe(91);
  expect((await find('persona 299')).rows.map(({ id }) => id)).toEqual(['u299']);
});

it('requires every word, each in the row itself or in one of the names', async () => {
  expect((await find('escuintla ana')).rows.map(({ id }) => id)).toEqual(['coban']);
  expect((await find('norte escuintla')).total).toBe(0);
  expect((await find('ag 30')).rows.map(({ id }) => id).sort()).toEqual(['u30', 'u300']);
});

it('finds a short word inside a word of the name', async () => {
  expect((await find('es')).total).toBe(91);
  expect((await find('sc')).total).toBe(91);
  expect((await find('cs')).total).toBe(0);
});

it('searches only the names of referenced records, not their other text', async () => {
  expect((await find('zapote')).total).toBe(0);
  expect((await find('lunes')).total).toBe(0);
});

it('respects filters, and exports the same rows as the page', async () => {
  const where = [fragment`t.id <> ${'u10'}`];
  const page = await find('norte', where);
  const exported: string[] = [];
  for await (const rows of streamRows<{ id: string }>(sql, planPage(source, { ...request, q: 'norte' }, where, sorts)))
    exported.push(...rows.map(({ id }) => id));
  expect(page.total).toBe(29);
  expect(exported).toEqual(page.rows.map(({ id }) => id));
});

describe('names given by the caller', () => {
  const known = {
    column: 'role',
    values: [
      { id: 'jefe', name: 'Líder/Sede' },
      { id: 'otro', name: 'Otra' },
    ],
  };
  const findBy = async (named: PageSource['named'], q: string) =>
    (await findPage<{ id: string }>(sql, planPage({ ...source, named }, { ...request, q }, [], sorts))).rows.map(({ id }) => id);
  beforeAll(() => sql.query(`UPDATE usuarios SET role = 'jefe' WHERE id IN ('u10', 'u11')`));

  it('find rows, alone and together with names of records', async () => {
    expect(await findBy([known], 'LIDERSEDE')).toEqual(['u10', 'u11']);
    expect(await findBy([...(source.named ?? []), known], 'líder norte')).toEqual(['u10']);
    expect(await findBy([known], 'li')).toEqual(['u10', 'u11']);
    expect(await findBy([known], 'jefe')).toEqual([]);
  });

  it('are looked up together with those of records for many lists in one statement', async () => {
    const asked: number[] = [];
    const columns = [
      { column: 'agency', table: 'agencias', name: 'nombre' },
      { column: 'agencia', table: 'agencias', name: 'nombre' },
      known,
    ];
    const names = await readForScreen(sql, (read) => {
      const counting: Read = (part, options) => {
        asked.push(part.values.length);
        return read(part, options);
      };
      return findNames(counting, columns, 'coban sede');
    });
    expect(asked).toHaveLength(1);
    expect([...names(columns.slice(0, 1))]).toEqual([
      ['coban', [{ column: 'agency', ids: ['norte'] }]],
      ['sede', []],
    ]);
    expect([...names(columns.slice(1))]).toEqual([
      ['coban', [{ column: 'agencia', ids: ['norte'] }]],
      ['sede', [{ column: 'role', ids: ['jefe'] }]],
    ]);
  });
});
