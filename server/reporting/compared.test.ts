import { describe, expect, it } from 'vitest';
import { GROUP_SPACE } from '../domain/text.ts';
import { changeOf, changeTo, differenceText } from './compared.ts';

const said = (now: number, before: number) => changeTo(now, before).text;

describe('the change of a number against an earlier one', () => {
  it('is a percentage, «igual» when equal and «todo nuevo» after zero', () => {
    expect(changeTo(230, 200)).toEqual({ direction: 'up', text: '+15.0 %' });
    expect(changeTo(181, 194)).toEqual({ direction: 'down', text: '−6.7 %' });
    expect(said(0, 200)).toBe('−100.0 %');
    expect(changeTo(7, 7)).toEqual({ direction: 'same', text: 'igual' });
    expect(changeTo(7, 0)).toEqual({ direction: 'up', text: 'todo nuevo' });
  });

  it('is a difference when the earlier number is below 20', () => {
    expect(changeTo(20, 1)).toEqual({ direction: 'up', text: '+19' });
    expect(changeTo(3, 5)).toEqual({ direction: 'down', text: '−2' });
    expect(said(0, 19)).toBe('−19');
    expect(said(20, 19)).toBe('+1');
    expect(said(21, 20)).toBe('+5.0 %');
  });

  it('is a difference when the number grew more than tenfold', () => {
    expect(said(1_000, 100)).toBe('+900.0 %');
    expect(said(1_001, 100)).toBe('+901');
    expect(said(2_000, 100)).toBe(`+1${GROUP_SPACE}900`);
  });

  it('is a difference when the percentage would round to zero', () => {
    expect(said(10_001, 10_000)).toBe('+1');
    expect(said(9_996, 10_000)).toBe('−4');
    expect(said(10_005, 10_000)).toBe('+0.1 %');
  });

  it('has its sign and grouped thousands as a difference', () => {
    expect(differenceText(1_204_000, 4_000)).toBe(`+1${GROUP_SPACE}200${GROUP_SPACE}000`);
    expect(differenceText(4_000, 5_204)).toBe(`−1${GROUP_SPACE}204`);
  });
});

describe('the events of a period', () => {
  const of = (events: number[], earlier: { from: string; to: string; events: number } | null, { until = '2026-11-30' } = {}) =>
    changeOf({
      strip: {
        grain: 'day',
        bars: events.map((count, place) => {
          const day = `2026-11-0${place + 1}`;
          return { from: day, to: day, events: count, earlier: null };
        }),
      },
      earlier: earlier && { ...earlier, compared: { from: '2026-11-01', to: until, isPartial: until !== '2026-11-30' } },
      agencies: [],
    });

  it('are compared with those of the earlier period, whose days are named', () => {
    expect(of([15, 5], { from: '2026-10-01', to: '2026-10-02', events: 1 })).toEqual({
      direction: 'up',
      text: '+19',
      against: 'contra 1 del 01/10/2026 al 02/10/2026',
    });
    expect(of([90], { from: '2026-10-31', to: '2026-10-31', events: 100 })).toEqual({
      direction: 'down',
      text: '−10.0 %',
      against: 'contra 100 del 31/10/2026',
    });
    expect(of([90], null)).toBeNull();
  });

  it('of a period that is not over are compared up to today, which is said', () => {
    expect(of([15, 5, 7], { from: '2026-10-30', to: '2026-10-31', events: 1 }, { until: '2026-11-02' })).toEqual({
      direction: 'up',
      text: '+19',
      against: 'al 02/11/2026, contra 1 del 30/10/2026 al 31/10/2026',
    });
  });
});
