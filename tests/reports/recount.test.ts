import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '#server/domain/dates.ts';
import { earlierPeriod, elapsedPart, type Comparison } from '#server/domain/periods.ts';
import { readForScreen, type Read } from '#server/read-model/pages/screen-query.ts';
import { REPORTS } from '#server/registries.ts';
import { readPictures } from '#server/reporting/read-pictures.ts';
import { readReportQuery } from '#server/reporting/report-query.ts';
import { BY_AGENCY, type Report, type ReportQuestion } from '#server/reporting/report.ts';
import { IS_LONG } from '#server/testing/run-seed.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';
import { testStaff } from '#server/testing/test-staff.ts';
import { sheetName } from '#server/workbooks/layout.ts';
import { countLinked } from './lists-of-links.ts';
import { isNarrow, LIMITED, narrow, seenBy } from './limited-people.ts';
import { loadWorld } from './random-documents.ts';
import { sum, TODAY, type ReportQuery, type Recount } from './recounted.ts';
import { RECOUNTS } from './recounts/all.ts';

/** Fixed: a new seed in every run would find more, but block people who changed nothing. RECOUNT_SEED sets another. */
const SEED = Number(process.env['RECOUNT_SEED'] ?? 11);
const { sql } = await createTestDatabase();
const world = await loadWorld(sql, { seed: SEED, size: 300 });
const { sql: emptySql } = await createTestDatabase();
const emptyWorld = await loadWorld(emptySql, { seed: SEED, size: 0 });

const ACTOR = testStaff();
/** Number of random questions by people who see everything and by those who do not. */
const RUNS = IS_LONG ? { everything: 100, part: 40 } : { everything: 10, part: 4 };
const NOW = new Date();
const WHOLE = 1_000;
/** Rows whose links are followed per question. */
const LINKS = 3;

/** Ranges that every report and grouping is tried with. */
const EDGES: Readonly<Record<string, { from: string; to: string }>> = {
  'a day between two midnights': { from: '2024-02-28', to: '2024-02-28' },
  'a leap day': { from: '2024-02-29', to: '2024-02-29' },
  'the other way round': { from: '2025-01-01', to: '2024-12-31' },
  'ten years': { from: '2016-03-01', to: '2026-02-28' },
  'every day that there is': { from: '1900-01-01', to: '2999-12-31' },
  'days when nothing was': { from: '1970-01-01', to: '1970-12-31' },
  'days to come': { from: '2039-12-31', to: '2040-01-01' },
};

interface Question {
  one: string;
  other: string;
  by: string;
  filters: Readonly<Record<string, readonly string[]>>;
  comparison: Comparison;
  dir: 'asc' | 'desc';
  sort: string;
}

const day = fc.oneof(
  fc.constantFrom('2024-02-29', '2024-03-01', '2024-12-31', '2025-01-01', '2016-02-29', '2026-11-01'),
  fc.integer({ min: 0, max: 4_200 }).map((count) => addDays('2015-12-20', count)),
);

function questionsOf({ groupings, sorts = {} }: Report, { filters }: Recount): fc.Arbitrary<Question> {
  const values = Object.entries(filters).map(([name, of]) => {
    const one = fc.constantFrom('nadie', ...of(world));
    const some = fc.array(one, { minLength: 2, maxLength: 3 });
    return [
      name,
      fc.oneof({ weight: 3, arbitrary: fc.constant([]) }, { weight: 2, arbitrary: one.map((value) => [value]) }, some),
    ] as const;
  });
  return fc.record({
    one: day,
    other: day,
    filters: fc.record(Object.fromEntries(values)),
    by: fc.constantFrom(...(groupings ?? [{ id: '' }]).map(({ id }) => id)),
    comparison: fc.constantFrom<Comparison>('previous', 'year', 'none'),
    sort: fc.constantFrom('', ...Object.keys(sorts)),
    dir: fc.constantFrom('asc', 'desc'),
  });
}

