import { expect, it } from 'vitest';
import { REPORTS } from '#server/registries.ts';
import type { World } from '../reports/random-documents.ts';
import { TODAY } from '../reports/recounted.ts';
import { reportAddress } from '../reports/report-address.ts';
import { RECOUNTS } from '../reports/recounts/all.ts';

type Row = Readonly<Record<string, unknown>>;

const CASES = REPORTS.flatMap((report) =>
  (report.groupings ?? [{ id: '' }]).map(({ id }) => [id === '' ? report.id : `${report.id} by ${id}`, report.id, id] as const),
);

/** Each report must agree with the store's documents, counted by plain functions. */
export function describeRecounts({
  ask,
  world,
  days,
}: {
  ask: (address: string) => Promise<string>;
  world: () => World;
  days: { from: string; to: string };
}): void {
  it.each(CASES)('the report equals a recount of the documents: %s', async (_name, id, by) => {
    const { rows, totals } = JSON.parse(await ask(reportAddress(id, { ...days, by }))) as { rows: Row[]; totals: Row };
    const expected = RECOUNTS[id]?.count(world(), { ...days, by, filters: {}, today: TODAY });
    expect(rows.length).toBeGreaterThan(0);
    expect(byKey(rows.map(({ href: _href, ...row }) => row))).toEqual(byKey(expected?.rows ?? []).map((row) => nearly(row, rows[0])));
    expect(totals).toEqual(nearly(expected?.totals ?? {}, totals));
  });
}

/** The row as programs get it, with sums rounded: those of fractions differ in their last digits. */
function nearly(row: Row, told: Row = {}): Row {
  const near = (value: unknown): unknown => (typeof value === 'number' && !Number.isInteger(value) ? expect.closeTo(value, 6) : value);
  return Object.fromEntries(Object.keys(told).flatMap((name) => (name in row ? [[name, near(row[name])]] : [])));
}

const byKey = (rows: readonly Row[]) => [...rows].sort((one, other) => (String(one['key']) < String(other['key']) ? -1 : 1));
