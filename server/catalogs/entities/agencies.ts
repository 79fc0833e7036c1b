import { baseText } from '../../domain/form-value.ts';
import { readOpeningHours } from '../../domain/opening-hours.ts';
import { isPhone } from '../../domain/phone.ts';
import type { CatalogDefinition } from '../definition.ts';
import { parseCoordinates } from '../../domain/coordinates.ts';
import type { Fields, FieldValue } from '../../ports/documents/document-store.ts';
import { isPlainMap } from '../../ports/documents/document-values.ts';
import { COORDINATE_NAMES, readCoordinate } from '../../read-model/field-readers.ts';
import { choice, decimal, flag, links, longText, phone, text, type Field } from '../../records/fields.ts';
import { readStoredValues } from '../record-values.ts';

/** Guatemala with its sea and border towns: a point outside is a mistake (swapped numbers, missing minus). */
const GUATEMALA = { latitude: { min: 13.7, max: 17.9 }, longitude: { min: -92.3, max: -88.2 } };
/** Six decimals of a degree are about ten centimetres. */
const COORDINATE_STEP = 0.000001;

/** Fields in which other programs store both coordinates, as a point or a map. */
const POINTS = ['ubicacion', 'coordenadas', 'coordinates', 'location', 'geopoint'];

function coordinate(part: 'latitude' | 'longitude', field: Field): Field {
  const from = (data: Fields, name: string) => readCoordinate(data, name, part, field);
  return {
    ...field,
    read: (data) => {
      const stored = data[field.name] ?? '';
      return stored === '' ? (POINTS.map((name) => from(data, name)).find((number) => number !== null) ?? null) : from(data, field.name);
    },
  };
}

/** The stored point at another place, in its form; none where it is no point. Apps of other programs read it and not our two fields. */
function movedPoint(point: FieldValue | undefined, latitude: unknown, longitude: unknown): FieldValue[] {
  const isPlace = typeof latitude === 'number' && typeof longitude === 'number';
  if (typeof point === 'string') return parseCoordinates(point) === null ? [] : [isPlace ? `${latitude}, ${longitude}` : ''];
  if (!isPlainMap(point)) return [];
  const [north, east] = (['latitude', 'longitude'] as const).map((part) =>
    COORDINATE_NAMES[part].find((name) => Object.hasOwn(point, name)),
  );
  if (north === undefined || east === undefined) return [];
  return [isPlace ? { ...point, [north]: latitude, [east]: longitude } : null];
}

/** Agencies, ATMs and agents: what the mobile app shows on its map (docs/specification.md section 3). */
export const agencies: CatalogDefinition = {
  id: 'agencias',
  database: 'main',
  listUrl: '/locations/list-agencies',
  menu: 'agencies',
  noun: { singular: 'agencia', plural: 'agencias', gender: 'f' },
  titleField: 'nombre',
  // Whether the texts are usable; unusable ones are reported as findings (server/features/contents).
  computed: {
    hours_clear: { column: 'boolean', of: ({ horarios }) => readOpeningHours(baseText(horarios ?? null)) !== null },
    phone_clear: { column: 'boolean', of: ({ telefono }) => telefono !== '' && isPhone(baseText(telefono ?? null)) },
  },
  fields: [
    text({ name: 'nombre', label: 'Nombre', required: true, maxLength: 120, example: 'Agencia Central' }),
    choice({
      name: 'tipo',
      label: 'Tipo',
      required: true,
      filter: true,
      options: [
        { value: 'agencia', label: 'Agencia' },
        { value: 'cajero', label: 'Cajero automático' },
        { value: 'agente', label: 'Agente' },
      ],
    }),
    flag({
      name: 'estado',
      label: 'Estado',
      words: ['Activa', 'Inactiva'],
      filter: true,
      help: 'Una agencia inactiva no se muestra en la aplicación móvil.',
    }),
    text({
      name: 'direccion',
      label: 'Dirección',
      required: true,
      maxLength: 300,
      example: '6a. avenida 5-20, zona 1, Guatemala',
      section: 'Ubicación',
    }),
    coordinate(
      'latitude',
      decimal({
        name: 'latitud',
        label: 'Latitud',
        ...GUATEMALA.latitude,
        second: 'longitud',
        step: COORDINATE_STEP,
        example: '14.634915',
        section: 'Ubicación',
        list: 'offered',
        help: 'En grados decimales, entre 13.7 y 17.9. Puede pegar aquí las dos como las copia un mapa: 15.4713, -90.3708.',
      }),
    ),
    coordinate(
      'longitude',
      decimal({
        name: 'longitud',
        label: 'Longitud',
        ...GUATEMALA.longitude,
        step: COORDINATE_STEP,
        example: '-90.506882',
        section: 'Ubicación',
        list: 'offered',
        help: 'En grados decimales con signo menos, entre -92.3 y -88.2.',
      }),
    ),
    phone({ name: 'telefono', label: 'Teléfono', example: '2345-6789', section: 'Atención' }),
    longText({
      name: 'horarios',
      label: 'Horarios',
      maxLength: 1000,
      example: 'Lunes a viernes de 8:00 a 17:00',
      section: 'Atención',
      list: 'offered',
    }),
    longText({
      name: 'operaciones',
      label: 'Operaciones',
      maxLength: 1000,
      example: 'Depósitos, retiros, pago de préstamos',
      section: 'Atención',
      list: 'offered',
    }),
    links({
      name: 'fotos',
      label: 'Fotos',
      maxItems: 20,
      section: 'Fotos',
      list: 'never',
      help: 'Hasta 20 fotos; la primera es la principal.',
    }),
  ],
  repeats(changes, stored) {
    if (!('latitud' in changes) && !('longitud' in changes)) return {};
    const { latitud, longitud } = { ...readStoredValues(agencies, stored), ...changes };
    return Object.fromEntries(POINTS.flatMap((name) => movedPoint(stored[name], latitud, longitud).map((point) => [name, point])));
  },
  check({ latitud, longitud }): Record<string, string[]> {
    if (latitud === null && longitud !== null) return { latitud: ['Complete «Latitud»: las coordenadas van juntas.'] };
    if (latitud !== null && longitud === null) return { longitud: ['Complete «Longitud»: las coordenadas van juntas.'] };
    return {};
  },
};