describe.each(REPORTS.map((report) => [report.id, report] as const))('the report %s', (id, report) => {
  const recount = RECOUNTS[id];

  it('has a recount that covers each of its filters', () => {
    expect(recount, 'a recount of that id in tests/reports/recounts').toBeDefined();
    expect(Object.keys(recount?.filters ?? {}).sort()).toEqual(report.parameters.map(({ select }) => select.name).sort());
  });
  if (!recount) return;

  it('equals a recount of the documents for random queries', { timeout: 60_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(questionsOf(report, recount), (question) => compare(report, recount, question)),
      { numRuns: RUNS.everything, seed: SEED },
    );
  });

  it.each(isNarrow(id) ? Object.entries(LIMITED) : [])(
    'equals a recount of the visible documents, for %s',
    { timeout: 60_000 },
    async (_who, actor) => {
      const theirs = narrow(recount, (all) => seenBy(all, actor, id));
      await fc.assert(
        fc.asyncProperty(questionsOf(report, recount), (question) => compare(report, theirs, question, actor)),
        { numRuns: RUNS.part, seed: SEED },
      );
    },
  );

  it('names the tab of its workbook within what Excel allows', () => {
    const name = report.tab ?? report.title;
    expect(sheetName(name, 1)).toBe(name);
  });

  it.each(Object.entries(EDGES))('equals a recount of the documents: %s', { timeout: 60_000 }, async (_name, { from, to }) => {
    for (const { id: by } of report.groupings ?? [{ id: '' }])
      await compare(report, recount, { one: from, other: to, by, filters: {}, comparison: 'previous', sort: '', dir: 'desc' });
  });

  it('equals the recount of an empty portal', async () => {
    for (const { id: by } of report.groupings ?? [{ id: '' }]) {
      const { question, asked } = ask(report, {
        one: '2024-01-01',
        other: TODAY,
        by,
        filters: {},
        comparison: 'year',
        sort: '',
        dir: 'asc',
      });
      const answer = await readForScreen(emptySql, (read) => report.run(read, question));
      const expected = recount.count(emptyWorld, asked);
      expect([answer.count, answer.rows.length]).toEqual([expected.rows.length, expected.rows.length]);
      expect(report.figures(answer).map(({ value }) => value)).toEqual(expected.figures);
    }
  });
});

function ask(
  report: Report,
  { one, other, by, filters, comparison, sort, dir }: Question,
  actor = ACTOR,
): { question: ReportQuestion; asked: ReportQuery } {
  const params = new URLSearchParams({ from: one, to: other, by, compare: comparison, sort, dir });
  for (const [name, values] of Object.entries(filters)) for (const value of values) params.append(name, value);
  const read = readReportQuery(report, params, { now: NOW, pageSize: WHOLE });
  const query = { ...read.query, pageSize: WHOLE };
  expect(query.by).toBe(by);
  return { question: { query, today: TODAY, actor }, asked: { ...query, today: TODAY } };
}

async function compare(report: Report, recount: Recount, asked: Question, actor = ACTOR): Promise<void> {
  const { question, asked: read } = ask(report, asked, actor);
  const expected = recount.count(world, read);
  const answer = await readForScreen(sql, (run) => report.run(run, question));
  const shown = answer.rows.map((row) => shownOf(report, row));
  expect(byKey(shown)).toEqual(byKey(expected.rows).map(nearly));
  expect(answer.count).toBe(expected.rows.length);
  const totals = report.columns.flatMap((column) => (column.sum ? [[column.name, column.sum(answer.totals)] as const] : []));
  expect(Object.fromEntries(totals)).toEqual(nearly(expected.totals));
  expect(report.figures(answer).map(({ value }) => value)).toEqual(expected.figures);
  await compareFile(report, question, shown);
  compareTop(report, answer);
  await readForScreen(sql, async (run) => {
    await comparePictures(run, { report, recount, question, asked: read });
    await followLinks(run, report, { question, rows: answer.rows });
  });
}

