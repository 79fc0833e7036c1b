import Plus from 'lucide-react/icons/plus';
import { agree, capitalize, type Noun } from '#server/domain/grammar.ts';
import { PAGE_SIZES } from '#server/domain/page-sizes.ts';
import { formatTotal } from '#server/domain/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FilterBar, type FilterChip, type FilterSelect } from '../../ui/FilterBar.tsx';
import { FreshnessNote } from '../../ui/FreshnessNote.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { withParams } from '../../ui/search-params.ts';
import { EmptyState } from '../../ui/states.tsx';
import { BulkBar } from '../lists/BulkBar.tsx';
import { ColumnChoice } from '../lists/ColumnChoice.tsx';
import { recordHref } from '../lists/record-links.ts';
import { CatalogTable } from './CatalogTable.tsx';
import type { CatalogListData } from './list-data.ts';
import { OrderForm } from './RowOrder.tsx';

/** The list of any catalog. */
export function CatalogList({ data }: { data: CatalogListData }) {
  const { listUrl, noun, search, page, rows } = data;
  const title = capitalize(noun.plural);
  const chips = chipsOf(data);
  return (
    <div className="group/list">
      <PageHead
        title={title}
        freshness={<FreshnessNote {...data.freshness} />}
        count={formatTotal(page.total, page.totalIsCapped)}
        secondary={
          <>
            <ColumnChoice columns={data.offered} shown={data.columns} chosen={data.chosen} search={search} />
            <ExportMenu action={`${listUrl}/export`} search={search} total={page.total} totalIsCapped={page.totalIsCapped} />
          </>
        }
        primary={
          <ButtonLink look="primary" icon={Plus} href={recordHref(listUrl, 'new', { back: search.slice(1) })} data-key="n">
            <span>
              {capitalize(agree(noun, 'nuevo'))} <span className="max-sm:sr-only">{noun.singular}</span>
            </span>
          </ButtonLink>
        }
      />
      <FilterBar
        search={search}
        q={page.query.q}
        searchLabel={`Buscar ${noun.plural}`}
        selects={selectsOf(data)}
        more={[activeSelect(noun, page.query.isActive)]}
        chips={chips}
      />
      {rows.length === 0 ? (
        <NothingFound data={data} filters={chips.length} />
      ) : (
        <>
          <CatalogTable data={data} caption={title} />
          {data.movable ? <OrderForm action={listUrl + search} /> : null}
          <BulkBar action={listUrl + search} noun={noun} active={page.query.isActive} />
          <Pager {...page} shown={rows.length} search={search} pageSizes={PAGE_SIZES} />
        </>
      )}
    </div>
  );
}

function NothingFound({ data: { listUrl, noun, search, page }, filters }: { data: CatalogListData; filters: number }) {
  if (filters === 1 && !page.query.isActive) {
    return (
      <EmptyState
        title={`No hay ${noun.plural} ${agree(noun, 'eliminado', 2)}.`}
        actions={<ButtonLink href={listUrl}>Ver {noun.gender === 'f' ? 'las' : 'los'} que están en uso</ButtonLink>}
      />
    );
  }
  if (filters > 0) {
    return (
      <EmptyState
        title={`${noun.gender === 'f' ? 'Ninguna' : 'Ningún'} ${noun.singular} coincide con lo que busca.`}
        actions={<ButtonLink href={listUrl}>Quitar búsqueda y filtros</ButtonLink>}
      />
    );
  }
  return (
    <EmptyState
      title={`Todavía no hay ${noun.plural}.`}
      actions={
        <ButtonLink href={recordHref(listUrl, 'new', { back: search.slice(1) })}>
          Crear {noun.gender === 'f' ? 'la primera' : 'el primero'}
        </ButtonLink>
      }
    />
  );
}

function selectsOf({ filters, noun, page }: CatalogListData): FilterSelect[] {
  return filters.map(({ name, label, options }) => ({
    name,
    label,
    allLabel: `${label}: ${noun.gender === 'f' ? 'todas' : 'todos'}`,
    value: page.query.filters[name] ?? '',
    options,
  }));
}

function activeSelect(noun: Noun, isActive: boolean): FilterSelect {
  return {
    name: 'isActive',
    label: 'Registros',
    allLabel: 'En uso',
    value: isActive ? '' : 'false',
    options: [{ value: 'false', label: capitalize(agree(noun, 'eliminado', 2)) }],
  };
}

function chipsOf({ filters, noun, page: { query }, search }: CatalogListData): FilterChip[] {
  const active = filters.flatMap(({ name, label, options }) => {
    const value = query.filters[name];
    if (value === undefined) return [];
    const shown = options.find((option) => option.value === value)?.label ?? value;
    return [{ label: `${label}: ${shown}`, removeHref: withParams(search, { [name]: null }) }];
  });
  return [
    ...(query.q === '' ? [] : [{ label: `Búsqueda: ${query.q}`, removeHref: withParams(search, { q: null }) }]),
    ...active,
    ...(query.isActive ? [] : [{ label: `Solo ${agree(noun, 'eliminado', 2)}`, removeHref: withParams(search, { isActive: null }) }]),
  ];
}
