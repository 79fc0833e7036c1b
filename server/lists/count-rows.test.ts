import { expect, it } from 'vitest';
import { COUNT_CAP } from '../read-model/pages/page-query.ts';
import { trusted } from '../platform/sql/sql-fragment.ts';
import { readForScreen } from '../read-model/pages/screen-query.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { areMany, cappedCount, readCappedCounts } from './count-rows.ts';

it.each([
  [[1, 2], undefined, false],
  [[COUNT_CAP - 1, 1], undefined, false],
  [[COUNT_CAP - 1, 2], undefined, true],
  [[COUNT_CAP + 5, 2], 'a', true],
  [[COUNT_CAP + 5, 2], 'b', false],
  [[COUNT_CAP, 2], 'a', false],
  [[1, 2], 'z', false],
] as const)('counts %j, filtered by %s, are many: %s', ([a, b], value, many) => {
  const counts = [
    { value: 'a', count: a, isCapped: false },
    { value: 'b', count: b, isCapped: false },
  ];
  expect(areMany(counts, value)).toBe(many);
});

it('a capped count is many, unless a small value is selected', () => {
  const counts = [
    { value: 'a', count: COUNT_CAP, isCapped: true },
    { value: 'b', count: 3, isCapped: false },
  ];
  expect([areMany(counts, undefined), areMany(counts, 'a'), areMany(counts, 'b')]).toEqual([true, true, false]);
});

it('counts the rows that a list computes, not those of the table that it is named after', async () => {
  const { sql } = await createTestDatabase();
  const select = cappedCount('a', { table: 'agencias', relation: 'SELECT 1 AS id UNION ALL SELECT 2' }, [trusted('t.id > 0')]);
  expect(await readForScreen(sql, (read) => readCappedCounts(read, [{ value: 'a', select }]))).toEqual([
    { value: 'a', count: 2, isCapped: false },
  ]);
});
