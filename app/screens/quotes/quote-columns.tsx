import { formatDate, formatDateTime } from '#server/domain/dates.ts';
import { formatQuetzales } from '#server/domain/money.ts';
import { daysLabel, loanTypeLabel, quoteKindLabel, quoteStateLabel } from '#server/domain/quotes.ts';
import { countOf } from '#server/domain/text.ts';
import type { ListedQuote } from '#server/features/quotes/find-quotes.ts';
import { columnsOf } from '../../ui/ListTable.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { recordHref } from '../lists/record-links.ts';
import { LIST_URL } from './list-url.ts';
import { stallTone } from './stall-tone.ts';

const column = columnsOf<ListedQuote>();

/** Columns of the list, named like their fields. */
export const QUOTE_COLUMNS = [
  column({
    name: 'nombre',
    label: 'Nombre',
    fields: ['id', 'nombre'],
    look: 'cut sm:w-1/4!',
    cell: ({ id, nombre }, back) => <a href={recordHref(LIST_URL, id, { back })}>{nombre || 'Sin nombre'}</a>,
  }),
  column({
    name: 'dias',
    label: 'Sin seguimiento',
    fields: ['estado', 'days', 'lastFollowUpAt'],
    look: 'nowrap',
    title: ({ lastFollowUpAt }) => (lastFollowUpAt ? `Último seguimiento: ${formatDateTime(lastFollowUpAt)}` : 'Sin ningún seguimiento'),
    cell: ({ estado, days }) => (estado ? <StatusLabel tone={stallTone(days)}>{daysLabel(days)}</StatusLabel> : null),
  }),
  column({ name: 'telefono', label: 'Teléfono', fields: ['telefono'], look: 'nowrap tabular', from: 'sm' }),
  column({ name: 'tipo', label: 'Tipo', fields: ['tipo', 'tipoPrestamo'], look: 'cut', from: 'md', cell: kindText }),
  column({ name: 'monto', label: 'Monto', fields: ['monto'], look: 'num', from: 'sm', cell: ({ monto }) => formatQuetzales(monto) }),
  column({
    name: 'cuota',
    label: 'Cuota',
    fields: ['cuota', 'plazoMeses'],
    look: 'num',
    from: 'lg',
    title: ({ plazoMeses }) => (plazoMeses === null ? undefined : countOf(plazoMeses, 'mes', 'meses')),
    cell: ({ cuota }) => formatQuetzales(cuota),
  }),
  column({
    name: 'estado',
    label: 'Estado',
    fields: ['estado'],
    from: 'lg',
    cell: ({ estado }) => <StatusLabel tone={estado ? 'plain' : 'off'}>{quoteStateLabel(estado)}</StatusLabel>,
  }),
  column({ name: 'etapa', label: 'Última etapa', fields: ['lastStage'], look: 'cut', from: 'xl' }),
  column({ name: 'agencia', label: 'Agencia', fields: ['agencyName'], look: 'cut', from: 'xl' }),
  column({
    name: 'createdAt',
    label: 'Fecha',
    fields: ['createdAt'],
    from: 'lg',
    cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>,
  }),
];

function kindText({ tipo, tipoPrestamo }: Pick<ListedQuote, 'tipo' | 'tipoPrestamo'>): string {
  return tipoPrestamo === '' ? quoteKindLabel(tipo) : `${quoteKindLabel(tipo)} · ${loanTypeLabel(tipoPrestamo)}`;
}
