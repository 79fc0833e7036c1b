import { searchText } from '../domain/search.ts';
import type { Projection } from '../read-model/projection.ts';
import { flagOf, GENERIC_COLUMN_TYPES, genericColumnsOf, numberOf, textListOf, textOf, type GenericColumns } from './stored-fields.ts';

export type AgencyRow = GenericColumns & {
  nombre: string;
  direccion: string;
  horarios: string;
  latitud: number | null;
  longitud: number | null;
  estado: boolean;
  operaciones: string;
  tipo: string;
  telefono: string;
  fotos: string[];
  search_text: string;
};

export const agenciesProjection: Projection<AgencyRow> = {
  database: 'main',
  collection: 'agencias',
  table: 'agencias',
  columns: {
    nombre: 'text',
    direccion: 'text',
    horarios: 'text',
    latitud: 'double precision',
    longitud: 'double precision',
    estado: 'boolean',
    operaciones: 'text',
    tipo: 'text',
    telefono: 'text',
    fotos: 'text[]',
    ...GENERIC_COLUMN_TYPES,
  },
  project(document) {
    const { data } = document;
    return {
      nombre: textOf(data['nombre']),
      direccion: textOf(data['direccion']),
      horarios: textOf(data['horarios']),
      latitud: numberOf(data['latitud']),
      longitud: numberOf(data['longitud']),
      estado: flagOf(data['estado']),
      operaciones: textOf(data['operaciones']),
      tipo: textOf(data['tipo']),
      telefono: textOf(data['telefono']),
      fotos: textListOf(data['fotos']),
      ...genericColumnsOf(document),
      search_text: searchText([data['nombre'], data['direccion'], data['telefono'], data['horarios'], data['operaciones']]),
    };
  },
};
