import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from './dates.ts';
import { comparisonLine, daysIn, earlierPeriod, grainOf, monthPeriod, overlap, partsOf, sameWeekdays, type Grain } from './periods.ts';

const day = fc.integer({ min: 0, max: 60_000 }).map((count) => addDays('1950-01-01', count));
const period = fc.tuple(day, fc.integer({ min: 0, max: 4_000 })).map(([from, days]) => ({ from, to: addDays(from, days) }));

describe('the period before', () => {
  it.each([
    ['2026-10-01', '2026-10-31', '2026-09-01', '2026-09-30'],
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2024-02-01', '2024-02-29', '2024-01-01', '2024-01-31'],
    ['2026-07-01', '2026-09-30', '2026-04-01', '2026-06-30'],
    ['2026-01-01', '2026-12-31', '2025-01-01', '2025-12-31'],
    ['2026-06-01', '2026-06-07', '2026-05-25', '2026-05-31'],
    ['2026-06-01', '2026-06-01', '2026-05-31', '2026-05-31'],
    ['2026-01-01', '2026-11-30', '2025-02-01', '2025-12-31'],
    ['2026-11-16', '2026-11-22', '2026-11-09', '2026-11-15'],
    ['2026-11-22', '2026-11-22', '2026-11-21', '2026-11-21'],
    ['2026-01-15', '2026-02-14', '2025-12-15', '2026-01-14'],
  ])('of %s to %s is %s to %s', (from, to, earlierFrom, earlierTo) => {
    expect(earlierPeriod({ from, to }, 'previous', '2027-02-15')).toEqual({ from: earlierFrom, to: earlierTo });
  });

  it.each([
    ['the current month', '2026-11-01', '2026-11-22', '2026-10-01', '2026-10-22'],
    ['the current month', '2026-03-01', '2026-03-30', '2026-02-01', '2026-02-28'],
    ['the current month on its last day', '2026-11-01', '2026-11-30', '2026-10-01', '2026-10-31'],
    ['the current year', '2026-01-01', '2026-11-22', '2025-01-01', '2025-11-22'],
    ['the current year on the last day of a month', '2026-01-01', '2026-11-30', '2025-01-01', '2025-11-30'],
    ['the current year in January', '2026-01-01', '2026-01-15', '2025-12-01', '2025-12-15'],
  ])('of %s, %s to %s, is %s to %s', (_when, from, to, earlierFrom, earlierTo) => {
    expect(earlierPeriod({ from, to }, 'previous', to)).toEqual({ from: earlierFrom, to: earlierTo });
  });

  it.each([
    ['2026-11-16', '2027-01-15', '2027-01-02', 'previous', '2026-09-29', '2026-11-15'],
    ['2026-11-16', '2027-01-15', '2027-01-02', 'year', '2025-11-16', '2026-01-02'],
    ['2026-01-01', '2026-12-31', '2026-11-30', 'previous', '2025-01-01', '2025-11-30'],
    ['2026-11-01', '2026-11-30', '2026-11-22', 'previous', '2026-10-01', '2026-10-22'],
  ] as const)('of what has passed of %s to %s on %s, for «%s», is %s to %s', (from, to, today, comparison, earlierFrom, earlierTo) => {
    expect(earlierPeriod({ from, to }, comparison, today)).toEqual({ from: earlierFrom, to: earlierTo });
  });

  it.each([
    ['2024-02-29', '2024-02-29', '2023-02-28', '2023-02-28'],
    ['2026-11-01', '2026-11-22', '2025-11-01', '2025-11-22'],
  ])('in the year before, for %s to %s, is %s to %s', (from, to, earlierFrom, earlierTo) => {
    expect(earlierPeriod({ from, to }, 'year', '2027-02-15')).toEqual({ from: earlierFrom, to: earlierTo });
  });

  it('is null without a comparison, with an open end, before it begins, or before the supported calendar', () => {
    expect(earlierPeriod({ from: '2026-11-01', to: '2026-11-22' }, 'none', '2026-11-22')).toBeNull();
    expect(earlierPeriod({ from: '', to: '2026-11-22' }, 'previous', '2026-11-22')).toBeNull();
    expect(earlierPeriod({ from: '2026-11-01', to: '' }, 'previous', '2026-11-22')).toBeNull();
    expect(earlierPeriod({ from: '2026-11-23', to: '2026-11-30' }, 'previous', '2026-11-22')).toBeNull();
    expect(earlierPeriod({ from: '1900-01-01', to: '1900-01-05' }, 'previous', '2026-11-22')).toBeNull();
  });

  it('ends before the period begins, whatever the period', () => {
    fc.assert(
      fc.property(period, day, (asked, today) => {
        fc.pre(asked.from <= today);
        const before = earlierPeriod(asked, 'previous', today);
        expect(before && before.from <= before.to && before.to < asked.from).toBe(true);
      }),
    );
  });
});

