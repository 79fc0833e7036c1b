import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayOf, startOfDay } from './dates.ts';
import { publishingSentence, publishingState, readPublishing, type Publishing } from './publishing.ts';

const SHOWN: Publishing = { isActive: true, isOn: true, from: '', until: '' };
/** Days around the leap days of two centuries, one of them without. */
const day = fc
  .tuple(fc.constantFrom('2024-02-28', '2027-02-28', '2100-02-28', '2026-12-30', '2026-06-15'), fc.integer({ min: -3, max: 5 }))
  .map(([start, count]) => addDays(start, count));
const someDay = fc.oneof(fc.constant(''), day);
const anything = fc.record({ isActive: fc.boolean(), isOn: fc.boolean(), from: someDay, until: someDay });

describe('the publishing state of a content', () => {
  it('expires at midnight in Guatemala, which is 06:00 UTC, and not before', () => {
    fc.assert(
      fc.property(day, (until) => {
        const midnight = startOfDay(addDays(until, 1));
        const at = (ms: number) => publishingState({ ...SHOWN, until }, dayOf(new Date(midnight.getTime() + ms)));
        expect([at(-1), at(0)]).toEqual(['publicada', 'vencida']);
      }),
    );
    expect(publishingState({ ...SHOWN, until: '2024-02-28' }, dayOf(new Date('2024-02-29T05:59:59Z')))).toBe('publicada');
    expect(publishingState({ ...SHOWN, until: '2024-02-28' }, dayOf(new Date('2024-02-29T06:00:00Z')))).toBe('vencida');
  });

  it('is published from the first to the last day, and scheduled the day before', () => {
    fc.assert(
      fc.property(day, fc.nat(40), (from, length) => {
        const until = addDays(from, length);
        const on = (today: string) => publishingState({ ...SHOWN, from, until }, today);
        expect([on(addDays(from, -1)), on(from), on(until), on(addDays(until, 1))]).toEqual([
          'programada',
          'publicada',
          'publicada',
          'vencida',
        ]);
      }),
    );
  });

  it('never goes back as days pass', () => {
    const rank = { programada: 0, publicada: 1, vencida: 2, oculta: 1 };
    fc.assert(
      fc.property(anything, day, fc.nat(10), (content, today, later) => {
        const [now, then] = [today, addDays(today, later)].map((date) => rank[publishingState(content, date)]);
        if (content.isActive && content.isOn) expect(then).toBeGreaterThanOrEqual(now ?? 0);
      }),
    );
  });

  it('is never published while the content is switched off or deleted', () => {
    fc.assert(
      fc.property(anything, day, (content, today) => {
        const state = publishingState(content, today);
        if (!content.isActive) expect(state).toBe('oculta');
        if (!content.isOn) expect(['oculta', 'vencida']).toContain(state);
      }),
    );
  });

  it('has a sentence without missing parts', () => {
    fc.assert(
      fc.property(anything, day, (content, today) => {
        expect(publishingSentence(publishingState(content, today), content)).not.toMatch(/el [.\s]|undefined|null/);
      }),
    );
  });

  it('is read from the fields that the window names', () => {
    const values = { estado: false, vigenciaDesde: '2026-01-01', vigenciaHasta: null };
    expect(readPublishing({ flag: 'estado', from: 'vigenciaDesde', until: 'vigenciaHasta' }, values, true)).toEqual({
      isActive: true,
      isOn: false,
      from: '2026-01-01',
      until: '',
    });
  });
});
