import { ALL_CHOICES_PARAM } from '#server/domain/list-params.ts';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { withParams } from '../../ui/search-params.ts';
import { presetLinks } from './date-presets.ts';
import type { ListData } from './load-list.ts';

interface ListFiltersProps {
  data: Pick<ListData<unknown>, 'list' | 'query' | 'search' | 'selects' | 'sentences'>;
  searchLabel: string;
}

/** Search, filters and chips of a list as its data says them. */
export function ListFilters({ data: { list, query, search, selects, sentences }, searchLabel }: ListFiltersProps) {
  const choicesUrl = `${list.url}/choices`;
  const shown = selects.map(({ name, label, all, value, options, more }) => ({
    name,
    label,
    allLabel: all,
    value,
    options,
    ...(more && { moreHref: `${choicesUrl}?filter=${encodeURIComponent(name)}` }),
  }));
  const days = { from: query.filters['from'] ?? '', to: query.filters['to'] ?? '' };
  const behind = new Set(selects.filter(({ place }) => place === 'more').map(({ name }) => name));
  return (
    <FilterBar
      search={search}
      q={query.q}
      searchLabel={searchLabel}
      selects={shown.filter(({ name }) => !behind.has(name))}
      more={shown.filter(({ name }) => behind.has(name))}
      {...(list.hasDays && { dates: { label: 'Fechas', ...days, presets: presetLinks(search, days) } })}
      allChoicesHref={withParams(search, { [ALL_CHOICES_PARAM]: 'all' })}
      chips={sentences
        .filter(({ chip }) => chip !== null)
        .map(({ param, label, value, chip }) => ({
          label: chip ?? `${label}: ${value}`,
          removeHref: withParams(search, { [param]: null }),
        }))}
    />
  );
}
