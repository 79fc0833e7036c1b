import { searchableDigits } from '../../domain/digit-groups.ts';
import { loanTypeLabel, quoteKindLabel } from '../../domain/quotes.ts';
import { searchText } from '../../domain/search.ts';
import type { Fields } from '../../documents/document-store.ts';
import {
  GENERIC_COLUMNS,
  genericColumns,
  readBoolean,
  readInteger,
  readList,
  readNumber,
  readText,
  type GenericColumns,
} from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';
import { readBitacora, storedEntries, summarizeLog } from './bitacora.ts';

export type QuoteRow = GenericColumns & {
  tipo: string;
  tipoPrestamo: string;
  nombre: string;
  telefono: string;
  correo: string;
  monto: number | null;
  plazoMeses: number | null;
  cuota: number | null;
  agencia: string;
  estado: boolean;
  bitacora: unknown[];
  last_follow_up_at: string | null;
  last_stage: string;
  follow_up_count: number;
  waiting_since: string;
  search_text: string;
};

/** Quotes (specification section 3). Old logs of any shape give a row: see bitacora.ts. */
export const quotesProjection: Projection<QuoteRow> = {
  database: 'main',
  collection: 'cotizaciones',
  table: 'cotizaciones',
  columns: {
    tipo: 'text',
    tipoPrestamo: 'text',
    nombre: 'text',
    telefono: 'text',
    correo: 'text',
    monto: 'double precision',
    plazoMeses: 'integer',
    cuota: 'double precision',
    agencia: 'text',
    estado: 'boolean',
    bitacora: 'jsonb',
    last_follow_up_at: 'timestamptz',
    last_stage: 'text',
    follow_up_count: 'integer',
    waiting_since: 'timestamptz',
    ...GENERIC_COLUMNS,
    search_text: 'text',
  },
  project(document) {
    const { data, version } = document;
    const generic = genericColumns(document);
    const { lastAt, lastStage, count } = summarizeLog(readBitacora(data), version);
    const [nombre, telefono, correo] = [readText(data, 'nombre'), readText(data, 'telefono'), readText(data, 'correo')];
    const [tipo, tipoPrestamo] = [readText(data, 'tipo'), readText(data, 'tipoPrestamo')];
    return {
      tipo,
      tipoPrestamo,
      nombre,
      telefono,
      correo,
      monto: readAmount(data, 'monto'),
      plazoMeses: readMonths(data),
      cuota: readAmount(data, 'cuota'),
      agencia: readText(data, 'agencia'),
      estado: readBoolean(data, 'estado', true),
      bitacora: readList({ bitacora: storedEntries(data) }, 'bitacora'),
      last_follow_up_at: lastAt,
      last_stage: lastStage,
      follow_up_count: count,
      waiting_since: lastAt ?? generic.createdAt,
      ...generic,
      search_text: searchText([nombre, correo, ...searchableDigits(telefono), quoteKindLabel(tipo), loanTypeLabel(tipoPrestamo)]),
    };
  },
};

/** Quetzales, also written `Q12,500.00` or `12500`; null when it is no amount. */
export function readAmount(data: Fields, field: string): number | null {
  const number = readNumber(data, field);
  if (number !== null) return number;
  const text = readText(data, field).trim();
  return /^Q?\s*-?\d{1,3}(,\d{3})*(\.\d+)?$/i.test(text) ? Number(text.replace(/[Q,\s]/gi, '')) : null;
}

/** Whole months; null when the document says none. */
export function readMonths(data: Fields): number | null {
  const months = readInteger(data, 'plazoMeses', -1);
  return months < 0 ? null : months;
}
