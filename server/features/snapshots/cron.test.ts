import { describe, expect, it } from 'vitest';
import { checkCron, dueTimes, isTooOften, nextTimes, queueCron } from './cron.ts';

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
  ])('classify %s as too frequent: %s', (cron, expected) => {
    expect(isTooOften(cron)).toBe(expected);
  });

  it('are read in the time of Guatemala', () => {
    expect(iso(nextTimes('30 7 1 * *', new Date('2026-12-01T13:30:00Z'), 2))).toEqual([
      '2027-01-01T13:30:00.000Z',
      '2027-02-01T13:30:00.000Z',
    ]);
    expect(iso(nextTimes('0 23 29 2 *', new Date('2026-01-01T00:00:00Z'), 1))).toEqual(['2028-03-01T05:00:00.000Z']);
  });

  it('accept L and LW for the last day and the last weekday of a month, but not combined', () => {
    const after = new Date('2026-01-01T00:00:00Z');
    // 31 January 2026 is a Saturday, 28 February too, 31 May a Sunday.
    expect(iso(nextTimes('0 7 L * *', after, 2))).toEqual(['2026-01-31T13:00:00.000Z', '2026-02-28T13:00:00.000Z']);
    expect(iso(nextTimes('0 7 LW * *', after, 5)).map((time) => time.slice(5, 10))).toEqual(['01-30', '02-27', '03-31', '04-30', '05-29']);
    // Between the Friday and the last day, it has been.
    expect(iso(nextTimes('0 7 LW * *', new Date('2026-01-30T13:00:00Z'), 1))).toEqual(['2026-02-27T13:00:00.000Z']);
    const due = { since: new Date('2026-01-01T00:00:00Z'), most: 9 };
    expect(iso(dueTimes('0 7 LW * *', { ...due, until: new Date('2026-01-30T12:59:00Z') }))).toEqual([]);
    expect(iso(dueTimes('0 7 LW * *', { ...due, until: new Date('2026-01-30T13:00:00Z') }))).toEqual(['2026-01-30T13:00:00.000Z']);
    expect(iso(dueTimes('0 7 LW * *', { ...due, until: new Date('2026-02-28T00:00:00Z') }))).toEqual([
      '2026-02-27T13:00:00.000Z',
      '2026-01-30T13:00:00.000Z',
    ]);
    expect(queueCron('0 7 LW * *')).toBe('0 7 26-31 * *');
    for (const wrong of ['0 7 LW * 1', '0 7 1,L * *', '0 7 * * L', 'L 7 * * *']) expect(checkCron(wrong)).toMatch(/expresión cron/);
  });

  it.each([
    ['29', 2026, ['01-29', '02-28', '03-29', '04-29']],
    ['30', 2026, ['01-30', '02-28', '03-30', '04-30']],
    ['31', 2026, ['01-31', '02-28', '03-31', '04-30']],
    ['29', 2028, ['01-29', '02-29', '03-29', '04-29']],
    ['30', 2028, ['01-30', '02-29', '03-30', '04-30']],
    ['31', 2028, ['01-31', '02-29', '03-31', '04-30']],
  ] as const)('run on day %s, or the last one, of every month of %s, in next and due times', (day, year, expected) => {
    // Late in Guatemala, where it is the next day in UTC.
    const cron = `0 22 ${day} * *`;
    const times = expected.map((date) => new Date(`${year}-${date}T22:00:00-06:00`));
    const [since, until] = [new Date(`${year}-01-01T12:00:00Z`), new Date(`${year}-05-15T12:00:00Z`)];
    expect(iso(nextTimes(cron, since, 4))).toEqual(iso(times));
    expect(iso(dueTimes(cron, { since, until, most: 9 }))).toEqual(iso([...times].reverse()));
    for (const time of times) {
      // Due from its minute on, and once.
      expect(iso(dueTimes(cron, { since, until: time, most: 1 }))).toEqual([time.toISOString()]);
      expect(iso(dueTimes(cron, { since: time, until: new Date(time.getTime() + 86_400_000 * 20), most: 9 }))).toEqual([]);
      expect(iso(nextTimes(cron, time, 1))).not.toEqual([time.toISOString()]);
    }
    expect(queueCron(cron)).toBe('0 22 26-31 * *');
  });

  it('skip a named month that lacks the day', () => {
    expect(iso(nextTimes('0 7 31 2,3 *', new Date('2026-01-01T00:00:00Z'), 1))).toEqual(['2026-03-31T13:00:00.000Z']);
    expect(queueCron('0 7 31 2,3 *')).toBe('0 7 31 2,3 *');
  });

  it('list the times due after one moment up to another, the latest first', () => {
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
