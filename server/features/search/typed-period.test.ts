import { describe, expect, it } from 'vitest';
import { MONTHS } from '../../domain/dates.ts';
import { parseTypedPeriod } from './typed-period.ts';

/** A Thursday. */
const NOW = new Date('2026-11-19T18:00:00Z');

describe('a period typed into the search', () => {
  it.each([
    ['ayer', 'ayer', '2026-11-18', '2026-11-18', ''],
    ['prospecciones de ayer', 'ayer', '2026-11-18', '2026-11-18', 'prospecciones'],
    ['hoy', 'hoy', '2026-11-19', '2026-11-19', ''],
    ['semana pasada', 'semana pasada', '2026-11-09', '2026-11-15', ''],
    ['Prospecciones de la semana anterior', 'semana pasada', '2026-11-09', '2026-11-15', 'prospecciones'],
    ['mes pasado', 'mes anterior', '2026-10-01', '2026-10-31', ''],
    ['mes anterior', 'mes anterior', '2026-10-01', '2026-10-31', ''],
    ['descargas del mes pasado', 'mes anterior', '2026-10-01', '2026-10-31', 'descargas'],
    ['este año', 'este año', '2026-01-01', '2026-11-19', ''],
    ['oct', 'octubre de 2026', '2026-10-01', '2026-10-31', ''],
    ['sep 2025', 'septiembre de 2025', '2025-09-01', '2025-09-30', ''],
    ['setiembre', 'septiembre de 2026', '2026-09-01', '2026-09-30', ''],
    ['set', 'septiembre de 2026', '2026-09-01', '2026-09-30', ''],
    ['prospecciones dic', 'diciembre de 2025', '2025-12-01', '2025-12-31', 'prospecciones'],
    ['mar lópez', 'marzo de 2026', '2026-03-01', '2026-03-31', 'lopez'],
  ])('is read from «%s»', (q, name, from, to, words) => {
    expect(parseTypedPeriod(q, NOW)).toEqual({ name, from, to, words });
  });

  it.each(['', 'ma', 'marta', 'ayeres', 'pasado', 'semana', 'mes', 'anterior', 'seta', '2026'])('is not found in «%s»', (q) => {
    expect(parseTypedPeriod(q, NOW)).toBeNull();
  });

  it('is a month when at least its first three letters are typed', () => {
    for (const [place, month] of MONTHS.entries()) {
      for (let length = 3; length <= month.length; length += 1) {
        const from = parseTypedPeriod(`${month.slice(0, length)} 2025`, NOW)?.from;
        expect(from, month.slice(0, length)).toBe(`2025-${String(place + 1).padStart(2, '0')}-01`);
      }
    }
  });
});
