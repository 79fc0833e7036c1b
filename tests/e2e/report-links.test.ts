import { describe, expect, it } from 'vitest';
import { REPORTS } from '#server/registries.ts';
import { csvRows } from './csv-rows.ts';
import { useDemoPortal } from './demo-portal.ts';

/** Every number on a report that leads to a list: the list counts the same (over HTTP, on the demo). */
const portal = useDemoPortal({ browser: false });
const get = async (address: string) => {
  const response = await fetch(`${portal.url}${address}`, { headers: { Cookie: await portal.cookieOf('admin') }, redirect: 'manual' });
  expect([address, response.status]).toEqual([address, 200]);
  return response;
};

interface Answer {
  rows: { key: string; name: string; events: number; href: string | null }[];
  totals: { events: number };
  /** null when the rows are all. */
  next: string | null;
}

const YEAR = 'from=2025-11-01&to=2026-12-31';
// Clicks lead to the person, permissions to who has them.
const cases = REPORTS.filter(({ columns }) => columns.some(({ name }) => name === 'events')).flatMap((report) =>
  (report.groupings ?? [{ id: '' }]).map(({ id }) => [id === '' ? report.id : `${report.id} by ${id}`, report, id] as const),
);

describe('a number of a report', () => {
  it.each(cases)('is what its list counts: %s', { timeout: 120_000 }, async (_name, report, by) => {
    const { rows, totals, next } = (await (await get(`/reports/${report.id}.json?${YEAR}&by=${by}`)).json()) as Answer;
    expect(rows.length).toBeGreaterThan(0);
    if (next === null) expect(rows.reduce((sum, { events }) => sum + events, 0)).toBe(totals.events);
    const linked = rows.filter(({ href }) => href !== null).slice(0, 8);
    expect(linked.length).toBeGreaterThan(0);
    for (const { href, name, events } of linked) {
      const [path, search] = (href ?? '').split('?');
      const csv = await (await get(`${path}/export?format=csv&${search}`)).text();
      expect([name, href, csvRows(csv)]).toEqual([name, href, events]);
    }
  });
});
