import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatHours, parseHours, type HoursRow } from './hours.ts';

it.each<[string, HoursRow[]]>([
  ['', []],
  [
    'Lunes a viernes 8:00 a 17:00\nSábado 8:00 a 12:00',
    [
      { from: 0, to: 4, opens: '08:00', closes: '17:00' },
      { from: 5, to: 5, opens: '08:00', closes: '12:00' },
    ],
  ],
  ['LUNES A VIERNES de 8:00 a 17:00', [{ from: 0, to: 4, opens: '08:00', closes: '17:00' }]],
  ['sabado: 9:30 - 13:00 horas', [{ from: 5, to: 5, opens: '09:30', closes: '13:00' }]],
  ['Todos los días 0:00 a 23:59', [{ from: 0, to: 6, opens: '00:00', closes: '23:59' }]],
])('reads %j as rows', (text, rows) => {
  expect(parseHours(text)).toEqual(rows);
});

it.each([
  'Todos los días, 24 horas',
  'Lunes a viernes',
  'Lunes a viernes 8:00 a 25:00',
  'Viernes a lunes 8:00 a 9:00',
  'Lunes, miércoles 8:00 a 9:00',
  'Feriados 8:00 a 9:00',
  'Lunes 8:00 a 9:00\nCerrado en feriados',
  'Lunes a martes a jueves 8:00 a 9:00',
])('leaves %j to be edited as text', (text) => {
  expect(parseHours(text)).toBeNull();
});

it('reads back the hours that it writes', () => {
  const time = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
  const row = fc
    .record({ from: fc.integer({ min: 0, max: 6 }), length: fc.integer({ min: 0, max: 6 }), opens: time, closes: time })
    .map(({ from, length, ...times }): HoursRow => ({ from, to: Math.min(6, from + length), ...times }));
  fc.assert(
    fc.property(fc.array(row, { maxLength: 8 }), (rows) => {
      expect(parseHours(formatHours(rows))).toEqual(rows);
    }),
  );
});
