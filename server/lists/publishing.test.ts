import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, dayOf } from '../domain/dates.ts';
import { ENDING_DAYS, ENDING_PARAM, publishingState, type Publishing } from '../domain/publishing.ts';
import { allOf, fragment, toQuery } from '../platform/sql/sql-fragment.ts';
import { createTestDatabase } from '../testing/test-database.ts';
import { testStaff } from '../testing/test-staff.ts';
import { publishingExpression, publishingParts } from './publishing.ts';
import { runs } from '../testing/run-seed.ts';

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

it('gives the same state in SQL as in code, for any switch and days', async () => {
  await fc.assert(
    fc.asyncProperty(contents, async (rows) => {
      const states = await statesOf(rows, publishingExpression(WINDOW, `'${TODAY}'`));
      expect(states).toEqual(rows.map((row) => publishingState(row, TODAY)));
    }),
    { numRuns: runs(20) },
  );
});

it('uses Guatemala’s day of the database clock, and works with either end alone', async () => {
  const today = dayOf(new Date());
  const until = (days: number): Publishing => ({ isActive: true, isOn: true, from: '', until: addDays(today, days) });
  expect(await statesOf([until(-1), until(0)], publishingExpression({ flag: 'estado', until: 'hasta' }))).toEqual(['vencida', 'publicada']);
  const from = (days: number): Publishing => ({ isActive: true, isOn: true, from: addDays(today, days), until: '' });
  expect(await statesOf([from(1), from(0)], publishingExpression({ flag: 'estado', from: 'desde' }))).toEqual(['programada', 'publicada']);
});

it('finds shown or scheduled contents whose last day is within the next seven days', async () => {
  const today = dayOf(new Date());
  const rows = [-1, 0, 1, ENDING_DAYS - 1, ENDING_DAYS, 400].flatMap((days) =>
    [true, false].flatMap((isOn) =>
      ['', addDays(today, 1), addDays(today, -3)].map((from) => ({ isOn, from, until: addDays(today, days) })),
    ),
  );
  const filter = publishingParts(WINDOW).filters.find(({ select }) => select?.name === ENDING_PARAM);
  const where = allOf(filter?.where({ [ENDING_PARAM]: String(ENDING_DAYS) }, testStaff()) ?? []);
  const query = fragment`SELECT t.hasta AS until, t.desde AS from, t.estado AS "isOn" FROM unnest(${rows.map(({ isOn }) => isOn)}::boolean[], ${rows.map(({ from }) => from)}::text[],
    ${rows.map(({ until }) => until)}::text[]) WITH ORDINALITY AS t0 (estado, desde, hasta, place), LATERAL (SELECT TRUE AS "isActive", t0.*) AS t WHERE ${where} ORDER BY t.place`;
  const found = await sql.query(toQuery(query));
  const last = addDays(today, ENDING_DAYS - 1);
  expect(found.rows).toEqual(
    rows.filter(({ isOn, until }) => isOn && until >= today && until <= last).map(({ isOn, from, until }) => ({ until, from, isOn })),
  );
});

it('has no ending filter when the window has no last day', () => {
  expect(publishingParts({ flag: 'estado', from: 'desde' }).filters).toHaveLength(1);
});
