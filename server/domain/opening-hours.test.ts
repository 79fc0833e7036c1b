import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readOpeningHours } from './opening-hours.ts';

const hours = (text: string) => {
  const read = readOpeningHours(text);
  if (!read) return null;
  const clock = (minutes: number) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`;
  return [...(read.isAlways ? ['24 h'] : []), ...read.ranges.map(({ opens, closes }) => `${clock(opens)}-${clock(closes)}`)].join(' ');
};

describe('opening hours as people write them', () => {
  it.each([
    ['Lunes a viernes 8:00 a 17:00\nSábado 8:00 a 12:00', '8:00-17:00 8:00-12:00'],
    ['Todos los días, 24 horas', '24 h'],
    ['Abierto las 24 hrs.', '24 h'],
    ['24/7', '24 h'],
    ['LUNES A VIERNES DE 08:00 A 16:30 HORAS', '8:00-16:30'],
    ['L-V 8 a.m. - 5 p.m.', '8:00-17:00'],
    ['Lun–Vie: 8am–5pm; sáb: 8am–12pm', '8:00-17:00 8:00-12:00'],
    ['De lunes a viernes, de 8 a 5', '8:00-17:00'],
    ['lunes a viernes 9:00 a. m. a 5:00 p. m. sábado 9 a. m. a mediodía', '9:00-17:00 9:00-12:00'],
    ['Lunes a jueves 8h30 a 12h00 y 14h00 a 18h00', '8:30-12:00 14:00-18:00'],
    ['Lunes a viernes 0800 a 1700 hrs', '8:00-17:00'],
    ['Lunes a viernes desde las 8.30 hasta las 16.30', '8:30-16:30'],
    ['Domingo cerrado. Lunes a sábado: 8:00-18:00. Tel. 2345-6789', '8:00-18:00'],
    ['Diario de 6:00 a medianoche', '6:00-24:00'],
    ['Ventanilla 9:00 am a 5:00, autobanco 9:00 a 6:00', '9:00-17:00 9:00-18:00'],
  ])('%s', (text, expected) => {
    expect(hours(text)).toBe(expected);
  });

  it.each([
    [''],
    ['Lunes a viernes'],
    ['Horario normal'],
    ['Consultar en la agencia'],
    ['por definir'],
    ['8:00'],
    ['Lunes a viernes 8:00 a 25:00'],
    ['Lunes a viernes 8:70 a 17:00'],
    ['Lunes a viernes 17:00 a 8:00'],
    ['Llame al 2345-6789'],
    ['x'.repeat(2_000)],
  ])('finds no hours in «%s»', (text) => {
    expect(readOpeningHours(text)).toBeNull();
  });

  const time = fc.tuple(fc.integer({ min: 6, max: 11 }), fc.constantFrom('00', '15', '30', '45'));
  const written = (hour: number, minute: string) => {
    const twelve = `${((hour + 11) % 12) + 1}:${minute} ${hour < 12 ? 'a.m.' : 'p.m.'}`;
    return fc.constantFrom(
      `${hour}:${minute}`,
      `${String(hour).padStart(2, '0')}:${minute} hrs`,
      `${hour}.${minute}`,
      `${hour}h${minute}`,
      twelve,
    );
  };
  const line = fc
    .tuple(time, time)
    .chain(([[opens, from], [half, until]]) =>
      fc
        .tuple(
          fc.constantFrom('Lunes a viernes ', 'Sábados de ', 'L-V: ', 'Todos los días, ', 'De martes a jueves desde las ', ''),
          written(opens, from),
          fc.constantFrom(' a ', ' - ', '–', ' a las ', ' hasta las '),
          written(half + 10, until),
        )
        .map((parts) => parts.join('')),
    );

  it('reads one range from each line, in any of these forms', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), fc.constantFrom('\n', '; ', ', '), (lines, between) => {
        expect(readOpeningHours(lines.join(between))?.ranges).toHaveLength(lines.length);
      }),
    );
  });

  it('returns only possible ranges from arbitrary text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('8', ':', ' a ', 'am', '24 h', '.', '-', 'x') })), (text) => {
        for (const { opens, closes } of readOpeningHours(text)?.ranges ?? []) {
          expect(opens).toBeLessThan(closes);
          expect(closes).toBeLessThanOrEqual(24 * 60);
        }
      }),
    );
  });
});
