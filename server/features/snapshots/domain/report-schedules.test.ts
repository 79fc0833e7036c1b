import { describe, expect, it } from 'vitest';
import { scheduleTimesFor } from './relative-days.ts';
import { findWrongDay, formTimes, MONTH_DAY_LABELS, storedTimes, WEEKDAY_LABELS } from './report-schedules.ts';

const first = { weekday: '1', monthDay: '1', cron: '', hora: '07:05' };

describe('the times of a schedule', () => {
  const asked = [
    { ...first, frequency: 'diaria' },
    ...WEEKDAY_LABELS.map(([weekday]) => ({ ...first, frequency: 'semanal' as const, weekday })),
    ...MONTH_DAY_LABELS.map(([monthDay]) => ({ ...first, frequency: 'mensual' as const, monthDay })),
    { ...first, frequency: 'cron', cron: '*/20 7 * * 1-5', hora: '' },
  ] as const;

  it.each(asked)('are read as they were stored: $frequency $weekday $monthDay $cron', (times) => {
    expect(formTimes(storedTimes(times))).toEqual(times);
  });

  it('are stored as weekly or monthly for Mondays and first days, and as cron for other days', () => {
    expect(storedTimes({ ...first, frequency: 'semanal' })).toEqual({ frequency: 'semanal', cron: '', hora: '07:05' });
    expect(storedTimes({ ...first, frequency: 'mensual' })).toEqual({ frequency: 'mensual', cron: '', hora: '07:05' });
    expect(storedTimes({ ...first, frequency: 'semanal', weekday: '4' })).toEqual({ frequency: 'cron', cron: '5 7 * * 4', hora: '' });
    // As any program reads it.
    expect(storedTimes({ ...first, frequency: 'mensual', monthDay: '30' })).toEqual({ frequency: 'cron', cron: '5 7 30 * *', hora: '' });
    expect(storedTimes({ ...first, frequency: 'mensual', monthDay: 'LW' })).toEqual({ frequency: 'cron', cron: '5 7 LW * *', hora: '' });
  });

  it('say which day is not offered, unless the frequency does not use it', () => {
    const none = { frequency: 'mensual', weekday: '9', monthDay: '' } as const;
    expect(findWrongDay(none)).toEqual({});
    for (const monthDay of ['0', '32', 'abc']) expect(Object.keys(findWrongDay({ ...none, monthDay }))).toEqual(['diaMes']);
    expect(Object.keys(findWrongDay({ ...none, frequency: 'semanal' }))).toEqual(['diaSemana']);
    expect(findWrongDay({ ...none, frequency: 'diaria' })).toEqual({});
  });

  it('keep an invalid hour or weekday so that validation can reject it', () => {
    const wrong = { ...first, frequency: 'semanal', weekday: '4', hora: '25:00' } as const;
    expect(storedTimes(wrong)).toEqual({ frequency: 'semanal', cron: '', hora: '25:00' });
    expect(storedTimes({ ...wrong, hora: '07:00', weekday: '9' })).toEqual({ frequency: 'semanal', cron: '', hora: '07:00' });
  });

  it('are suggested from the period that a report shows', () => {
    const now = new Date('2026-11-26T18:00:00Z');
    expect(scheduleTimesFor({ from: '2026-11-26', to: '2026-11-26' }, now)).toEqual({ relative: 'ayer', frequency: 'diaria' });
    expect(scheduleTimesFor({ from: '2026-11-23', to: '2026-11-26' }, now)).toEqual({ relative: 'semana_anterior', frequency: 'semanal' });
    expect(scheduleTimesFor({ from: '2026-11-01', to: '2026-11-26' }, now)).toEqual({ relative: 'mes_anterior', frequency: 'mensual' });
    expect(scheduleTimesFor({ from: '2026-10-01', to: '2026-10-31' }, now)).toEqual({ relative: 'mes_anterior', frequency: 'mensual' });
    expect(scheduleTimesFor({ from: '2026-10-02', to: '2026-10-31' }, now)).toBeNull();
  });
});
