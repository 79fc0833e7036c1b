import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agencies } from '../catalogs/entities/agencies.ts';
import { documentTypes } from '../catalogs/entities/document-types.ts';
import { briefcaseDocumentTypes } from '../catalogs/entities/briefcase-document-types.ts';
import {
  dayOf,
  formatDate,
  formatDateLong,
  formatDateTime,
  formatDateTimeLong,
  formatDateTimeSeconds,
  formatDay,
  formatTime,
} from '../domain/dates.ts';
import { parseDayRange } from '../domain/written-days.ts';
import { formatPhone } from '../domain/digit-groups.ts';
import { formatFileSize } from '../domain/file-size.ts';
import { formatQuetzales } from '../domain/money.ts';
import { countOf, formatCount, formatDuration, formatRate, formatShare } from '../domain/text.ts';
import { KINDS } from './field-kinds.ts';
import { date, decimal, integer, phone, type Field } from './fields.ts';
import { describeFields, tryValues } from './record-fields.ts';
import { readRecordForm } from './record-form.ts';

function formOf(entries: readonly (readonly [string, string | Blob])[]): FormData {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
}

it('converts what the text allows and leaves the rest to validation', () => {
  const { values } = readRecordForm(
    agencies.fields,
    formOf([
      ['nombre', ' Central '],
      ['estado', 'false'],
      ['latitud', ' 14,63 '],
      ['longitud', 'oeste'],
      ['fotos', 'https://a.test/x,1.jpg\r\n\r\n/b.png '],
    ]),
  );
  expect(values).toEqual({
    nombre: ' Central ',
    estado: false,
    latitud: 14.63,
    longitud: 'oeste',
    fotos: ['https://a.test/x,1.jpg', '/b.png '],
  });
});

it('writes the bounds of a number as people write them', () => {
  const amount = decimal({ name: 'cuota', label: 'Cuota', min: -0.5, max: 1_000_000_000_000, step: 0.01 });
  expect(tryValues([amount], { cuota: -1 }).problems).toEqual({
    cuota: ['«Cuota» debe estar entre -0.5 y 1\u00A0000\u00A0000\u00A0000\u00A0000.'],
  });
});

it('asks which is meant where a point may separate thousands', () => {
  const amount = decimal({ name: 'monto', label: 'Monto', min: 0, max: 1_000_000, step: 0.01 });
  const rate = decimal({ name: 'tasa', label: 'Tasa', min: 0, max: 100, step: 0.01 });
  const { values } = readRecordForm(
    [amount, rate],
    formOf([
      ['monto', 'Q92.000'],
      ['tasa', '9.125'],
    ]),
  );
  expect(tryValues([amount, rate], values)).toMatchObject({
    values: { tasa: 9.125 },
    problems: { monto: ['Escriba un número en «Monto». «Q92.000» puede ser 92.00 o 92,000: escríbalo de una de esas formas.'] },
  });
});

it.each([
  ['', null],
  ['12', 12],
  ['-90.5', -90.5],
  ['1e2', '1e2'],
  ['Infinity', 'Infinity'],
  ['0x10', '0x10'],
  ['1,234.5', 1234.5],
  ['Q 92,000.00', 92_000],
  ['5.00 %', 5],
  ['14,634', 14.634],
  ['12,34,5', '12,34,5'],
])('reads the number %j as %j', (typed, value) => {
  expect(readRecordForm(agencies.fields, formOf([['latitud', typed]])).values['latitud']).toBe(value);
});

it.each([1e-7, 1e21])('leaves the stored number %d alone when its form sends it back', (stored) => {
  const amount = decimal({ name: 'monto', label: 'Monto', min: 0, max: 1_000, step: 0.01 });
  const { values } = readRecordForm([amount], formOf([['monto', String(stored)]]));
  expect(tryValues([amount], values, { monto: stored })).toEqual({ values: {}, problems: {} });
});

it('sends browsers nothing of a field but what they may know', () => {
  const described = describeFields(documentTypes.fields);
  expect(described.map(({ name }) => name)).toEqual(documentTypes.fields.map(({ name }) => name));
  expect(described).toEqual(JSON.parse(JSON.stringify(described)));
});

