import { parseDay } from '../../domain/dates.ts';
import { searchableDigits } from '../../domain/digit-groups.ts';
import { searchText } from '../../domain/search.ts';
import type { Fields } from '../../documents/document-store.ts';
import {
  GENERIC_COLUMNS,
  genericColumns,
  readBoolean,
  readDay,
  readText,
  readTimestamp,
  type GenericColumns,
} from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';

export type CustomerRow = GenericColumns & {
  codigo: string;
  nombre: string;
  dpi: string;
  telefono: string;
  correo: string;
  agencia: string;
  fechaAsociacion: string;
  estado: boolean;
  search_text: string;
};

/** Customers (specification section 3): the core system writes them, the portal only reads. */
export const customersProjection: Projection<CustomerRow> = {
  database: 'main',
  collection: 'clientes',
  table: 'clientes',
  columns: {
    codigo: 'text',
    nombre: 'text',
    dpi: 'text',
    telefono: 'text',
    correo: 'text',
    agencia: 'text',
    fechaAsociacion: 'text',
    estado: 'boolean',
    ...GENERIC_COLUMNS,
    search_text: 'text',
  },
  project(document) {
    const { data } = document;
    const text = {
      codigo: readText(data, 'codigo'),
      nombre: readText(data, 'nombre'),
      dpi: readText(data, 'dpi'),
      telefono: readText(data, 'telefono'),
      correo: readText(data, 'correo'),
    };
    return {
      ...text,
      agencia: readText(data, 'agencia'),
      fechaAsociacion: readAssociationDay(data),
      estado: readBoolean(data, 'estado', true),
      ...genericColumns(document),
      search_text: searchText([text.nombre, text.correo, ...[text.codigo, text.dpi, text.telefono].flatMap(searchableDigits)]),
    };
  },
};

/**
 * A moment of exactly midnight UTC is a day that somebody wrote without a time: in Guatemala it would fall on the day
 * before, so its written day counts.
 */
function readAssociationDay(data: Fields): string {
  const moment = readTimestamp(data, 'fechaAsociacion');
  const written = moment?.endsWith('T00:00:00.000000Z') ? parseDay(moment.slice(0, 10)) : null;
  return written ?? readDay(data, 'fechaAsociacion');
}
