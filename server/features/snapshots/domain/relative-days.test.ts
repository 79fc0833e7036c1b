import { describe, expect, it } from 'vitest';
import { RELATIVE_DAYS, resolveRelativeDays } from './relative-days.ts';

const resolveAll = (at: string) =>
  Object.fromEntries(
    RELATIVE_DAYS.map((relative) => {
      const { from, to } = resolveRelativeDays(relative, new Date(at));
      return [relative, `${from} ${to}`];
    }),
  );

describe('relative days', () => {
  it('follow Guatemala time where UTC is already in the next day, month and year', () => {
    // Thursday, 31 December 2026, 23:30 in Guatemala.
    expect(resolveAll('2027-01-01T05:30:00Z')).toEqual({
      hoy: '2026-12-31 2026-12-31',
      ayer: '2026-12-30 2026-12-30',
      semana_anterior: '2026-12-21 2026-12-27',
      mes_anterior: '2026-11-01 2026-11-30',
      anio_a_la_fecha: '2026-01-01 2026-12-31',
    });
  });

  it('cross the ends of years and leap days', () => {
    // Wednesday, 1 March 2028, and Sunday, 2 January 2028.
    expect(resolveAll('2028-03-01T06:00:00Z')).toMatchObject({ ayer: '2028-02-29 2028-02-29', mes_anterior: '2028-02-01 2028-02-29' });
    expect(resolveAll('2028-01-02T12:00:00Z')).toMatchObject({
      semana_anterior: '2027-12-20 2027-12-26',
      mes_anterior: '2027-12-01 2027-12-31',
      anio_a_la_fecha: '2028-01-01 2028-01-02',
    });
  });
});