describe('a value typed as the portal shows it', () => {
  const DAY = date({ name: 'd', label: 'Día' });
  const INSTANT = fc.date({ min: new Date('2000-01-01T06:00:00Z'), max: new Date('2099-12-31'), noInvalidDate: true });
  const BOUNDS = { name: 'n', label: 'Cuántos', min: -1e12, max: 1e12 };
  const number = (unit?: Field['unit'], step = 0.01) => decimal({ ...BOUNDS, step, ...(unit && { unit }) });
  const typed = (field: Field, text: string) => readRecordForm([field], formOf([[field.name, text]])).values[field.name];
  const cents = fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }).map((value) => value / 100);

  it.each<[string, (instant: Date) => string]>([
    ['formatDate', formatDate],
    ['formatDateLong', formatDateLong],
    ['formatDateTime', formatDateTime],
    ['formatDateTimeSeconds', formatDateTimeSeconds],
    ['formatDateTimeLong', formatDateTimeLong],
    ['formatDay', (instant) => formatDay(dayOf(instant))],
    ['with a short month', (instant) => formatDateLong(instant).replace(/ de (...).* de /, ' $1 ')],
    ['with a weekday', (instant) => `miércoles, ${formatDateLong(instant)}`],
  ])('keeps the day of %s, in a form and in a filter', (_name, write) => {
    fc.assert(
      fc.property(INSTANT, (instant) => {
        expect(typed(DAY, write(instant))).toBe(dayOf(instant));
        expect(parseDayRange(write(instant), null).from).toBe(dayOf(instant));
      }),
    );
  });

  it('keeps the time of day, to the minute', () => {
    const read = KINDS.time.parse;
    fc.assert(
      fc.property(INSTANT, (instant) => {
        expect(read?.(formatTime(instant), DAY)).toBe(formatTime(instant));
        expect(read?.(formatDateTimeSeconds(instant).slice(-8), DAY)).toBe(formatTime(instant));
      }),
    );
  });

  it.each<[string, (value: number) => string, (value: number) => number]>([
    ['formatQuetzales', formatQuetzales, (value) => value],
    ['formatQuetzales, after a blank', (value) => formatQuetzales(value).replace('Q', 'Q '), (value) => value],
    ['formatRate', formatRate, (value) => value],
    ['formatCount', formatCount, (value) => Math.trunc(value) + 0],
    [
      'formatShare',
      (value) => formatShare(value / 100),
      (value) => (Math.sign(value) * Math.round(Math.round(Math.abs(value) * 100) / 10)) / 10 + 0,
    ],
  ])('keeps the number of %s', (_name, write, shown) => {
    fc.assert(
      fc.property(cents, (value) => {
        expect(typed(number(), write(value))).toBeCloseTo(shown(value), 6);
      }),
    );
  });

  it.each<[NonNullable<Field['unit']>, string, string]>([
    ['minutos', 'minuto', 'minutos'],
    ['horas', 'hora', 'horas'],
    ['días', 'día', 'días'],
    ['meses', 'mes', 'meses'],
    ['años', 'año', 'años'],
    ['ejecuciones', 'ejecución', 'ejecuciones'],
  ])('keeps a count of %s', (unit, one, many) => {
    const counts = integer({ ...BOUNDS, unit });
    fc.assert(
      fc.property(fc.nat(2_000_000), (value) => {
        expect(typed(counts, countOf(value, one, many))).toBe(value);
      }),
    );
  });

  it('keeps a duration, as precisely as it is shown', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000_000 }), (minutes) => {
        const shown = formatDuration(minutes / 1440);
        expect(formatDuration(Number(typed(number('minutos', 1), shown)) / 1440)).toBe(shown);
      }),
    );
  });

  it('keeps the size of a file', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), (bytes) => {
        const read = Number(typed(number('MB', 0.000_001), formatFileSize(bytes))) * 1024 ** 2;
        expect(Math.abs(read - bytes)).toBeLessThanOrEqual(formatFileSize(bytes).endsWith('MB') ? 5_300 : 6);
      }),
    );
  });

  it('keeps a telephone number', () => {
    const schema = phone({ name: 't', label: 'Teléfono' }).schema;
    fc.assert(
      fc.property(fc.integer({ min: 20_000_000, max: 79_999_999 }), fc.boolean(), (digits, isAbroad) => {
        const shown = formatPhone(`${isAbroad ? '502' : ''}${digits}`);
        expect(schema.parse(shown).replace(/\D/g, '')).toBe(`${isAbroad ? '502' : ''}${digits}`);
      }),
    );
  });

  it('keeps the coordinates of a place', () => {
    const degrees = (max: number) => fc.integer({ min: -max * 1_000_000, max: max * 1_000_000 }).map((value) => value / 1_000_000);
    fc.assert(
      fc.property(degrees(90), degrees(180), (latitude, longitude) => {
        const form = formOf([['latitud', `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`]]);
        expect(readRecordForm(agencies.fields, form).values).toEqual({ latitud: latitude + 0, longitud: longitude + 0 });
      }),
    );
  });

  it.each([
    ['92mil', undefined, 92_000],
    ['Q 92 mil', undefined, 92_000],
    ['1.1 millones', undefined, 1_100_000],
    ['2 años', 'meses', 24],
    ['1 año 6 meses', 'meses', 18],
    ['90 min', 'horas', 1.5],
  ] as const)('%j in %s is read as %d', (text, unit, value) => expect(typed(number(unit), text)).toBe(value));

  it.each<[string, Field, string]>([
    ['1.2 M', number(), '«1.2 M» puede ser mil o millones: escriba 1,200 o 1,200,000.'],
    ['90 días', number('meses'), '«90 días» no se puede pasar a meses: escriba cuántos son, como 12.'],
    ['12 meses', number(), 'Sin «meses».'],
    ['menos de 1 min', number('minutos'), 'Escriba un número en «Cuántos».'],
    ['30 nov', DAY, 'como 31/12/2026: falta el año.'],
    ['12/11', DAY, 'como 31/12/2026: falta el año.'],
    ['noviembre de 2026', DAY, 'como 31/12/2026: falta el día.'],
    ['12/31/2026', DAY, 'como 31/12/2026: el día va antes del mes.'],
    [`31 dic 2026${' '.repeat(100_000)}x`, DAY, 'como 31/12/2026.'],
  ])('%.20j is refused with the reason', (text, field, why) => {
    const { problems } = tryValues([field], readRecordForm([field], formOf([[field.name, text]])).values);
    expect(problems[field.name]?.[0]?.endsWith(why), problems[field.name]?.[0]).toBe(true);
  });
});

