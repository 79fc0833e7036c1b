import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { formatDateTime } from '#server/domain/dates.ts';
import { menuHref } from '#server/domain/menu.ts';
import { formatQuetzales } from '#server/domain/money.ts';
import { daysLabel, loanTypeLabel, NAMELESS_QUOTE, OTHER_KINDS, quoteKindLabel, quoteStateLabel } from '#server/domain/quotes.ts';
import { countOf } from '#server/domain/text.ts';
import type { ListedQuote } from '#server/features/quotes/find-quotes.ts';
import { columnsOf } from '../../ui/ListTable.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { shortDate } from '../lists/short-dates.tsx';
import { countTabs } from '../lists/count-tabs.ts';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { recordHref } from '../lists/record-links.ts';
import { stallTone } from './stall-tone.ts';

const LIST_URL = menuHref('quotes');

const column = columnsOf<ListedQuote>();
export const QUOTE_COLUMNS = [
  column({
    name: 'nombre',
    label: 'Nombre',
    fields: ['id', 'nombre'],
    look: 'cut sm:w-1/4!',
    cell: ({ id, nombre }, back) => <a href={recordHref(LIST_URL, id, { back })}>{nombre || NAMELESS_QUOTE}</a>,
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
  column({
    name: 'tipo',
    label: 'Tipo',
    fields: ['tipo', 'tipoPrestamo'],
    look: 'cut',
    from: 'md',
    cell: ({ tipo, tipoPrestamo }) =>
      tipoPrestamo === '' ? quoteKindLabel(tipo) : `${quoteKindLabel(tipo)} · ${loanTypeLabel(tipoPrestamo)}`,
  }),
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
    cell: ({ createdAt }) => shortDate(createdAt),
  }),
];

export function loadQuoteList(args: LoaderFunctionArgs) {
  return loadList(args, { id: 'cotizaciones', url: LIST_URL, columns: QUOTE_COLUMNS, find: args.context.portal.quotes.findQuotes });
}

/** Quotes from the mobile app, by kind; the stalled ones are one choice away. */
export function QuoteList() {
  const data = useLoaderData<typeof loadQuoteList>();
  return (
    <ListScreen
      data={data}
      columns={QUOTE_COLUMNS}
      searchLabel="Nombre, tel. o agencia"
      above={<Tabs label="Tipo de prospección" tabs={countTabs(KIND_TABS, data, data.counts)} />}
      empty={{ text: 'Llegan aquí cuando alguien cotiza en la aplicación móvil.' }}
    />
  );
}

const TAB_LABELS: Readonly<Record<string, string>> = {
  prestamo: 'Préstamos',
  tarjeta_credito: 'Tarjetas de crédito',
  [OTHER_KINDS]: 'Otros',
};

const KIND_TABS = {
  param: 'tipo',
  all: 'Todas',
  labelOf: (kind: string) => TAB_LABELS[kind] ?? quoteKindLabel(kind),
  others: OTHER_KINDS,
};
