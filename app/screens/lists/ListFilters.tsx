import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';
import { PERIOD_LABELS } from '#server/domain/dates.ts';
import { ALL_CHOICES_PARAM, PERIOD_PARAM } from '#server/domain/list-params.ts';
import { Button } from '../../ui/Button.tsx';
import { Chips, counted, FilterToggle, Presets } from '../../ui/filter-parts.tsx';
import { HiddenParams } from '../../ui/HiddenParams.tsx';
import { Menu } from '../../ui/Menu.tsx';
import { withoutValue, withParams } from '../../ui/search-params.ts';
import { SelectFilter } from '../../ui/SelectFilter.tsx';
import { DateInput } from '../forms/DateInput.tsx';
import { fieldId } from '../../ui/Field.tsx';
import { useFilledIn } from './filled-in.ts';
import type { ListData } from './load-list.ts';
import { newViewHref } from './ViewStrip.tsx';
import { Icon, type IconName } from '../../ui/Icon.tsx';

interface ListFiltersProps {
  data: Pick<ListData<unknown>, 'chosen' | 'isCompact' | 'keepsViews' | 'list' | 'query' | 'search' | 'selects' | 'sentences' | 'view'>;
  searchLabel: string;
}

/**
 * Search, filters and chips of a list, as its data declares them. Filters are a GET form: the URL holds them all, and without JavaScript
 * Enter or "Buscar" sends it. On phones all but the search are behind a check box styled as a button, which needs no JavaScript either.
 */
export function ListFilters({ data, searchLabel }: ListFiltersProps) {
  const { list, query, search, selects, sentences } = data;
  const send = useFilledIn();
  const named = ['q', ...(list.hasDays ? ['from', 'to'] : []), ...selects.map(({ name }) => name)];
  const from = query.filters['from'] ?? '';
  const to = query.filters['to'] ?? '';
  const dated = list.hasDays && (from !== '' || to !== '' || query.filters[PERIOD_PARAM]) ? 1 : 0;
  const hasRest = selects.length > 0 || list.hasDays;
  const behind = selects.filter(({ place }) => place === 'more');
  const count = (filters: typeof selects) => filters.filter(({ value }) => value !== '').length;
  const draw = (filters: typeof selects) =>
    filters.map(({ more, ...select }) => (
      <SelectFilter
        key={select.name}
        {...select}
        several
        {...(more && { moreHref: `${list.url}/choices?filter=${encodeURIComponent(select.name)}` })}
      />
    ));
  const chips = sentences
    .filter(({ chip }) => chip !== null)
    .map(({ param, label, value, chip, one }) => ({
      label: chip ?? `${label}: ${value}`,
      removeHref: one === undefined ? withParams(search, { [param]: null }) : withoutValue(search, param, one),
    }));
  return (
    <div className="filters no-print mb-3" data-nav="">
      <Form method="get" autoComplete="off" role="search" className="filter-bar" key={search} onSubmit={send}>
        <HiddenParams search={search} without={named} />
        <label className="input filter-search">
          <Icon name="search" className="size-[15px] text-muted" />
          <span className="sr-only">{searchLabel}</span>
          <input
            type="search"
            name="q"
            defaultValue={query.q}
            placeholder={searchLabel}
            data-key="/"
            maxLength={200}
            enterKeyHint="search"
          />
        </label>
        {hasRest ? <FilterToggle label="Filtros" active={count(selects) + dated} /> : null}
        <Button type="submit" className={hasRest ? 'filter-rest' : 'max-sm:hidden'}>
          Buscar
        </Button>
        {draw(selects.filter(({ place }) => place !== 'more'))}
        {list.hasDays || behind.length > 0 ? (
          <div className="filter-end">
            {list.hasDays ? (
              <FilterMenu icon="calendar-days" label={`Fechas${counted(dated)}`}>
                <Presets presets={periodLinks(search, query.filters[PERIOD_PARAM])} className="filter-presets flex flex-wrap gap-1.5" />
                <DayField name="from" label="Desde" value={from} />
                <DayField name="to" label="Hasta" value={to} />
                <Button type="submit">Aplicar fechas</Button>
              </FilterMenu>
            ) : null}
            {behind.length > 0 ? (
              <FilterMenu icon="sliders-horizontal" label={`Más filtros${counted(count(behind))}`}>
                {draw(behind)}
              </FilterMenu>
            ) : null}
          </div>
        ) : null}
        {/* Without JavaScript: loads the options that a select otherwise fetches when opened. */}
        {selects.some(({ more }) => more) ? (
          <noscript>
            <a className="text-link filter-rest" href={withParams(search, { [ALL_CHOICES_PARAM]: 'all' })}>
              Ver todas las opciones de los filtros
            </a>
          </noscript>
        ) : null}
      </Form>
      <Chips
        chips={chips}
        clearHref="?"
        keepHref={data.keepsViews && data.view === null ? newViewHref(list.url, search, data) : undefined}
      />
    </div>
  );
}

/** Periods by name: a view or bookmark of «this week» stays current next week. */
const periodLinks = (search: string, chosen: string | undefined) =>
  Object.entries(PERIOD_LABELS).map(([id, label]) => ({
    label,
    href: withParams(search, { from: null, to: null, [PERIOD_PARAM]: id }),
    current: id === chosen,
  }));

function FilterMenu({ icon, label, children }: { icon: IconName; label: string; children: ReactNode }) {
  return (
    <div className="filter-rest">
      <Menu
        align="start"
        label={
          <>
            <Icon name={icon} className="size-[15px]" /> {label}
          </>
        }
      >
        <div className="filter-panel">{children}</div>
      </Menu>
    </div>
  );
}

function DayField({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <div className="flex items-center gap-2 text-muted">
      <label htmlFor={fieldId(name, 'filtro')} className="w-12 flex-none">
        {label}
      </label>
      <DateInput id={fieldId(name, 'filtro')} name={name} defaultValue={value} className="text-base-content" />
    </div>
  );
}