it('splits two coordinates that are pasted into the first field', () => {
  const pasted = [
    ['latitud', '15.4713, -90.3708'],
    ['longitud', ''],
  ] as const;
  const { values, shown } = readRecordForm(agencies.fields, formOf(pasted));
  expect(values).toEqual({ latitud: 15.4713, longitud: -90.3708 });
  expect(shown).toEqual(values);
});

it('leaves an overlong list in one piece for the schema to refuse', () => {
  const blanks = `${' '.repeat(1_000_000)}x`;
  const { values } = readRecordForm(agencies.fields, formOf([['fotos', blanks]]));
  expect(values).toEqual({ fotos: [blanks] });
  expect(agencies.fields.find(({ name }) => name === 'fotos')?.schema.safeParse(values['fotos']).success).toBe(false);
});

it('splits words at lines, commas, semicolons and spaces', () => {
  expect(readRecordForm(briefcaseDocumentTypes.fields, formOf([['extensiones', 'pdf, docx;png\nxlsx  jpg']])).values).toEqual({
    extensiones: ['pdf', 'docx', 'png', 'xlsx', 'jpg'],
  });
});

it('separates form controls from values, and passes unknown fields on to be refused', () => {
  const form = readRecordForm(
    agencies.fields,
    formOf([
      ['formToken', 't'],
      ['version', '7'],
      ['intent', 'save'],
      ['base', '{"nombre":"Antes\\r\\n","latitud":null,"fotos":["a"],"raro":{"x":1}}'],
      ['keep.nombre', 'stored'],
      ['keep.tipo', 'mine'],
      ['isActive', 'false'],
      ['nombre', 'A'],
      ['nombre', 'B'],
    ]),
  );
  expect(form).toEqual({
    formToken: 't',
    version: '7',
    confirmed: [],
    intent: 'save',
    base: { nombre: 'Antes\r\n', latitud: null, fotos: ['a'] },
    values: { isActive: ['false'] },
    shown: { isActive: ['false'], nombre: 'Antes\r\n' },
  });
});

it('passes a file in a text field on as a value that is not text', () => {
  const { values, version } = readRecordForm(
    agencies.fields,
    formOf([
      ['nombre', new Blob(['x'])],
      ['version', new Blob(['1'])],
    ]),
  );
  expect(typeof values['nombre']).toBe('object');
  expect(version).toBe('');
});
