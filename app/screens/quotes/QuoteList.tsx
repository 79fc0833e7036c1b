import { formatDay } from '#server/domain/dates.ts';
import { PAGE_SIZES } from '#server/domain/page-sizes.ts';
import { loanTypeLabel, OTHER_KINDS, QUOTE_KINDS, quoteStateLabel, STALLED_DAYS } from '#server/domain/quotes.ts';
import { formatTotal } from '#server/domain/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FilterBar, type FilterChip, type FilterSelect } from '../../ui/FilterBar.tsx';
import { FreshnessNote } from '../../ui/FreshnessNote.tsx';
import { ListTable, shownColumns } from '../../ui/ListTable.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { withParams } from '../../ui/search-params.ts';
import { EmptyState } from '../../ui/states.tsx';
import { Tabs, type Tab } from '../../ui/Tabs.tsx';
import { ColumnChoice } from '../lists/ColumnChoice.tsx';
import { dateRange } from '../lists/date-range.ts';
import type { QuoteListData } from './list-data.ts';
import { LIST_URL } from './list-url.ts';
import { quoteColumns } from './quote-columns.tsx';

const TAB_LABELS: Readonly<Record<string, string>> = { prestamo: 'Préstamos', tarjeta_credito: 'Tarjetas de crédito' };

/** Quotes from the mobile app, by kind; the stalled ones are one choice away. */
export function QuoteList({ data }: { data: QuoteListData }) {
  const { page, search, chosen } = data;
  const columns = quoteColumns(search.slice(1));
  const shown = shownColumns(columns, chosen);
  const chips = chipsOf(data);
  const filters = filtersOf(data);
  return (
    <>
      <PageHead
        title="Prospecciones"
        count={formatTotal(page.total, page.totalIsCapped)}
        freshness={<FreshnessNote {...data.freshness} />}
        secondary={
          <>
            <ColumnChoice columns={columns} shown={shown} chosen={chosen !== null} search={search} />
            <ExportMenu action={`${LIST_URL}/export`} search={search} total={page.total} totalIsCapped={page.totalIsCapped} />
          </>
        }
      />
      <Tabs label="Tipo de prospección" tabs={tabsOf(data)} />
      <FilterBar
        search={search}
        q={page.query.q}
        searchLabel="Nombre, tel. o agencia"
        selects={filters.first}
        dates={dateRange(page.query.dates, search)}
        more={filters.more}
        chips={chips}
      />
      {page.rows.length === 0 ? (
        <NothingFound filtered={chips.length > 0 || page.query.tipo !== undefined} />
      ) : (
        <>
          <ListTable
            caption="Prospecciones"
            columns={shown}
            rows={page.rows}
            sorting={page.query}
            search={search}
            chosen={chosen !== null}
          />
          <Pager {...page} shown={page.rows.length} search={search} pageSizes={PAGE_SIZES} />
        </>
      )}
    </>
  );
}

function NothingFound({ filtered }: { filtered: boolean }) {
  if (!filtered)
    return <EmptyState title="Todavía no hay prospecciones.">Llegan aquí cuando alguien cotiza en la aplicación móvil.</EmptyState>;
  return (
    <EmptyState
      title="Ninguna prospección coincide con lo que busca."
      actions={<ButtonLink href={LIST_URL}>Quitar búsqueda y filtros</ButtonLink>}
    />
  );
}

/** Counts follow every filter but the kind. Kinds that are none of ours get a tab when there are some. */
function tabsOf({ page: { counts, query }, search }: QuoteListData): Tab[] {
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const kinds = [...QUOTE_KINDS, { id: OTHER_KINDS, label: 'Otros' }].flatMap(({ id, label }) => {
    const found = counts.find((entry) => entry.tipo === id);
    if (id === OTHER_KINDS && !found?.count && query.tipo !== OTHER_KINDS) return [];
    return [
      {
        label: TAB_LABELS[id] ?? label,
        href: withParams(search, { tipo: id }),
        current: query.tipo === id,
        count: formatTotal(found?.count ?? 0, found?.isCapped),
      },
    ];
  });
  return [
    {
      label: 'Todas',
      href: withParams(search, { tipo: null }),
      current: query.tipo === undefined,
      count: formatTotal(
        all,
        counts.some((entry) => entry.isCapped),
      ),
    },
    ...kinds,
  ];
}

function filtersOf({ page: { query }, choices }: QuoteListData): { first: FilterSelect[]; more: FilterSelect[] } {
  const { agencia, estado, tipoPrestamo, sinSeguimiento } = query;
  return {
    first: [
      {
        name: 'agencia',
        label: 'Agencia',
        allLabel: 'Agencia: todas',
        value: agencia ?? '',
        options: choices.agencies.map(({ id, name }) => ({ value: id, label: name })),
      },
      {
        name: 'sinSeguimiento',
        label: 'Sin seguimiento',
        allLabel: 'Seguimiento',
        value: sinSeguimiento ? String(sinSeguimiento) : '',
        options: STALLED_DAYS.map((days) => ({ value: String(days), label: `${days} días o más` })),
      },
    ],
    more: [
      {
        name: 'estado',
        label: 'Estado',
        allLabel: 'Estado: todos',
        value: estado === undefined ? '' : String(estado),
        options: [true, false].map((value) => ({ value: String(value), label: quoteStateLabel(value) })),
      },
      {
        name: 'tipoPrestamo',
        label: 'Tipo de préstamo',
        allLabel: 'Tipo de préstamo: todos',
        value: tipoPrestamo ?? '',
        options: choices.loanTypes.map((value) => ({ value, label: loanTypeLabel(value) })),
      },
    ],
  };
}

function chipsOf({ page: { query }, search, choices }: QuoteListData): FilterChip[] {
  const { q, agencia, estado, tipoPrestamo, sinSeguimiento, dates } = query;
  const without = (name: string) => withParams(search, { [name]: null });
  return [
    ...(q === '' ? [] : [{ label: `Búsqueda: ${q}`, removeHref: without('q') }]),
    ...(agencia === undefined
      ? []
      : [
          {
            label: `Agencia: ${choices.agencies.find((choice) => choice.id === agencia)?.name ?? agencia}`,
            removeHref: without('agencia'),
          },
        ]),
    ...(sinSeguimiento === undefined
      ? []
      : [{ label: `Sin seguimiento: ${sinSeguimiento} días o más`, removeHref: without('sinSeguimiento') }]),
    ...(estado === undefined ? [] : [{ label: `Estado: ${quoteStateLabel(estado)}`, removeHref: without('estado') }]),
    ...(tipoPrestamo === undefined
      ? []
      : [{ label: `Tipo de préstamo: ${loanTypeLabel(tipoPrestamo)}`, removeHref: without('tipoPrestamo') }]),
    ...(dates.from ? [{ label: `Desde ${formatDay(dates.from)}`, removeHref: without('from') }] : []),
    ...(dates.to ? [{ label: `Hasta ${formatDay(dates.to)}`, removeHref: without('to') }] : []),
  ];
}
