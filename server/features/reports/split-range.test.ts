import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../../domain/dates.ts';
import { splitRange, widenBeyondData, type DaySpan } from './split-range.ts';

const day = fc.integer({ min: 0, max: 3000 }).map((offset) => addDays('2020-01-01', offset));
const span = fc
  .tuple(day, day)
  .map((days) => [...days].sort())
  .map(([from = '', to = '']) => ({ from, to }));

function daysOf({ from, to }: DaySpan): string[] {
  const days: string[] = [];
  for (let current = from; current <= to; current = addDays(current, 1)) days.push(current);
  return days;
}

describe('a range', () => {
  it('is split without gaps or overlaps', () => {
    fc.assert(
      fc.property(span, (range) => {
        const { years, quarters, months, days } = splitRange(range);
        expect([...years, ...quarters, ...months, ...days].flatMap(daysOf).sort()).toEqual(daysOf(range));
      }),
      { numRuns: 200 },
    );
  });

  it('is split into the largest periods that fit', () => {
    expect(splitRange({ from: '2024-02-15', to: '2026-12-31' })).toEqual({
      years: [{ from: '2025-01-01', to: '2026-12-31' }],
      quarters: [{ from: '2024-04-01', to: '2024-12-31' }],
      months: [{ from: '2024-03-01', to: '2024-03-31' }],
      days: [{ from: '2024-02-15', to: '2024-02-29' }],
    });
    expect(splitRange({ from: '2026-11-03', to: '2026-11-19' })).toEqual({
      years: [],
      quarters: [],
      months: [],
      days: [{ from: '2026-11-03', to: '2026-11-19' }],
    });
  });

  it('is widened to whole years only where there is no data', () => {
    const data = { from: '2024-05-07', to: '2026-11-19' };
    expect(widenBeyondData({ from: '2026-01-01', to: '2026-11-19' }, data)).toEqual({
      from: '2026-01-01',
      to: '2026-12-31',
      isWhole: false,
    });
    expect(widenBeyondData({ from: '2026-01-01', to: '2026-11-18' }, data)).toEqual({
      from: '2026-01-01',
      to: '2026-11-18',
      isWhole: false,
    });
    expect(widenBeyondData({ from: '2000-01-01', to: '2999-12-31' }, data)).toEqual({
      from: '2024-01-01',
      to: '2026-12-31',
      isWhole: true,
    });
  });
});
