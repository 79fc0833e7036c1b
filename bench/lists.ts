import type { PageSource } from '#server/read-model/pages/page-source.ts';
import { findPage } from '#server/read-model/pages/page-query.ts';
import { planPage, type PageRequest } from '#server/read-model/pages/page-plan.ts';
import { fragment, type SqlFragment } from '#server/platform/sql/sql-fragment.ts';
import type { Sql } from '#server/platform/sql/sql.ts';
import { withDatabase } from './cluster.ts';
import { atLeast, atMost, medianMs, times, type BenchOptions, type BenchResult } from './measure.ts';

const GROUP = 'list query';
const LIMIT_MS = 60;
const ROWS = { full: 1_000_000, quick: 50_000 };
/**
 * How much faster an indexed search must be than a scan of all rows; proportionally less for fewer rows, since a scan's time grows with
 * them.
 */
const SCAN_RATIO = 20;
const RUNS = 15;

const SOURCE: PageSource = {
  table: 'agencias',
  select: 't.id, t.nombre, t.direccion, t.tipo, t.telefono, t.estado',
};
const SORTS = { nombre: { type: 'text' }, tipo: { type: 'text' } } as const;
const FIRST: PageRequest = { q: '', page: 1, pageSize: 25, sort: 'createdAt', dir: 'desc' };

/** The query behind every list, on a table far larger than any cooperative's. */
export function benchLists({ quick }: BenchOptions): Promise<BenchResult[]> {
  return withDatabase(async ({ sql }) => {
    const rows = quick ? ROWS.quick : ROWS.full;
    await fillAgencies(sql, rows);
    return measure(sql, rows);
  });
}

/** One row in 20 is inactive; `rare` words are in 20 rows, «cooperativa» in every third. */
export async function fillAgencies(sql: Sql, rows: number): Promise<void> {
  await sql.query(
    `INSERT INTO agencias (id, nombre, direccion, tipo, telefono, "isActive", "createdAt", source_version, search_text)
     SELECT 'a' || lpad(i::text, 8, '0'), 'Agencia ' || md5(i::text), 'Zona ' || (i % 25), (ARRAY['agencia','cajero','agente'])[1 + i % 3], lpad((i::bigint * 7919 % 100000000)::text, 8, '0'), i % 20 <> 0,
       timestamptz '2020-01-01' + i * interval '3 minutes', i,
       'agencia ' || md5(i::text) || ' zona ' || (i % 25) || CASE WHEN i % 3 = 0 THEN ' cooperativa' ELSE '' END || CASE WHEN i % ($1 / 20) = 7 THEN ' quetzalteca' ELSE '' END
     FROM generate_series(1, $1) i`,
    [rows],
  );
  await sql.query('CREATE TABLE bare AS SELECT * FROM agencias');
  await sql.query('VACUUM ANALYZE');
}

async function measure(sql: Sql, rows: number): Promise<BenchResult[]> {
  const time = (request: Partial<PageRequest>, where: readonly SqlFragment[] = []) =>
    medianMs(RUNS, () => findPage(sql, planPage(SOURCE, { ...FIRST, ...request }, where, SORTS)));
  const deepest = await findPage(sql, planPage(SOURCE, { ...FIRST, page: Number.MAX_SAFE_INTEGER }));
  const first = await time({});
  // Page 1 has a way of its own, one statement; how deep a page is shows against the next.
  const second = await time({ page: 2 });
  const last = await time({ page: deepest.page });
  const middlePage = Math.trunc(deepest.page / 2);
  const middle = await time({ page: middlePage });
  const rare = await time({ q: 'quetzalteca' });
  const scan = await medianMs(3, () =>
    sql.query(
      `SELECT id, nombre FROM bare WHERE "isActive" AND NOT source_deleted AND search_text LIKE '%quetzalteca%' ORDER BY "createdAt" DESC, id DESC LIMIT 25`,
    ),
  );
  const cases: [string, number][] = [
    ['page 1', first],
    [`middle page (${middlePage})`, middle],
    [`deepest page (${deepest.page})`, last],
    ['rare term', rare],
    ['common term', await time({ q: 'cooperativa' })],
    ['two words', await time({ q: 'cooperativa zona' })],
    ['no hit', await time({ q: 'inexistente' })],
    ['two characters', await time({ q: 'co' })],
    ['filter + sort', await time({ sort: 'nombre', dir: 'asc' }, [fragment`t.tipo = ${'cajero'}`])],
  ];
  return [
    ...cases.map(([what, value]) => atMost(GROUP, `${what}, ${rows} rows`, value, LIMIT_MS)),
    atMost(GROUP, 'middle page / page 2', middle / second, 2, times),
    atMost(GROUP, 'deepest page / page 2', last / second, 2, times),
    atLeast(GROUP, 'unindexed scan / rare term', scan / rare, (SCAN_RATIO * rows) / ROWS.full),
  ];
}
