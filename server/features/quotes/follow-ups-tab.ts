import type { FieldValue } from '../../ports/documents/document-store.ts';
import { NAMELESS_QUOTE, quoteKindLabel } from './domain/quotes.ts';
import type { RowsTab } from '../../reporting/list-report.ts';
import { newestFirst, readBitacora } from './bitacora.ts';

/** A counted quote, as the tab selects it. */
interface LoggedQuote {
  id: string;
  nombre: string;
  tipo: string;
  agencyName: string;
  /** The log as the table holds it: as stored, with times as text. */
  bitacora: FieldValue;
}

/** The bitácora of the quotes that a report counts: a line for each follow-up, the newest of a quote first. */
export const followUpsTab: RowsTab<LoggedQuote> = {
  name: 'Bitácora',
  title: 'Bitácora de las prospecciones',
  select: `t.id, t.nombre, t.tipo, coalesce(nullif(a.nombre, ''), t.agencia) AS "agencyName", t.bitacora`,
  joins: 'LEFT JOIN agencias a ON a.id = t.agencia',
  columns: [
    { title: 'Prospección', kind: 'text', width: 32 },
    { title: 'Tipo', kind: 'text', width: 20 },
    { title: 'Agencia', kind: 'text', width: 24 },
    { title: 'Fecha', kind: 'datetime' },
    { title: 'Quién', kind: 'text', width: 28 },
    { title: 'Etapa', kind: 'text', width: 20 },
    { title: 'Comentario', kind: 'text', width: 60 },
    { title: 'Código', kind: 'text', isId: true },
  ],
  linesOf: ({ id, nombre, tipo, agencyName, bitacora }) =>
    newestFirst(readBitacora({ bitacora })).map(({ at, usuario, etapa, comentario }) => [
      nombre || NAMELESS_QUOTE,
      quoteKindLabel(tipo),
      agencyName,
      at,
      usuario,
      etapa,
      comentario,
      id,
    ]),
};
