import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, dayOf } from '../domain/dates.ts';
import { publishingState, type Publishing } from '../domain/publishing.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { publishingExpression } from './publishing.ts';

const { sql } = await createTestDatabase();
const WINDOW = { flag: 'estado', from: 'desde', until: 'hasta' };

const near = (today: string) =>
  fc.oneof(
    fc.constant(''),
    fc.integer({ min: -2, max: 2 }).map((count) => addDays(today, count)),
  );
const TODAY = '2028-02-29';
const contents = fc.array(fc.record({ isActive: fc.boolean(), isOn: fc.boolean(), from: near(TODAY), until: near(TODAY) }), {
  minLength: 1,
  maxLength: 40,
});

async function statesOf(rows: readonly Publishing[], expression: string): Promise<string[]> {
  const found = await sql.query<{ state: string }>(
    `SELECT ${expression} AS state FROM unnest($1::boolean[], $2::boolean[], $3::text[], $4::text[])
       WITH ORDINALITY AS t ("isActive", estado, desde, hasta, place) ORDER BY t.place`,
    [rows.map((row) => row.isActive), rows.map((row) => row.isOn), rows.map((row) => row.from), rows.map((row) => row.until)],
  );
  return found.rows.map(({ state }) => state);
}

it('says in SQL what the rule says, whatever the switch and the days', async () => {
  await fc.assert(
    fc.asyncProperty(contents, async (rows) => {
      const states = await statesOf(rows, publishingExpression(WINDOW, `'${TODAY}'`));
      expect(states).toEqual(rows.map((row) => publishingState(row, TODAY)));
    }),
    { numRuns: 60 },
  );
});

it("takes Guatemala's day of the database's clock, and either end alone", async () => {
  const today = dayOf(new Date());
  const until = (days: number): Publishing => ({ isActive: true, isOn: true, from: '', until: addDays(today, days) });
  expect(await statesOf([until(-1), until(0)], publishingExpression({ flag: 'estado', until: 'hasta' }))).toEqual(['vencida', 'publicada']);
  const from = (days: number): Publishing => ({ isActive: true, isOn: true, from: addDays(today, days), until: '' });
  expect(await statesOf([from(1), from(0)], publishingExpression({ flag: 'estado', from: 'desde' }))).toEqual(['programada', 'publicada']);
});
