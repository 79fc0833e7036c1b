import { searchText } from '../../domain/search.ts';
import {
  GENERIC_COLUMNS,
  genericColumns,
  readBoolean,
  readNumber,
  readText,
  readTextList,
  type GenericColumns,
} from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';

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
    ...GENERIC_COLUMNS,
    search_text: 'text',
  },
  project(document) {
    const { data } = document;
    return {
      nombre: readText(data, 'nombre'),
      direccion: readText(data, 'direccion'),
      horarios: readText(data, 'horarios'),
      latitud: readNumber(data, 'latitud'),
      longitud: readNumber(data, 'longitud'),
      estado: readBoolean(data, 'estado', true),
      operaciones: readText(data, 'operaciones'),
      tipo: readText(data, 'tipo'),
      telefono: readText(data, 'telefono'),
      fotos: readTextList(data, 'fotos'),
      ...genericColumns(document),
      search_text: searchText([data['nombre'], data['direccion'], data['telefono'], data['horarios'], data['operaciones'], data['tipo']]),
    };
  },
};
