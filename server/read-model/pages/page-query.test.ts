import { describe, expect, it } from 'vitest';
import { createSql } from '../../platform/sql/sql.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { readNeighbours } from './neighbours.ts';
import { encodeCursor, planPage, type PageRequest } from './page-plan.ts';
import { findPage } from './page-query.ts';
import type { PageSource } from './page-source.ts';
import type { Page } from '../read-model.ts';
import { readForScreen } from './screen-query.ts';
import { bounding, fragment, toQuery, type SqlFragment } from '../../platform/sql/sql-fragment.ts';
import { containsTerm, searchText } from '../../domain/search.ts';
import { termCondition } from './search-condition.ts';

const { sql, url } = await createTestDatabase();

interface Row {
  id: string;
  nombre: string;
}

const source: PageSource = {
  table: 'agencias',
  select: 't.id, t.nombre, t.tipo',
};
const sorts: Parameters<typeof planPage>[3] = { nombre: { type: 'text' }, latitud: { type: 'double precision', nullable: true } };
const request: PageRequest = { q: '', page: 1, pageSize: 10, sort: 'createdAt', dir: 'desc' };
const plan = (change: Partial<PageRequest> = {}, where: readonly SqlFragment[] = []) =>
  planPage(source, { ...request, ...change }, where, sorts);
const find = ({ isMany = false, ...change }: Partial<PageRequest & { isMany: boolean }> = {}, where: readonly SqlFragment[] = []) =>
  findPage<Row>(sql, { ...plan(change, where), isMany });
const ids = (page: Page<Row>) => page.rows.map((row) => row.id);

const TOTAL = 12_345;
// Two rows share each instant (microseconds apart from the next pair), so that the order needs its tie-breaker.
await sql.query(`
  INSERT INTO agencias (id, nombre, tipo, latitud, "isActive", "createdAt", source_version, source_deleted, search_text)
  SELECT 'a' || lpad(n::text, 6, '0'), 'Agencia ' || n, CASE WHEN n % 10 = 0 THEN 'cajero' ELSE 'agencia' END,
    CASE WHEN n % 3 = 0 THEN n END, n <= ${TOTAL}, '2026-01-01'::timestamptz + (n / 2) * interval '1 microsecond', n, n > ${TOTAL + 5},
    'agencia ' || n || CASE WHEN n % 100 = 7 THEN ' xela rara' ELSE '' END
  FROM generate_series(1, ${TOTAL + 10}) n`);
const newestFirst = Array.from({ length: TOTAL }, (_, index) => TOTAL - index)
  .sort((a, b) => Math.floor(b / 2) - Math.floor(a / 2) || b - a)
  .map((n) => `a${String(n).padStart(6, '0')}`);

async function holdingRows(text: string, term: string): Promise<unknown[]> {
  const query = toQuery(fragment`SELECT 1 FROM (SELECT ${text}::text AS search_text) t WHERE ${termCondition(term)}`);
  return (await sql.query<Record<string, number>>(query)).rows;
}

