import { searchableDigits } from '../../domain/digit-groups.ts';
import { loanTypeLabel, quoteKindLabel } from '../../domain/quotes.ts';
import type { Fields } from '../../documents/document-store.ts';
import { readInteger, readList, readNumber, readText } from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';
import { defineTable, FLAG, TEXT, type Column, type RowOf } from '../../read-model/table.ts';
import { readBitacora, storedEntries, summarizeLog } from './bitacora.ts';

/** Quetzales; null when the document holds no amount. */
const AMOUNT: Column<number | null> = { type: 'double precision', read: readAmount };

/** What list, record and table have in common. */
export const QUOTE_COLUMNS = {
  tipo: TEXT,
  tipoPrestamo: TEXT,
  nombre: TEXT,
  telefono: TEXT,
  correo: TEXT,
  monto: AMOUNT,
  plazoMeses: { type: 'integer', read: readMonths },
  cuota: AMOUNT,
  agencia: TEXT,
  /** True: pending. */
  estado: FLAG,
} as const satisfies Parameters<typeof defineTable>[1];

export type QuoteColumns = RowOf<typeof QUOTE_COLUMNS>;

const QUOTE_TABLE = defineTable('cotizaciones', QUOTE_COLUMNS, ({ nombre, correo, telefono, tipo, tipoPrestamo }) => [
  nombre,
  correo,
  ...searchableDigits(telefono),
  quoteKindLabel(tipo),
  loanTypeLabel(tipoPrestamo),
]);

interface LogColumns {
  bitacora: unknown[];
  last_follow_up_at: string | null;
  last_stage: string;
  follow_up_count: number;
  waiting_since: string;
}

/** Quotes (specification section 3). Old logs of any shape give a row: see bitacora.ts. */
export const quotesProjection: Projection<ReturnType<typeof QUOTE_TABLE.project> & LogColumns> = {
  ...QUOTE_TABLE,
  columns: {
    ...QUOTE_TABLE.columns,
    bitacora: 'jsonb',
    last_follow_up_at: 'timestamptz',
    last_stage: 'text',
    follow_up_count: 'integer',
    waiting_since: 'timestamptz',
  },
  project(document) {
    const { data, version } = document;
    const row = QUOTE_TABLE.project(document);
    const { lastAt, lastStage, count } = summarizeLog(readBitacora(data), version);
    return {
      ...row,
      bitacora: readList({ bitacora: storedEntries(data) }, 'bitacora'),
      last_follow_up_at: lastAt,
      last_stage: lastStage,
      follow_up_count: count,
      waiting_since: lastAt ?? row.createdAt,
    };
  },
};

/** Also written `Q12,500.00` or `12500`. */
function readAmount(data: Fields, field: string): number | null {
  const number = readNumber(data, field);
  if (number !== null) return number;
  const text = readText(data, field).trim();
  return /^Q?\s*-?\d{1,3}(,\d{3})*(\.\d+)?$/i.test(text) ? Number(text.replace(/[Q,\s]/gi, '')) : null;
}

/** Whole months; null when the document says none. */
function readMonths(data: Fields, field: string): number | null {
  const months = readInteger(data, field, -1);
  return months < 0 ? null : months;
}
