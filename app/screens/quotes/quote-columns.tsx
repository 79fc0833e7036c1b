import { formatDate, formatDateTime } from '#server/domain/dates.ts';
import { formatQuetzales } from '#server/domain/money.ts';
import { daysLabel, loanTypeLabel, quoteKindLabel, quoteStateLabel } from '#server/domain/quotes.ts';
import { countOf } from '#server/domain/text.ts';
import type { ListedQuote } from '#server/features/quotes/find-quotes.ts';
import type { ListColumn } from '../../ui/ListTable.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { recordHref } from '../lists/record-links.ts';
import { LIST_URL } from './list-url.ts';
import { stallTone } from './stall-tone.ts';

/** Columns of the list, named like their fields; `back` is the list's state for the way back. */
export function quoteColumns(back: string): ListColumn<ListedQuote>[] {
  return [
    {
      name: 'nombre',
      label: 'Nombre',
      look: 'cut sm:w-1/4!',
      sort: 'asc',
      title: ({ nombre }) => nombre,
      cell: ({ id, nombre }) => <a href={recordHref(LIST_URL, id, { back })}>{nombre || 'Sin nombre'}</a>,
    },
    {
      name: 'dias',
      label: 'Sin seguimiento',
      sort: 'desc',
      look: 'nowrap',
      title: ({ lastFollowUpAt }) => (lastFollowUpAt ? `Último seguimiento: ${formatDateTime(lastFollowUpAt)}` : 'Sin ningún seguimiento'),
      cell: ({ estado, days }) => (estado ? <StatusLabel tone={stallTone(days)}>{daysLabel(days)}</StatusLabel> : null),
    },
    { name: 'telefono', label: 'Teléfono', look: 'nowrap tabular', from: 'sm', cell: ({ telefono }) => telefono },
    { name: 'tipo', label: 'Tipo', look: 'cut', from: 'md', title: kindText, cell: kindText },
    { name: 'monto', label: 'Monto', look: 'num', sort: 'desc', from: 'sm', cell: ({ monto }) => formatQuetzales(monto) },
    {
      name: 'cuota',
      label: 'Cuota',
      look: 'num',
      sort: 'desc',
      from: 'lg',
      title: ({ plazoMeses }) => (plazoMeses === null ? undefined : countOf(plazoMeses, 'mes', 'meses')),
      cell: ({ cuota }) => formatQuetzales(cuota),
    },
    {
      name: 'estado',
      label: 'Estado',
      from: 'lg',
      cell: ({ estado }) => <StatusLabel tone={estado ? 'plain' : 'off'}>{quoteStateLabel(estado)}</StatusLabel>,
    },
    { name: 'etapa', label: 'Última etapa', look: 'cut', from: 'xl', cell: ({ lastStage }) => lastStage },
    {
      name: 'agencia',
      label: 'Agencia',
      look: 'cut',
      from: 'xl',
      title: ({ agencyName }) => agencyName,
      cell: ({ agencyName }) => agencyName,
    },
    {
      name: 'createdAt',
      label: 'Fecha',
      sort: 'desc',
      from: 'lg',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{formatDate(createdAt)}</time>,
    },
  ];
}

function kindText({ tipo, tipoPrestamo }: ListedQuote): string {
  return tipoPrestamo === '' ? quoteKindLabel(tipo) : `${quoteKindLabel(tipo)} · ${loanTypeLabel(tipoPrestamo)}`;
}