describe('a whole list', () => {
  it('gives each numbered page its rows and the exact count', async () => {
    for (const page of [1, 2, 600, 700, 1234, 1235]) {
      const found = await find({ page });
      expect(ids(found)).toEqual(newestFirst.slice((page - 1) * 10, page * 10));
      expect(found).toMatchObject({ page, total: TOTAL, totalIsCapped: false, lastPage: 1235 });
      expect(found.next === null).toBe(page === 1235);
      expect(found.previous === null).toBe(page === 1);
    }
  });

  it('finds pages in the middle of many months, in both directions, for active and inactive rows', async () => {
    const rows = 36_000;
    // 600 rows a month, the first of them at the month's first instant; every third is deactivated.
    await sql.query(
      `INSERT INTO puestos (id, nombre, "isActive", "createdAt", source_version)
       SELECT 'p' || lpad(n::text, 6, '0'), 'Puesto ' || n, n % 3 <> 0, '2021-01-01'::timestamptz + n / 600 * interval '1 month' + n % 600 * interval '1 hour', 1
       FROM generate_series(0, $1 - 1) n`,
      [rows],
    );
    const positions: PageSource = { table: 'puestos', select: 't.id' };
    for (const isActive of [true, false])
      for (const dir of ['asc', 'desc'] as const) {
        const all = Array.from({ length: rows }, (_, n) => n).filter((n) => (n % 3 !== 0) === isActive);
        if (dir === 'desc') all.reverse();
        const last = Math.ceil(all.length / 10);
        for (const page of [1, 499, 501, 600, 601, Math.trunc(last / 2), last - 601, last - 501, last].filter((one) => one > 0)) {
          const found = await findPage<{ id: string }>(sql, planPage(positions, { ...request, dir, page, isActive }));
          const expected = all.slice((page - 1) * 10, page * 10).map((n) => `p${String(n).padStart(6, '0')}`);
          expect(found.rows.map(({ id }) => id)).toEqual(expected);
          expect(found).toMatchObject({ page, total: all.length, lastPage: last });
        }
      }
  });

  it('answers a page beyond the last with the last, and invalid values with the first', async () => {
    expect(await find({ page: 99_999 })).toMatchObject({ page: 1235, next: null });
    expect(await find({ page: Number.NaN, pageSize: -5, sort: 'constructor', cursor: 'garbage' })).toMatchObject({ page: 1, pageSize: 1 });
    expect((await find({ pageSize: 1e9 })).rows).toHaveLength(100);
  });

  it('answers the number or cursor of a page that no longer exists with the last page', async () => {
    const rare = [fragment`t.search_text LIKE '%rara%'`];
    for (const where of [[], rare]) {
      const { total, lastPage } = await find({}, where);
      const last = await find({ page: lastPage }, where);
      const beyond = encodeCursor(plan(), { page: lastPage + 1, way: 'after', values: ['2001-01-01 00:00:00+00', ''] });
      for (const asked of [{ page: lastPage + 1 }, { cursor: beyond }])
        expect(await find(asked, where)).toMatchObject({ page: lastPage, total, rows: last.rows, next: null });
    }
  });

  it('pages forwards and backwards by cursor, each row once, in both directions of two sorts', async () => {
    for (const sort of ['createdAt', 'nombre']) {
      for (const dir of ['asc', 'desc'] as const) {
        const first = await find({ sort, dir, pageSize: 100 });
        let page = first;
        const seen = new Set(ids(page));
        for (let step = 0; step < 5; step += 1) {
          const back = page;
          page = await find({ sort, dir, pageSize: 100, cursor: page.next?.cursor ?? undefined });
          ids(page).forEach((id) => seen.add(id));
          expect(page.page).toBe(step + 2);
          if (page.previous?.cursor) expect(ids(await find({ sort, dir, pageSize: 100, cursor: page.previous.cursor }))).toEqual(ids(back));
        }
        expect(seen.size).toBe(600);
        expect(ids(await find({ sort, dir, pageSize: 100, page: 6 }))).toEqual(ids(page));
      }
    }
  });

  it('ignores a cursor of another order or a forged one', async () => {
    const { next } = await find();
    const cursor = next?.cursor ?? '';
    expect(ids(await find({ sort: 'nombre', dir: 'asc', cursor }))).toEqual(ids(await find({ sort: 'nombre', dir: 'asc' })));
    const [page, way, sort, dir] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[];
    for (const values of [
      ['2026-99-99 00:00:00+00', 'a'],
      ['2026-02-30 00:00:00+00', 'a'],
      ['0000-01-01 00:00:00+00', 'a'],
      ['2026-01-01 24:00:00+00', 'a'],
      ['x', 'a'],
      ['2026-01-01 00:00:00+00', 'a\0'],
      [1, 2],
      'no',
    ]) {
      const forged = Buffer.from(JSON.stringify([page, way, sort, dir, values])).toString('base64url');
      expect(await find({ cursor: forged })).toMatchObject({ page: 1 });
    }
  });

  it('sorts rows without a value last', async () => {
    expect((await find({ sort: 'latitud', dir: 'desc', page: 1235 })).rows).toHaveLength(5);
    expect(ids(await find({ sort: 'latitud', dir: 'asc' }))[0]).toBe('a000003');
  });

  it('shows inactive rows when asked, and never deleted ones', async () => {
    expect(await find({ isActive: false })).toMatchObject({ total: 5 });
  });
});

