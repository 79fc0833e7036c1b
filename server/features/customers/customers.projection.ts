import { parseDay } from '../../domain/dates.ts';
import { searchedDay } from '../../domain/search.ts';
import { activeLabel } from '../../domain/text.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { readDay, readTimestamp } from '../../read-model/field-readers.ts';
import { defineTable, FLAG, TEXT } from '../../read-model/table.ts';

const COLUMNS = {
  codigo: TEXT,
  nombre: TEXT,
  dpi: TEXT,
  telefono: TEXT,
  correo: TEXT,
  agencia: TEXT,
  /** YYYY-MM-DD or ''. */
  fechaAsociacion: { type: 'text', read: readAssociationDay },
  estado: FLAG,
} as const satisfies Parameters<typeof defineTable>[1];

/** Customers (docs/specification.md section 3): the core system writes them, the portal only reads. */
export const customersProjection = defineTable('clientes', COLUMNS, (row, { id }) => ({
  keys: [row.codigo, row.dpi, row.telefono, row.correo, row.nombre || row.codigo || id],
  // The agency is found by its name; one that is no record shows as it is stored.
  texts: [row.agencia, searchedDay(row.fechaAsociacion), activeLabel(row.estado)],
}));

/**
 * A moment of exactly midnight UTC is a day that somebody wrote without a time: in Guatemala it would fall on the day
 * before, so its written day counts.
 */
function readAssociationDay(data: Fields, field: string): string {
  const moment = readTimestamp(data, field);
  const written = moment?.endsWith('T00:00:00.000000Z') ? parseDay(moment.slice(0, 10)) : null;
  return written ?? readDay(data, field);
}
