import { expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/test-database.ts';
import { planPage } from './page-plan.ts';
import { findPage } from './page-query.ts';
import type { PageSource } from './page-source.ts';
import { fragment } from '../../platform/sql/sql-fragment.ts';
import { streamRows } from './stream-rows.ts';

const { sql } = await createTestDatabase();
const source: PageSource = { table: 'agencias', select: 't.id' };
const newestFirst = { q: '', page: 1, pageSize: 100, sort: 'createdAt', dir: 'desc' } as const;
await sql.query(`
  INSERT INTO agencias (id, nombre, tipo, "createdAt", source_version, search_text)
  SELECT 'a' || n, 'Agencia ' || n, CASE WHEN n % 4 = 0 THEN 'cajero' ELSE 'agencia' END, now(), n, 'agencia ' || n FROM generate_series(1, 1234) n`);

async function collect(rows: AsyncIterable<{ id: string }[]>): Promise<{ ids: string[]; batches: number[] }> {
  const ids: string[] = [];
  const batches: number[] = [];
  for await (const batch of rows) {
    batches.push(batch.length);
    ids.push(...batch.map((row) => row.id));
  }
  return { ids, batches };
}

it('gives the rows of all pages, in batches, in the order of the list', async () => {
  const where = [fragment`t.tipo = ${'agencia'}`];
  const request = { ...newestFirst, q: 'agencia', sort: 'nombre', dir: 'asc' as const };
  const plan = planPage(source, request, where, { nombre: { type: 'text' } });
  const streamed = await collect(streamRows<{ id: string }>(sql, plan));
  expect(streamed.batches).toEqual([...Array.from({ length: 9 }, () => 100), 26]);
  const first = await findPage<{ id: string }>(sql, plan);
  expect(streamed.ids.slice(0, 100)).toEqual(first.rows.map((row) => row.id));
  expect(streamed.ids).toHaveLength(first.total);
});

it('releases its connection when the reader stops early or the query fails', async () => {
  for await (const batch of streamRows(sql, planPage(source, newestFirst))) {
    expect(batch).toHaveLength(100);
    break;
  }
  await expect(collect(streamRows(sql, planPage(source, newestFirst, [fragment`1 / (length(t.id) - 4) > 0`])))).rejects.toThrow(
    'division by zero',
  );
  expect(sql.totalCount).toBe(sql.idleCount);
});
