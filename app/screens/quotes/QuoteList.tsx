import { OTHER_KINDS, QUOTE_KINDS } from '#server/domain/quotes.ts';
import { formatTotal } from '#server/domain/text.ts';
import { withParams } from '../../ui/search-params.ts';
import { Tabs, type Tab } from '../../ui/Tabs.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import type { QuoteListData } from './list-data.ts';
import { QUOTE_COLUMNS } from './quote-columns.tsx';

const TAB_LABELS: Readonly<Record<string, string>> = { prestamo: 'Préstamos', tarjeta_credito: 'Tarjetas de crédito' };

/** Quotes from the mobile app, by kind; the stalled ones are one choice away. */
export function QuoteList({ data }: { data: QuoteListData }) {
  return (
    <ListScreen
      data={data}
      columns={QUOTE_COLUMNS}
      searchLabel="Nombre, tel. o agencia"
      above={<Tabs label="Tipo de prospección" tabs={tabsOf(data)} />}
      empty={{ text: 'Llegan aquí cuando alguien cotiza en la aplicación móvil.' }}
    />
  );
}

/** Counts follow every filter but the kind. Kinds that are none of ours get a tab when there are some. */
function tabsOf({ counts, query, search }: QuoteListData): Tab[] {
  const chosen = query.filters['tipo'];
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const kinds = [...QUOTE_KINDS, { id: OTHER_KINDS, label: 'Otros' }].flatMap(({ id, label }) => {
    const found = counts.find((entry) => entry.tipo === id);
    if (id === OTHER_KINDS && !found?.count && chosen !== OTHER_KINDS) return [];
    return [
      {
        label: TAB_LABELS[id] ?? label,
        href: withParams(search, { tipo: id }),
        current: chosen === id,
        count: formatTotal(found?.count ?? 0, found?.isCapped),
      },
    ];
  });
  const capped = counts.some((entry) => entry.isCapped);
  return [
    { label: 'Todas', href: withParams(search, { tipo: null }), current: chosen === undefined, count: formatTotal(all, capped) },
    ...kinds,
  ];
}
