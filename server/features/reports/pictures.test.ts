import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addDays, dayOf } from '../../domain/dates.ts';
import { areEquallyLong, daysIn, earlierPeriod, elapsedPart, partsOf, type Comparison, type Period } from '../../domain/periods.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import { readPictures } from '../../reporting/read-pictures.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { testStaff } from '../../testing/test-staff.ts';
import { documentOpeningsReport } from './document-openings-report.ts';
import { FILE_REPORTS } from './report-definition.ts';
import { runs } from '../../testing/run-seed.ts';

const { sql } = await createTestDatabase();
await sql.query(`INSERT INTO agencias (id, nombre, "createdAt", source_version) VALUES ('a1', 'Agencia Central', now(), 1)`);
// Around midnight in Guatemala, ends of months, a leap day and New Year.
await sql.query(`INSERT INTO eventos_archivos (id, kind, area, "fileId", "folderId", "userId", "agencyId", at, source_version)
  SELECT left(area, 1) || n, (ARRAY['upload','download','view','print'])[1 + n % 4], area, 'f' || n % 7, 'c' || n % 3, 'u' || n % 5, (ARRAY['a1','a2',''])[1 + n % 3],
    timestamptz '2023-12-28 05:59:59Z' + n * interval '17 hours 13 minutes' + (n % 2) * interval '1 second', 1 FROM generate_series(1, 900) n, unnest(ARRAY['briefcase', 'digitalization']) area`);
interface Event {
  area: string;
  kind: string;
  userId: string;
  agencyId: string;
  folderId: string;
  at: Date;
}
const { rows: ledger } = await sql.query<Event>('SELECT area, kind, "userId", "agencyId", "folderId", at FROM eventos_archivos');

const REPORTS = [
  ...FILE_REPORTS.map((report) => ({
    report,
    parameters: {},
    counts: ({ area, kind }: Event) => area === 'briefcase' && kind === report.kind,
  })),
  // It has no parameter for folders.
  { report: documentOpeningsReport, parameters: { folderId: '' }, counts: ({ area }: Event) => area === 'digitalization' },
];

const day = fc.integer({ min: -40, max: 760 }).map((count) => addDays('2023-12-20', count));
const asked = fc.record({
  place: fc.oneof(fc.nat(FILE_REPORTS.length - 1), fc.constant(FILE_REPORTS.length)),
  from: day,
  days: fc.oneof(fc.integer({ min: 0, max: 91 }), fc.integer({ min: 92, max: 3_700 })),
  comparison: fc.constantFrom<Comparison>('previous', 'year', 'none'),
  today: day,
  agencyId: fc.constantFrom('', '', 'a1', 'a2'),
  userId: fc.constantFrom('', '', 'u1'),
  folderId: fc.constantFrom('', '', 'c1'),
});

it('counts bars, earlier period and agencies as the ledger does, for any days and filters', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(asked, async ({ place, from, days, comparison, today, ...others }) => {
      const { report, counts, parameters } = REPORTS[place] as (typeof REPORTS)[number];
      const filters = { ...others, ...parameters };
      const period = { from, to: addDays(from, days) };
      const query = { ...period, filters, by: '', comparison, sort: '', dir: 'desc' as const, page: 1, pageSize: 25 };
      const question = { query, today, actor: testStaff() };
      const counted = (within: Period) =>
        ledger.filter(
          (event) =>
            counts(event) &&
            within.from <= dayOf(event.at) &&
            dayOf(event.at) <= within.to &&
            (Object.keys(filters) as (keyof typeof filters)[]).every((name) => filters[name] === '' || event[name] === filters[name]),
        );
      const { strip, earlier, agencies } = await readForScreen(sql, (read) => readPictures(read, report, question));
      const bars = strip?.bars ?? [];
      for (const bar of bars) expect([bar.from, bar.to, bar.events]).toEqual([bar.from, bar.to, counted(bar).length]);
      expect(bars.reduce((sum, { events }) => sum + events, 0)).toBe(counted(period).length);
      const before = earlierPeriod(period, comparison, today);
      const elapsed = elapsedPart(period, today);
      const compared = { ...elapsed, isPartial: today < period.to };
      expect(earlier).toEqual(before && { ...before, events: counted(before).length, compared });
      // Weekday under weekday.
      if (before && strip?.grain === 'day')
        for (const bar of bars) {
          const weeks = comparison === 'year' ? 52 : Math.ceil(daysIn(elapsed) / 7);
          const under = addDays(bar.from, -7 * weeks);
          const line = bar.from <= today ? counted({ from: under, to: under }).length : null;
          expect([bar.from, bar.earlier]).toEqual([bar.from, line]);
        }
      // Month under month, year under year, or no line.
      const parts = strip && before && strip.grain !== 'day' ? partsOf(elapsed, strip.grain) : [];
      const under = before ? partsOf(before, strip?.grain ?? 'day') : [];
      const isEven = parts.length === under.length && parts.every((part, index) => areEquallyLong(part, under[index] ?? part));
      for (const [index, bar] of bars.slice(0, parts.length).entries()) {
        const line = isEven && under[index] ? counted(under[index]).length : null;
        if (parts.length === bars.length) expect([bar.from, bar.earlier]).toEqual([bar.from, line]);
      }
      const found = counted(period).map(({ agencyId }) => agencyId);
      const expected =
        filters.agencyId === '' ? [...new Set(found)].map((agency) => [agency, found.filter((id) => id === agency).length]) : [];
      expect(agencies.map(({ id, events }) => [id, events]).sort()).toEqual(expected.sort());
    }),
    {
      numRuns: runs(30),
      // As many days as a chart shows one by one; the earlier ones and those of the line together are more.
      examples: [
        // Its July has 22 days, the first month of the earlier days 31.
        [{ place: 7, from: '2024-07-10', days: 133, comparison: 'previous', today: '2024-12-01', agencyId: '', userId: '', folderId: '' }],
        [{ place: 7, from: '2024-06-03', days: 91, comparison: 'previous', today: '2024-12-01', agencyId: '', userId: '', folderId: '' }],
      ],
    },
  );
});