describe('the comparison line of a period', () => {
  it.each([
    ['2026-10-01', '2026-10-31', 'previous', 'La línea son los mismos días de la semana, 5 semanas antes: del 27/08/2026 al 26/09/2026.'],
    ['2026-11-01', '2026-11-26', 'previous', 'La línea son los mismos días de la semana, 4 semanas antes: del 04/10/2026 al 29/10/2026.'],
    ['2026-11-16', '2026-11-22', 'previous', 'La línea son los mismos días de la semana, una semana antes: del 09/11/2026 al 15/11/2026.'],
    ['2026-11-22', '2026-11-22', 'previous', 'La línea es el mismo día de la semana, una semana antes: 15/11/2026.'],
    ['2026-11-22', '2026-11-22', 'year', 'La línea es el mismo día de la semana, 52 semanas antes: 23/11/2025.'],
    ['2026-01-01', '2026-11-22', 'previous', 'La línea es el período anterior.'],
    ['2026-01-01', '2026-11-22', 'year', 'La línea es el mismo tiempo del año anterior.'],
  ] as const)('is described for %s to %s with the comparison %s', (from, to, comparison, said) => {
    expect(comparisonLine({ from, to }, comparison, grainOf({ from, to }))).toBe(said);
  });

  it('covers as many days on the same weekdays, and ends before the period for «previous»', () => {
    fc.assert(
      fc.property(period, fc.constantFrom('previous', 'year'), (asked, comparison) => {
        const under = sameWeekdays(asked, comparison);
        expect(under && daysIn({ from: under.from, to: asked.from }) % 7).toBe(1);
        expect(under && daysIn(under)).toBe(daysIn(asked));
        if (comparison === 'previous') expect(under && under.to < asked.from).toBe(true);
      }),
    );
  });
});

describe('the parts of a period', () => {
  it('are its days, months or years, without gaps or overlaps', () => {
    fc.assert(
      fc.property(period, fc.constantFrom<Grain>('day', 'month', 'year'), (asked, grain) => {
        const parts = partsOf(asked, grain);
        expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([asked.from, asked.to]);
        for (const [index, part] of parts.entries()) if (index > 0) expect(part.from).toBe(addDays(parts[index - 1]?.to ?? '', 1));
        expect(parts.reduce((sum, part) => sum + daysIn(part), 0)).toBe(daysIn(asked));
      }),
    );
  });

  it('number at most 92', () => {
    fc.assert(fc.property(period, (asked) => partsOf(asked, grainOf(asked)).length <= 92));
    expect(grainOf({ from: '2026-01-01', to: '2026-03-31' })).toBe('day');
    expect(grainOf({ from: '2026-01-01', to: '2026-12-31' })).toBe('month');
    expect(grainOf({ from: '2016-01-01', to: '2026-12-31' })).toBe('year');
  });
});

it('computes the overlap of two ranges and the days of a month', () => {
  expect(overlap({ from: null, to: '2026-11-22' }, monthPeriod('2026-11'))).toEqual({ from: '2026-11-01', to: '2026-11-22' });
  expect(overlap({ from: '2026-12-01', to: null }, monthPeriod('2026-11'))).toBeNull();
  expect(monthPeriod('2024-02')).toEqual({ from: '2024-02-01', to: '2024-02-29' });
});
