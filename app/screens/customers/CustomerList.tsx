import { formatDay } from '#server/domain/dates.ts';
import { PAGE_SIZES } from '#server/domain/page-sizes.ts';
import { formatTotal } from '#server/domain/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FilterBar, type FilterChip } from '../../ui/FilterBar.tsx';
import { FreshnessNote } from '../../ui/FreshnessNote.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { ListTable, shownColumns } from '../../ui/ListTable.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { withParams } from '../../ui/search-params.ts';
import { EmptyState } from '../../ui/states.tsx';
import { ColumnChoice } from '../lists/ColumnChoice.tsx';
import { dateRange } from '../lists/date-range.ts';
import { customerColumns } from './customer-columns.tsx';
import type { CustomerListData } from './customer-data.ts';
import { LIST_URL } from './list-url.ts';

const STATES = [
  { value: 'true', label: 'Activo' },
  { value: 'false', label: 'Inactivo' },
];

/** Customers, to look up: nothing here writes. */
export function CustomerList({ data }: { data: CustomerListData }) {
  const { page, search, choices, chosen } = data;
  const columns = customerColumns(search.slice(1));
  const shown = shownColumns(columns, chosen);
  const { q, agencia, estado, dates } = page.query;
  const chips = chipsOf(data);
  return (
    <>
      <PageHead
        title="Asociados"
        count={formatTotal(page.total, page.totalIsCapped)}
        freshness={<FreshnessNote {...data.freshness} />}
        secondary={
          <>
            <ColumnChoice columns={columns} shown={shown} chosen={chosen !== null} search={search} />
            <ExportMenu action={`${LIST_URL}/export`} search={search} total={page.total} totalIsCapped={page.totalIsCapped} />
          </>
        }
      />
      <FilterBar
        search={search}
        q={q}
        searchLabel="Nombre, DPI o teléfono"
        selects={[
          {
            name: 'agencia',
            label: 'Agencia',
            allLabel: 'Agencia: todas',
            value: agencia ?? '',
            options: choices.agencies.map(({ id, name }) => ({ value: id, label: name })),
          },
          {
            name: 'estado',
            label: 'Estado',
            allLabel: 'Estado: todos',
            value: estado === undefined ? '' : String(estado),
            options: STATES,
          },
        ]}
        dates={dateRange(dates, search)}
        chips={chips}
      />
      {page.rows.length === 0 ? (
        <NothingFound filtered={chips.length > 0} />
      ) : (
        <>
          <ListTable caption="Asociados" columns={shown} rows={page.rows} sorting={page.query} search={search} chosen={chosen !== null} />
          <Pager {...page} shown={page.rows.length} search={search} pageSizes={PAGE_SIZES} />
        </>
      )}
    </>
  );
}

function NothingFound({ filtered }: { filtered: boolean }) {
  if (!filtered) return <EmptyState title="Todavía no hay asociados.">Aparecen aquí cuando el sistema central los registra.</EmptyState>;
  return (
    <EmptyState
      title="Ningún asociado coincide con lo que busca."
      actions={<ButtonLink href={LIST_URL}>Quitar búsqueda y filtros</ButtonLink>}
    />
  );
}

function chipsOf({ page: { query }, search, choices }: CustomerListData): FilterChip[] {
  const { q, agencia, estado, dates } = query;
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
    ...(estado === undefined ? [] : [{ label: `Estado: ${estado ? 'Activo' : 'Inactivo'}`, removeHref: without('estado') }]),
    ...(dates.from ? [{ label: `Asociados desde ${formatDay(dates.from)}`, removeHref: without('from') }] : []),
    ...(dates.to ? [{ label: `Asociados hasta ${formatDay(dates.to)}`, removeHref: without('to') }] : []),
  ];
}
