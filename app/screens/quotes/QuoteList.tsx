import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { dayOf } from '#server/domain/dates.ts';
import { nextContactLabel, OTHER_KINDS, quoteKindLabel } from '#server/features/quotes/domain/quotes.ts';
import { countOf } from '#server/domain/text.ts';
import type { ListedQuote } from '#server/features/quotes/find-quotes.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { StatusLabel } from '../../ui/StatusLabel.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { formAction } from '../forms/form-action.ts';
import { bulkVerb } from '../lists/bulk-verb.ts';
import { ROW_CHOICE } from '../lists/BulkBar.tsx';
import { ownCell } from '../lists/cells.tsx';
import { countTabs } from '../lists/count-tabs.ts';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { LIST_URL } from './quote-links.ts';
import { contactTone, stallTone } from './stall-tone.ts';

const cell = ownCell<ListedQuote>();
export const QUOTE_CELLS = {
  dias: cell(['days', 'estado', 'followUpCount'], ({ days, estado, followUpCount }, shown) =>
    estado ? <StatusLabel tone={stallTone(days, followUpCount > 0)}>{shown}</StatusLabel> : null,
  ),
  proximoContacto: cell(
    ['estado', 'proximoContacto'],
    ({ estado, proximoContacto }, shown) => {
      const tone = contactTone((estado && proximoContacto) || '', dayOf(new Date()));
      return tone === 'plain' ? shown : <StatusLabel tone={tone}>{shown}</StatusLabel>;
    },
    // A future date needs no explanation.
    ({ estado, proximoContacto }) => {
      const today = dayOf(new Date());
      return estado && proximoContacto && contactTone(proximoContacto, today) !== 'plain'
        ? nextContactLabel(proximoContacto, today)
        : undefined;
    },
  ),
  cuota: cell(['plazoMeses'], undefined, ({ plazoMeses }) => (plazoMeses === null ? undefined : countOf(plazoMeses, 'mes', 'meses'))),
  estado: cell(['estado'], ({ estado }, shown) => <StatusLabel tone={estado ? 'plain' : 'off'}>{shown}</StatusLabel>),
};

export function loadQuoteList(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.quotes.findQuotes, own: QUOTE_CELLS });
}

export const actOnQuoteList = /* @__PURE__ */ formAction({ menu: 'quotes', of: 'la lista' }, { bulk: /* @__PURE__ */ bulkVerb(LIST_URL) });

/** Quotes, by kind; a filter shows the stalled ones. */
export function QuoteList() {
  const data = useLoaderData<typeof loadQuoteList>();
  return (
    <ListScreen
      data={data}
      own={QUOTE_CELLS}
      searchLabel="Nombre, tel. o agencia"
      choice={ROW_CHOICE}
      above={<Tabs label="Tipo de prospección" tabs={countTabs(KIND_TABS, data, data.counts)} />}
      primary={
        <ButtonLink look="primary" icon="plus" href={`${LIST_URL}/new`} data-key="n">
          Nueva prospección
        </ButtonLink>
      }
      empty={{ text: 'Llegan aquí cuando alguien cotiza en la aplicación móvil, o cuando usted registra una.' }}
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