describe('a filtered list', () => {
  it('counts and pages with the same WHERE', async () => {
    const where = [fragment`t.tipo = ${'cajero'}`];
    const found = await find({ page: 3 }, where);
    expect(found).toMatchObject({ total: 1234, lastPage: 124, page: 3, totalIsCapped: false });
    expect(ids(found)).toEqual(newestFirst.filter((id) => id.endsWith('0')).slice(20, 30));
    const last = await find({ page: 500 }, where);
    expect(last).toMatchObject({ page: 124, next: null });
    expect(last.rows).toHaveLength(4);
  });

  it('caps the total at 10,000, and continues beyond the last number by cursor', async () => {
    const where = [fragment`t.tipo = ${'agencia'}`];
    const expected = newestFirst.filter((id) => !id.endsWith('0'));
    const found = await find({ page: 400, pageSize: 25 }, where);
    expect(found).toMatchObject({ total: 10_000, totalIsCapped: true, page: 400, lastPage: 400 });
    expect(ids(found)).toEqual(expected.slice(9_975, 10_000));
    const beyond = await find({ pageSize: 25, cursor: found.next?.cursor ?? undefined }, where);
    expect(beyond.page).toBe(401);
    expect(ids(beyond)).toEqual(expected.slice(10_000, 10_025));
    expect(ids(await find({ pageSize: 25, cursor: beyond.previous?.cursor ?? undefined }, where))).toEqual(ids(found));
  });

  it('has the same result when it is already known to exceed the cap', async () => {
    const where = [fragment`t.tipo = ${'agencia'}`];
    for (const change of [{}, { page: 7 }, { page: 999 }, { sort: 'nombre', dir: 'asc' }, { sort: 'latitud' }, { q: 'agencia' }] as const)
      expect(await find({ ...change, isMany: true }, where)).toEqual(await find(change, where));
    const { next } = await find({}, where);
    const cursor = next?.cursor ?? undefined;
    expect(await find({ cursor, isMany: true }, where)).toEqual(await find({ cursor }, where));
  });

  it('has the same result with a condition that bounds its order, by number and by cursor', async () => {
    const since = fragment`t."createdAt" >= ${new Date('2026-01-01T00:00:00.001Z')}`;
    const other = fragment`t.tipo <> ${'nada'}`;
    for (const change of [{}, { page: 3 }, { page: 99_999 }, { dir: 'asc' }, { sort: 'nombre' }] as const) {
      const bounded = await find({ ...change, isMany: true }, [bounding('createdAt', since), other]);
      expect(bounded).toEqual(await find({ ...change, isMany: true }, [since, other]));
      const cursor = bounded.next?.cursor ?? undefined;
      const next = { ...change, cursor, isMany: true };
      expect(await find(next, [bounding('createdAt', since), other])).toEqual(await find(next, [since, other]));
    }
  });

  it('finds rare words, several words and one or two letters anywhere', async () => {
    expect(await find({ q: 'RARA xéla' })).toMatchObject({ total: 124 });
    expect(await find({ q: 'rara 12007' })).toMatchObject({ total: 1 });
    expect(await find({ q: 'xe' })).toMatchObject({ total: 124 });
    expect(await find({ q: 'el' })).toMatchObject({ total: 124 });
    expect(await find({ q: 'la' })).toMatchObject({ total: 124 });
    expect(await find({ q: 'x' })).toMatchObject({ total: 124 });
    expect(await find({ q: 'le' })).toMatchObject({ total: 0, rows: [], lastPage: 1, next: null, previous: null });
    expect(await find({ q: '100%' })).toMatchObject({ total: 0 });
    expect(await find({ q: 'agenci_' })).toMatchObject({ total: 0 });
  });

  it('finds two letters whatever follows them, in agreement with `containsTerm`', async () => {
    const texts = [...' abz09.,;:()_\'"+=?!#&%@$*<>~^`{[|}]-«»·°¡¿“”‘’–—', ''].map((sign) => searchText([`x la${sign}x`, `la${sign}`]));
    for (const text of [...texts, 'ala', 'l a', 'lz'])
      expect((await holdingRows(text, 'la')).length === 1, text).toBe(containsTerm(text, 'la'));
    expect(texts.every((text) => containsTerm(text, 'la'))).toBe(true);
  });

  it('searches two letters by index, which returns no other row', async () => {
    const { text, values } = toQuery(fragment`SELECT 1 FROM agencias t WHERE ${termCondition('zq')}`);
    const client = await sql.connect();
    try {
      await client.query('BEGIN; SET LOCAL enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': unknown }>(`EXPLAIN (ANALYZE, FORMAT JSON) ${text}`, values);
      const plan = JSON.stringify(rows[0]?.['QUERY PLAN']);
      const found = [...plan.matchAll(/"Node Type":"Bitmap Index Scan".*?"Actual Rows":([\d.]+)/g)].map(([, count]) => Number(count));
      expect(found.length).toBe(3);
      expect(Math.max(...found)).toBe(0);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  it('treats a search as plain text, even when it looks like SQL or a pattern', async () => {
    for (const q of [`'; DROP TABLE agencias; --`, '%%%', '\\', '$1', '\0', '\ud800', 'x'.repeat(10_000)]) {
      expect((await find({ q })).total).toBe(normalEmpty.has(q) ? TOTAL : 0);
    }
  });

  it('applies row access inside the query, also to the total', async () => {
    expect(await find({ q: 'rara' }, [fragment`t.id = ANY(${['a000007', 'a000008']})`])).toMatchObject({ total: 1 });
    expect(await find({}, [fragment`FALSE`])).toMatchObject({ total: 0, rows: [] });
  });

  it('falls back to the page number when the rows at the cursor are gone', async () => {
    const where = [fragment`t.id IN ('a000001', 'a000002', 'a000003')`, fragment`t.id <> ${'none'}`];
    const { next } = await find({ pageSize: 2 }, where);
    const gone = await find({ pageSize: 2, cursor: next?.cursor ?? undefined }, [...where, fragment`t.id > 'a000001'`]);
    expect(gone).toMatchObject({ page: 1, total: 2 });
    expect(gone.rows).toHaveLength(2);
  });
});

describe('the neighbours of a row', () => {
  const beside = (id: string, change: Partial<PageRequest> = {}, where: readonly SqlFragment[] = []) =>
    readForScreen(sql, (read) => readNeighbours(read, plan(change, where), { id, access: [] }));
  const sideOf = (list: readonly string[], place: number) => ({ previous: list[place - 1] ?? null, next: list[place + 1] ?? null });

  it('are found in a whole list and beyond the counted hits, at both ends and among equal times', async () => {
    const many = newestFirst.filter((id) => !id.endsWith('0'));
    const agencies = [fragment`t.tipo = ${'agencia'}`];
    for (const place of [0, 1, 2, 5_000, 11_109, 11_110]) {
      expect(await beside(newestFirst[place] ?? '')).toEqual(sideOf(newestFirst, place));
      expect(await beside(many[place] ?? '', {}, agencies)).toEqual(sideOf(many, place));
    }
    expect(await beside(newestFirst.at(-1) ?? '')).toEqual({ previous: newestFirst.at(-2), next: null });
  });

  it('are found when all hits lie far away', async () => {
    const far = [fragment`t.tipo = ${'agencia'} AND t.id < 'a011500'`];
    const hits = newestFirst.filter((id) => !id.endsWith('0') && id < 'a011500');
    expect(await beside(newestFirst[0] ?? '', {}, far)).toEqual({ previous: null, next: hits[0] });
  });
});

const normalEmpty = new Set(['\\', '\0', '\ud800']);

it('keeps totals exact while rows are inserted, changed and deleted', async () => {
  const before = (await find()).total;
  await sql.query(`INSERT INTO agencias (id, "createdAt", source_version) VALUES ('n1', now(), 1), ('n2', now(), 1)`);
  await sql.query(`UPDATE agencias SET "isActive" = false WHERE id = 'n1'`);
  expect((await find()).total).toBe(before + 1);
  expect((await find({ isActive: false })).total).toBe(6);
  await sql.query(`UPDATE agencias SET source_deleted = true WHERE id = 'n1'`);
  await sql.query(`DELETE FROM agencias WHERE id = 'n2'`);
  expect((await find()).total).toBe(before);
  expect((await find({ isActive: false })).total).toBe(5);
});

it('passes the error of a faulty query through', async () => {
  await expect(find({}, [fragment`1 / (length(t.id) - 7) > 0`])).rejects.toThrow('division by zero');
});

it('recovers from a connection that the database cuts during a read', async () => {
  await expect(find({}, [fragment`pg_terminate_backend(pg_backend_pid())`])).rejects.toThrow();
  expect((await find()).rows).toHaveLength(10);
});

it('answers in Spanish that the database is unavailable', async () => {
  const away = createSql({ url: 'postgres://nobody@127.0.0.1:1/none', max: 1, application: 'test', onError: () => undefined });
  await expect(findPage(away, plan())).rejects.toMatchObject({
    code: 'unavailable',
    userMessage: expect.stringContaining('base de datos') as string,
  });
  await away.end();
});

it('waits only once for a database that stops answering, and then uses a new connection', async () => {
  const silent = createSql({ url, max: 1, application: 'silent', onError: () => undefined, answerMs: 1_000 });
  const startedAt = performance.now();
  await expect(findPage(silent, plan({}, [fragment`(SELECT true FROM pg_sleep(5))`]))).rejects.toThrow('Query read timeout');
  expect(performance.now() - startedAt).toBeLessThan(1_900);
  expect((await findPage(silent, plan())).rows).toHaveLength(10);
  await silent.end();
});
