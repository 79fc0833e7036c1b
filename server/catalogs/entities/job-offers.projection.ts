import { searchText } from '../../domain/search.ts';
import { GENERIC_COLUMNS, genericColumns, readBoolean, readDay, readText, type GenericColumns } from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';

export type JobOfferRow = GenericColumns & {
  nombre: string;
  queOfrecemos: string;
  nivelAcademico: string;
  perfilDeseado: string;
  estado: boolean;
  fecha: string;
  agencia: string;
  fechaPapeleria: string;
  search_text: string;
};

export const jobOffersProjection: Projection<JobOfferRow> = {
  database: 'main',
  collection: 'plazas_vacantes',
  table: 'plazas_vacantes',
  columns: {
    nombre: 'text',
    queOfrecemos: 'text',
    nivelAcademico: 'text',
    perfilDeseado: 'text',
    estado: 'boolean',
    fecha: 'text',
    agencia: 'text',
    fechaPapeleria: 'text',
    ...GENERIC_COLUMNS,
    search_text: 'text',
  },
  project(document) {
    const { data } = document;
    return {
      nombre: readText(data, 'nombre'),
      queOfrecemos: readText(data, 'queOfrecemos'),
      nivelAcademico: readText(data, 'nivelAcademico'),
      perfilDeseado: readText(data, 'perfilDeseado'),
      estado: readBoolean(data, 'estado', true),
      fecha: readText(data, 'fecha'),
      agencia: readText(data, 'agencia'),
      fechaPapeleria: readDay(data, 'fechaPapeleria'),
      ...genericColumns(document),
      search_text: searchText([data['nombre'], data['queOfrecemos'], data['nivelAcademico'], data['perfilDeseado']]),
    };
  },
};