/** The export must have the rows of the screen in the same order. */
async function compareFile(report: Report, question: ReportQuestion, shown: readonly object[]): Promise<void> {
  const written: object[] = [];
  for await (const batch of report.rows(sql, question)) written.push(...batch.map((row) => shownOf(report, row)));
  expect(written).toEqual(shown);
}

/** Bars of the chart: the largest values, largest first. */
function compareTop(report: Report, { rows, top }: { rows: readonly object[]; top: readonly object[] }): void {
  const values = rows.map((row) => report.bar(row).value).sort((a, b) => b - a);
  expect(top.map((row) => report.bar(row).value)).toEqual(values.slice(0, top.length));
  expect(top.length).toBe(Math.min(10, rows.length));
}

async function comparePictures(
  read: Read,
  { report, recount, question, asked }: { report: Report; recount: Recount; question: ReportQuestion; asked: ReportQuery },
): Promise<void> {
  const { strip, earlier, agencies } = await readPictures(read, report, question);
  expect(strip === null).toBe(recount.facts === undefined);
  if (!strip || !recount.facts) return;
  const facts = recount.facts(world, asked);
  const within = ({ from, to }: { from: string; to: string }) =>
    sum(facts.filter((fact) => from <= fact.day && fact.day <= to).map(({ events }) => events));
  expect(strip.bars.map(({ events }) => events)).toEqual(strip.bars.map(within));
  expect(sum(strip.bars.map(({ events }) => events))).toBe(sum(facts.map(({ events }) => events)));
  const before = earlierPeriod(asked, question.query.comparison, question.today);
  expect(earlier).toEqual(
    before && {
      ...before,
      events: sum(recount.facts(world, { ...asked, ...before }).map(({ events }) => events)),
      compared: { ...elapsedPart(asked, question.today), isPartial: question.today < asked.to },
    },
  );
  const { agencyParameter = '' } = report;
  const spreads = agencyParameter !== '' && asked.by !== BY_AGENCY && !/^[^\n]+$/.test(asked.filters[agencyParameter] ?? '');
  const places = new Map<string, number>();
  for (const { agency, events } of spreads ? facts : []) places.set(agency, (places.get(agency) ?? 0) + events);
  const stored = (id: string) => world.textOf('agencias', id, 'nombre');
  const named = [...places.keys()].map(stored);
  const nameOf = (id: string) => {
    const isShared = named.filter((name) => name === stored(id)).length > 1;
    return (stored(id) && `${stored(id)}${isShared ? ` (${id})` : ''}`) || id || 'Sin agencia';
  };
  expect(agencies.map(({ id, name, events }) => [id, name, events]).sort()).toEqual(
    [...places].map(([id, events]) => [id, nameOf(id), events]).sort(),
  );
}

/** A number that links to a list must equal the count of that list. */
async function followLinks(
  read: Read,
  report: Report,
  { question, rows }: { question: ReportQuestion; rows: readonly object[] },
): Promise<void> {
  const linked = rows.flatMap((row) => {
    const href = report.drillDown(row, question.query, question.actor);
    return href === null ? [] : [{ href, number: shownOf(report, row) }];
  });
  for (const { href, number } of linked.slice(-LINKS)) {
    const counted = await countLinked(read, href, question.actor);
    if (counted !== null) expect([href, counted]).toEqual([href, number['events'] ?? number['people']]);
  }
}

type Shown = Record<string, unknown>;

/** A row as screen, export and JSON show it. */
function shownOf(report: Report, row: object): Shown {
  const values = report.columns.map((column) => [column.name, plain(column.value(row))] as const);
  return { key: report.rowKey(row), ...Object.fromEntries(values) };
}

const plain = (value: unknown) => (value instanceof Date ? value.toISOString() : value);

/** Rounds, since sums of fractions differ in their last digits. */
function nearly(row: Shown): Shown {
  const near = (value: unknown): unknown => (typeof value === 'number' && !Number.isInteger(value) ? expect.closeTo(value, 6) : value);
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, near(value)]));
}

function byKey(rows: readonly Shown[]): Shown[] {
  return [...rows].sort((one, other) => (String(one['key']) < String(other['key']) ? -1 : 1));
}
