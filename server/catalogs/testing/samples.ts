import type { RecordValues } from '../../domain/conflict.ts';
import { EXTRA_FIELD, sampleValues } from '../../records/testing/sample-values.ts';
import { CATALOGS, type CatalogId } from '../registry.ts';
import { AGENCY, CATEGORY, OTHER_AGENCY, OTHER_CATEGORY } from './catalog-tools.ts';

export interface Sample {
  /** Every field that people fill in; a search for `titulo peculiar 12` finds the title. */
  values: RecordValues;
  /** Every field changed; changing only the last one is valid too. */
  second: RecordValues;
  /** Breaks a rule of `field`. */
  wrong: RecordValues;
  field: string;
}

const title = 'Título/ Peculiar 1\\2';
const other = 'Ñandú «nuevo» / 3';
const titles = [title, other] as const;
const IDS = [AGENCY, OTHER_AGENCY] as const;
const CONTENT = {
  titulo: title,
  image_url: '/digitalization/asset?filename=a.jpg',
  descripcion: 'Primer paso',
  video_url: 'https://videos.test/v',
  estado: true,
};
const OTHER_CONTENT = { titulo: other, descripcion: 'Segundo\npaso', estado: false, orden: 7, image_url: '' };

/** Samples that cover more than those sampleOf derives from the definition. */
const SAMPLES: Readonly<Partial<Record<CatalogId, Sample>>> = {
  agencias: {
    values: {
      nombre: title,
      tipo: 'cajero',
      estado: false,
      direccion: '4a. calle 1-20, zona 3',
      latitud: 14.8347,
      longitud: -91.5181,
      telefono: '7765-1234',
      horarios: 'Lunes a viernes\n8:00 a 17:00',
      operaciones: 'Retiros',
      fotos: ['https://ejemplo.test/a.jpg', '/fotos/b.png'],
    },
    second: {
      nombre: other,
      tipo: 'agencia',
      estado: true,
      direccion: 'Barrio El Centro',
      latitud: 15,
      longitud: -90.25,
      horarios: '',
      operaciones: 'Depósitos\nRetiros',
      fotos: ['/fotos/b.png'],
      telefono: '7765-9999',
    },
    wrong: { latitud: 40 },
    field: 'latitud',
  },
  maletin_carpetas: {
    values: { nombre: title, descripcion: 'Para todos', orden: 3, lecturaDias: 5, estado: true },
    second: { lecturaDias: null, nombre: other, descripcion: 'De gerencia', estado: false, orden: 0 },
    wrong: { orden: -1 },
    field: 'orden',
  },
  maletin_tipos_documento: {
    values: { nombre: title, extensiones: ['pdf', 'docx'], tamanoMaximoMb: 12.5, estado: true },
    second: { nombre: other, extensiones: [], estado: false, tamanoMaximoMb: null },
    wrong: { tamanoMaximoMb: 0 },
    field: 'tamanoMaximoMb',
  },
  plazas_vacantes: {
    values: {
      nombre: title,
      agencia: AGENCY,
      fechaPapeleria: '2026-12-31',
      estado: true,
      nivelAcademico: 'Perito contador',
      perfilDeseado: 'Responsable\nPuntual',
      queOfrecemos: 'Salario y prestaciones',
    },
    second: {
      nombre: other,
      agencia: OTHER_AGENCY,
      estado: false,
      nivelAcademico: '',
      perfilDeseado: 'Con experiencia',
      queOfrecemos: 'Capacitación',
      fechaPapeleria: '',
    },
    wrong: { agencia: 'no-existe' },
    field: 'agencia',
  },
  tipos_documento: {
    values: {
      nombre: title,
      categoryId: CATEGORY,
      descripcion: 'Para créditos\nfiduciarios',
      estado: true,
      extensiones: ['pdf', 'tiff'],
      retencionAnios: 10,
      campos: [EXTRA_FIELD, { ...EXTRA_FIELD, clave: 'garantia', etiqueta: 'Garantía', tipo: 'opcion', opciones: ['Hipoteca', 'Fianza'] }],
    },
    second: {
      nombre: other,
      categoryId: OTHER_CATEGORY,
      descripcion: '',
      estado: false,
      extensiones: [],
      retencionAnios: null,
      campos: [{ ...EXTRA_FIELD, etiqueta: 'DPI', obligatorio: false }],
    },
    wrong: { campos: [EXTRA_FIELD, EXTRA_FIELD] },
    field: 'campos.1.clave',
  },
  promociones: {
    values: {
      nombre: title,
      image_url: 'https://ejemplo.test/a.jpg',
      descripcion: 'Gane un viaje',
      estado: true,
      vigenciaDesde: '2026-11-01',
      vigenciaHasta: '2026-11-01',
    },
    second: { nombre: other, image_url: '', descripcion: 'Tasa del 8 %', estado: false, vigenciaDesde: '', vigenciaHasta: '2026-12-31' },
    wrong: { vigenciaHasta: '2026-10-31' },
    field: 'vigenciaHasta',
  },
  educacion_cooperativista: {
    values: { ...CONTENT, orden: 3 },
    second: { ...OTHER_CONTENT, video_url: '' },
    wrong: { video_url: 'javascript:alert(1)' },
    field: 'video_url',
  },
  como_asociarse: {
    values: { ...CONTENT, orden: 2 },
    second: { ...OTHER_CONTENT, video_url: '' },
    wrong: { image_url: 'foto.png' },
    field: 'image_url',
  },
};

/** The sample of a catalog: written above, or derived from its fields. */
export function sampleOf(catalog: CatalogId): Sample {
  const { fields, titleField } = CATALOGS[catalog].definition;
  const given = fields.filter((field) => field.kind !== 'creation-day');
  const valuesOf = (which: 0 | 1): RecordValues =>
    Object.fromEntries(given.map((field) => [field.name, field.name === titleField ? titles[which] : sampleValues(field, IDS)[which]]));
  return SAMPLES[catalog] ?? { values: valuesOf(0), second: valuesOf(1), wrong: { [titleField]: '' }, field: titleField };
}
