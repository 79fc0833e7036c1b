import { formatDay } from '../../domain/dates.ts';
import { loanTypeLabel, OTHER_KINDS, quoteKindLabel, quoteStateLabel } from '../../domain/quotes.ts';
import { findAgencyChoices, type Choice } from '../../read-model/pages/choices.ts';
import { streamRows } from '../../read-model/pages/stream-rows.ts';
import type { Row, RowBatches, Sheet, SheetColumn } from '../../workbooks/sheet.ts';
import type { QuoteListRow } from './find-quotes.ts';
import { QUOTE_SOURCE, quoteConditions, quoteRequest, readQuoteListQuery, type QuoteListQuery } from './list-query.ts';
import { requireQuotes, type QuoteCall, type QuoteServices } from './quote-services.ts';

export interface QuoteExport {
  sheet: Sheet;
  /** Reads while the file is written; `signal` ends it. */
  rows: (signal: AbortSignal) => RowBatches;
}

const COLUMNS: readonly SheetColumn[] = [
  { title: 'Nombre', kind: 'text', width: 34 },
  { title: 'Tipo', kind: 'text', width: 20 },
  { title: 'Tipo de préstamo', kind: 'text', width: 18 },
  { title: 'Teléfono', kind: 'text', width: 16 },
  { title: 'Correo electrónico', kind: 'text', width: 32 },
  { title: 'Monto', kind: 'money', total: true },
  { title: 'Plazo (meses)', kind: 'integer' },
  { title: 'Cuota', kind: 'money' },
  { title: 'Agencia', kind: 'text' },
  { title: 'Estado', kind: 'text', width: 12 },
  { title: 'Fecha de creación', kind: 'datetime' },
  { title: 'Seguimientos', kind: 'integer' },
  { title: 'Última etapa', kind: 'text', width: 20 },
  { title: 'Último seguimiento', kind: 'datetime' },
  { title: 'Días sin seguimiento', kind: 'integer' },
  { title: 'Código', kind: 'text' },
];

/** The list of the same parameters, all pages, in the same order. Errors: `forbidden`. */
export async function exportQuotes(
  { sql, prisma, liveSettings }: Pick<QuoteServices, 'sql' | 'prisma' | 'liveSettings'>,
  { actor, params }: QuoteCall & { params: URLSearchParams },
): Promise<QuoteExport> {
  requireQuotes(actor);
  const query = readQuoteListQuery(params, actor.pageSize);
  return {
    sheet: {
      title: 'Prospecciones',
      name: 'Prospecciones',
      parameters: describeParameters(query, await findAgencyChoices(prisma)),
      columns: COLUMNS,
      generatedAt: new Date(),
      generatedBy: actor.name,
      organisation: liveSettings.current().cooperativeName,
    },
    rows: (signal) => readCells(sql, query, signal),
  };
}

async function* readCells(sql: QuoteServices['sql'], query: QuoteListQuery, signal: AbortSignal): RowBatches {
  for await (const rows of streamRows<QuoteListRow>(sql, QUOTE_SOURCE, quoteRequest(query), quoteConditions(query))) {
    signal.throwIfAborted();
    yield rows.map(toCells);
  }
}

/** An amount that is none shows as `Q0.00`, as on screen; a closed quote waits for nobody. */
function toCells(row: QuoteListRow): Row {
  return [
    row.nombre,
    quoteKindLabel(row.tipo),
    loanTypeLabel(row.tipoPrestamo),
    row.telefono,
    row.correo,
    row.monto ?? 0,
    row.plazoMeses,
    row.cuota ?? 0,
    row.agencyName,
    quoteStateLabel(row.estado),
    row.createdAt,
    row.followUpCount,
    row.lastStage,
    row.lastFollowUpAt,
    row.estado ? row.days : null,
    row.id,
  ];
}

function describeParameters(query: QuoteListQuery, agencies: readonly Choice[]): (readonly [string, string])[] {
  const { q, tipo, agencia, estado, tipoPrestamo, sinSeguimiento, dates } = query;
  return [
    ...(q === '' ? [] : [['Búsqueda', q] as const]),
    ...(tipo === undefined ? [] : [['Tipo', tipo === OTHER_KINDS ? 'Otros' : quoteKindLabel(tipo)] as const]),
    ...(agencia === undefined ? [] : [['Agencia', agencies.find((choice) => choice.id === agencia)?.name ?? agencia] as const]),
    ...(estado === undefined ? [] : [['Estado', quoteStateLabel(estado)] as const]),
    ...(tipoPrestamo === undefined ? [] : [['Tipo de préstamo', loanTypeLabel(tipoPrestamo)] as const]),
    ...(sinSeguimiento === undefined ? [] : [['Sin seguimiento', `${sinSeguimiento} días o más`] as const]),
    ...(dates.from ? [['Desde', formatDay(dates.from)] as const] : []),
    ...(dates.to ? [['Hasta', formatDay(dates.to)] as const] : []),
  ];
}
