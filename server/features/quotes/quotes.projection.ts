import { formatQuetzales } from '../../domain/money.ts';
import { COMMENT_MAX, loanTypeLabel, NAMELESS_QUOTE, outcomeOf, quoteKindLabel, quoteStateLabel } from './domain/quotes.ts';
import { searchedDay, searchedMoment } from '../../domain/search.ts';
import { countOf } from '../../domain/text.ts';
import type { Fields } from '../../ports/documents/document-store.ts';
import { readList } from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';
import { defineTable, type RowOf } from '../../read-model/table.ts';
import { tableColumns } from '../../records/record-fields.ts';
import { newestFirst, readBitacora, storedEntries, summarizeLog } from './bitacora.ts';
import { QUOTE_FIELDS } from './quote.ts';

export const QUOTES_COLLECTION = 'cotizaciones';

/** Columns that list, record and table share. */
export const QUOTE_COLUMNS = tableColumns(QUOTE_FIELDS);

export type QuoteColumns = RowOf<typeof QUOTE_COLUMNS>;

const QUOTE_TABLE = defineTable(
  QUOTES_COLLECTION,
  QUOTE_COLUMNS,
  (row, { data }) => ({
    keys: [row.telefono, row.correo, row.nombre || NAMELESS_QUOTE],
    texts: [
      quoteKindLabel(row.tipo),
      loanTypeLabel(row.tipoPrestamo),
      // Any field must find its record (docs/specification.md): these are also searchable as stored.
      row.tipo,
      row.tipoPrestamo,
      formatQuetzales(row.monto),
      formatQuetzales(row.cuota),
      row.plazoMeses === null ? '' : countOf(row.plazoMeses, 'mes', 'meses'),
      quoteStateLabel(row.estado, storedOutcome(row, data)),
      row.motivoPerdida,
      searchedDay(row.proximoContacto ?? ''),
      // The agency is found by its name; one without a record is searchable as stored.
      row.agencia,
      // The words with which the list shows a quote that nobody has followed up (lastFollowUpLabel); the number of days changes, and is
      // looked up.
      row.estado && readBitacora(data).length === 0 ? 'Nunca, llegó · Nunca en' : '',
      ...searchedLog(data),
    ],
  }),
  { title: 'nombre' },
);

function storedOutcome({ estado, resultado }: { estado: boolean; resultado: string }, data: Fields): string {
  return outcomeOf({ estado, resultado, lastStage: newestFirst(readBitacora(data))[0]?.etapa ?? '' });
}

/** The searchable part of a log: its newest entries, with whole comments. */
const SEARCHED_ENTRIES = 50;
const SEARCHED_COMMENTS = 4 * COMMENT_MAX;

function searchedLog(data: Fields): string[] {
  let remaining = SEARCHED_COMMENTS;
  return newestFirst(readBitacora(data))
    .slice(0, SEARCHED_ENTRIES)
    .flatMap(({ at, usuario, etapa, comentario }) => {
      const comment = comentario.slice(0, remaining);
      remaining -= comment.length;
      return [comment, etapa, usuario, searchedMoment(at)];
    });
}

interface LogColumns {
  bitacora: unknown[];
  first_follow_up_at: string | null;
  last_follow_up_at: string | null;
  last_stage: string;
  follow_up_count: number;
  waiting_since: string;
  /** '' while it is pending, or if it was closed without an outcome. */
  outcome: string;
}

/** Quotes (docs/specification.md section 3). Old logs of any shape still give a row: see bitacora.ts. */
export const quotesProjection: Projection<ReturnType<typeof QUOTE_TABLE.project> & LogColumns> = {
  ...QUOTE_TABLE,
  columns: {
    ...QUOTE_TABLE.columns,
    bitacora: 'jsonb',
    first_follow_up_at: 'timestamptz',
    last_follow_up_at: 'timestamptz',
    last_stage: 'text',
    follow_up_count: 'integer',
    waiting_since: 'timestamptz',
    outcome: 'text',
  },
  project(document) {
    const { data, version } = document;
    const row = QUOTE_TABLE.project(document);
    const { firstAt, lastAt, lastStage, count } = summarizeLog(readBitacora(data), version);
    return {
      ...row,
      bitacora: readList({ bitacora: storedEntries(data) }, 'bitacora'),
      first_follow_up_at: firstAt,
      last_follow_up_at: lastAt,
      last_stage: lastStage,
      follow_up_count: count,
      waiting_since: lastAt ?? row.createdAt,
      outcome: outcomeOf({ ...row, lastStage }),
    };
  },
};
