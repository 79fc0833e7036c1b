import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  datePresets,
  dayOf,
  formatDate,
  formatDateLong,
  formatDateTime,
  formatDateTimeLong,
  formatDateTimeSeconds,
  formatDay,
  instantsOf,
  parseDay,
  parseDayMonthYear,
  startOfDay,
} from './dates.ts';
import { parseDayRange, parseWrittenDay, parseWrittenTime } from './written-days.ts';

const LATE = new Date('2026-11-20T04:30:04.999Z'); // 22:30 of the 19th in Guatemala

describe('dates in Guatemala', () => {
  it('shows the Guatemalan day and hour, not those of UTC', () => {
    expect(formatDateLong(LATE)).toBe('19 de noviembre de 2026');
    expect(formatDate(LATE.toISOString())).toBe('19/11/2026');
    expect(formatDateTime(LATE.getTime())).toBe('19/11/2026 22:30');
    expect(formatDateTimeSeconds(LATE)).toBe('19/11/2026 22:30:04');
    expect(formatDateTimeLong(LATE)).toBe('19 de noviembre de 2026, 22:30');
    expect(dayOf(LATE)).toBe('2026-11-19');
  });

  it('agrees with the time zone database', () => {
    const official = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/Guatemala',
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
      hourCycle: 'h23',
    });
    fc.assert(
      fc.property(fc.date({ min: new Date('2007-01-01'), max: new Date('2090-01-01'), noInvalidDate: true }), (date) => {
        expect(formatDateTimeSeconds(date)).toBe(official.format(date).replace(', ', ' '));
      }),
    );
  });

  it.each([null, undefined, '', 'ayer', Number.NaN, new Date('nope')])('shows nothing for %s', (value) => {
    expect(formatDateTime(value)).toBe('');
    expect(formatDateLong(value)).toBe('');
  });

  it('reads day/month/year and refuses days that do not exist', () => {
    expect(parseDayMonthYear('9/1/2026')).toBe('2026-01-09');
    expect(parseDayMonthYear('29/02/2028')).toBe('2028-02-29');
    for (const wrong of ['29/02/2026', '31/04/2026', '0/1/2026', '1/13/2026', '2026-01-09', '1/1/26', ''])
      expect(parseDayMonthYear(wrong)).toBeNull();
    for (const wrong of ['2026-02-30', '2026-1-9', '0000-01-01', '9999-12-31', '2026-01-09T00:00', '']) expect(parseDay(wrong)).toBeNull();
    expect(formatDay('2026-01-09')).toBe('09/01/2026');
    expect(formatDay('2026-13-09')).toBe('');
  });

  it('converts a day range to instants that contain each moment of those days', () => {
    expect(instantsOf({ from: '2026-11-19', to: '2026-11-19' })).toEqual({
      start: new Date('2026-11-19T06:00:00Z'),
      end: new Date('2026-11-20T06:00:00Z'),
    });
    expect(instantsOf({ from: null, to: null })).toEqual({ start: null, end: null });
    fc.assert(
      fc.property(fc.date({ min: new Date('1950-01-01'), max: new Date('2900-01-01'), noInvalidDate: true }), (date) => {
        const day = dayOf(date);
        const { start, end } = instantsOf({ from: day, to: day });
        expect(start !== null && end !== null && start <= date && date < end).toBe(true);
        expect(dayOf(startOfDay(day))).toBe(day);
        expect(addDays(addDays(day, 40), -40)).toBe(day);
      }),
    );
  });

  it('reads day ranges from the URL leniently', () => {
    expect(parseDayRange('2026-11-30', '2026-11-01')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
    expect(parseDayRange('abc', null)).toEqual({ from: null, to: null });
    expect(parseDayRange(undefined, '2026-11-01')).toEqual({ from: null, to: '2026-11-01' });
    expect(parseDayRange('1/11/2026', '30/11/26')).toEqual({ from: '2026-11-01', to: '2026-11-30' });
  });

  it.each([
    ['31/12/2026', '2026-12-31'],
    [' 9-1-26 ', '2026-01-09'],
    ['9.1.2026', '2026-01-09'],
    ['31 12 2026', '2026-12-31'],
    ['31122026', '2026-12-31'],
    ['31 de Diciembre de 2026', '2026-12-31'],
    ['2026-12-31', '2026-12-31'],
    ['2026/3/01', '2026-03-01'],
    ['2026/31/12', null],
    ['30/02/2026', null],
    ['12/31/2026', null],
    ['31 de abrul de 2026', null],
    ['ayer', null],
    ['', null],
  ])('reads the written day %j', (text, day) => {
    expect(parseWrittenDay(text)).toBe(day);
  });

  it.each([
    ['15/3/68', '1968-03-15'],
    ['15-3-47', '1947-03-15'],
    ['15 mar 46', '2046-03-15'],
    ['15/3/26', '2026-03-15'],
    ['15.3.00', '2000-03-15'],
  ])('reads the short year of %s as one of the last eighty or the next twenty', (text, day) => {
    expect(parseWrittenDay(text, 2026)).toBe(day);
  });

  it.each([
    ['8:30', '08:30'],
    ['08.30', '08:30'],
    ['0830', '08:30'],
    ['8', '08:00'],
    ['17h30', '17:30'],
    ['5 pm', '17:00'],
    ['12:15 a. m.', '00:15'],
    ['12 p.m.', '12:00'],
    ['23:59', '23:59'],
    ['24:00', null],
    ['13 pm', null],
    ['8:60', null],
    ['pronto', null],
    ['', null],
  ])('reads the written time %j', (text, time) => {
    expect(parseWrittenTime(text)).toBe(time);
  });

  it('offers presets by the Guatemalan calendar', () => {
    const presets = Object.fromEntries(datePresets(LATE).map(({ id, from, to }) => [id, [from, to]]));
    expect(presets).toEqual({
      today: ['2026-11-19', '2026-11-19'],
      week: ['2026-11-16', '2026-11-19'],
      month: ['2026-11-01', '2026-11-19'],
      'last-month': ['2026-10-01', '2026-10-31'],
      year: ['2026-01-01', '2026-11-19'],
    });
    const sunday = datePresets(new Date('2027-01-03T12:00:00Z'));
    expect(sunday.find((preset) => preset.id === 'week')).toMatchObject({ from: '2026-12-28', to: '2027-01-03' });
    expect(sunday.find((preset) => preset.id === 'last-month')).toMatchObject({ from: '2026-12-01', to: '2026-12-31' });
  });
});
