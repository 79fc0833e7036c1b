import { describe, expect, it } from 'vitest';
import { checkCron, dueTimes, isTooOften, nextTimes } from './cron.ts';

const iso = (times: readonly Date[]) => times.map((time) => time.toISOString());

describe('cron expressions', () => {
  it.each([
    ['*/15 * * * *', false],
    ['*/14 * * * *', true],
    ['0,10 6 * * *', true],
    ['0,50 6 * * *', false],
    ['0,50 6,7 * * *', true],
    ['0,50 0,23 * * *', true],
    ['30 7 * * 1-5', false],
    ['', false],
  ])('%s is too often: %s', (cron, expected) => {
    expect(isTooOften(cron)).toBe(expected);
  });

  it('are read in the time of Guatemala', () => {
    expect(iso(nextTimes('30 7 1 * *', new Date('2026-12-01T13:30:00Z'), 2))).toEqual([
      '2027-01-01T13:30:00.000Z',
      '2027-02-01T13:30:00.000Z',
    ]);
    expect(iso(nextTimes('0 23 29 2 *', new Date('2026-01-01T00:00:00Z'), 1))).toEqual(['2028-03-01T05:00:00.000Z']);
  });

  it('tell what became due: after the one moment, up to the other, the latest first', () => {
    const between = { since: new Date('2026-11-22T12:00:00Z'), until: new Date('2026-11-22T12:03:00Z'), most: 10 };
    expect(iso(dueTimes('* * * * *', between))).toEqual([
      '2026-11-22T12:03:00.000Z',
      '2026-11-22T12:02:00.000Z',
      '2026-11-22T12:01:00.000Z',
    ]);
    expect(iso(dueTimes('* * * * *', { ...between, most: 1 }))).toEqual(['2026-11-22T12:03:00.000Z']);
    expect(dueTimes('0 7 * * *', between)).toEqual([]);
    expect(dueTimes('no es cron', between)).toEqual([]);
  });

  it.each([
    '',
    '* * * *',
    '* * * * * *',
    '@daily',
    '60 * * * *',
    '0 0 30 2 *',
    '0 0 * * lun',
    '0 0 ? * 1',
    '5-1 * * * *',
    `${'1,'.repeat(60)}1 * * * *`,
  ])('refuse «%s»', (cron) => {
    expect(checkCron(cron)).toMatch(/expresión cron/);
    expect(nextTimes(cron, new Date(), 5)).toEqual([]);
  });
});
