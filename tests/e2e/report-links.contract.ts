import { describe, expect, it } from 'vitest';
import { REPORTS } from '#server/registries.ts';
import { some } from '#server/testing/run-seed.ts';
import type { Period } from '#server/domain/periods.ts';
import { reportAddress } from '../reports/report-address.ts';
import { csvRows } from './csv-rows.ts';

/** Requests an address as an administrator; fails unless the status is 200. */
export type FetchPage = (address: string) => Promise<string>;

interface Answer {
  rows: { key: string; name: string; events: number; href: string | null }[];
  totals: { events: number };
  /** null when there are no more rows. */
  next: string | null;
}

const PLAIN = /^\w+$/;

// Reports whose rows lead to a list of events; numbers of clicks lead to the person, those of permissions to their holders.
const COUNTING = REPORTS.filter(({ columns }) => columns.some(({ name }) => name === 'events'));
const CASES = COUNTING.flatMap((report) =>
  (report.groupings ?? [{ id: '' }]).map(({ id }) => [id === '' ? report.id : `${report.id} by ${id}`, report, id] as const),
);

/**
 * Every number of a report that links to a list equals the count of that list.
 * @param links number of links followed per report
 * @param reports number of reports tried; all by default
 */
export function describeReportLinks(
  ask: FetchPage,
  { days, links, reports = CASES.length }: { days: Period; links: number; reports?: number },
): void {
  describe('a number of a report', () => {
    it.each(some(CASES, reports))(
      'equals the number of rows in the list to which it links: %s',
      { timeout: 120_000 },
      async (_name, report, by) => {
        const { rows, totals, next } = JSON.parse(await ask(reportAddress(report.id, { ...days, by }))) as Answer;
        expect(rows.length).toBeGreaterThan(0);
        if (next === null) expect(rows.reduce((sum, { events }) => sum + events, 0)).toBe(totals.events);
        const linked = rows.filter(({ href }) => href !== null).slice(0, links);
        // Empty keys, and texts that no URL can carry, have no link (list-href.ts).
        if (rows.some(({ key }) => PLAIN.test(key))) expect(linked.length).toBeGreaterThan(0);
        for (const { href, name, events } of linked) {
          const [path, search] = (href ?? '').split('?');
          expect([name, href, csvRows(await ask(`${path}/export?format=csv&${search}`))]).toEqual([name, href, events]);
        }
      },
    );
  });
}
