import { Form, useSubmit } from '@remix-run/react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import Search from 'lucide-react/icons/search';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import type { FormEvent } from 'react';
import { Button } from './Button.tsx';
import { Chips, counted, FilterToggle, Presets, type Preset } from './filter-parts.tsx';
import { HiddenParams } from './HiddenParams.tsx';
import { Menu } from './Menu.tsx';
import { SelectFilter, type FilterSelect } from './SelectFilter.tsx';
import { keepFocus } from './submit-on-change.ts';

/** Two date inputs behind a button, with the periods that people ask for most as links. */
export interface DateRange {
  label: string;
  /** Days as YYYY-MM-DD; '' for no limit. */
  from: string;
  to: string;
  presets: readonly Preset[];
}

interface FilterBarProps {
  /** `location.search` of the list. */
  search: string;
  q: string;
  searchLabel: string;
  selects: readonly FilterSelect[];
  dates?: DateRange;
  /** Selects behind "Más filtros". */
  more: readonly FilterSelect[];
  /** The same list with all choices of its selects: the way without JavaScript to those that come when a select is opened. */
  allChoicesHref: string;
  /** Active filters, removable. */
  chips: readonly { label: string; removeHref: string }[];
}

/**
 * Filters as a GET form: the URL holds them all, and without JavaScript Enter or "Buscar" sends it. On phones all but
 * the search lie behind a check box that looks like a button, which needs no JavaScript either.
 */
export function FilterBar({ search, q, searchLabel, selects, dates, more, allChoicesHref, chips }: FilterBarProps) {
  const named = ['q', ...(dates ? ['from', 'to'] : []), ...[...selects, ...more].map((select) => select.name)];
  const submit = useSubmit();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit(filledIn(new FormData(event.currentTarget)), { method: 'get', action: window.location.pathname });
  };
  const count = (filters: readonly FilterSelect[]) => filters.filter((select) => select.value !== '').length;
  const dated = dates && (dates.from !== '' || dates.to !== '') ? 1 : 0;
  const hasRest = selects.length + more.length > 0 || dates !== undefined;
  return (
    <div className="filters no-print mb-3" data-nav="">
      <Form method="get" role="search" className="filter-bar" key={search} ref={keepFocus} onSubmit={send}>
        <HiddenParams search={search} without={named} />
        <label className="input filter-search">
          <Search size={15} className="flex-none text-muted" aria-hidden />
          <span className="sr-only">{searchLabel}</span>
          <input type="search" name="q" defaultValue={q} placeholder={searchLabel} data-key="/" maxLength={200} enterKeyHint="search" />
        </label>
        {hasRest ? <FilterToggle label="Filtros" active={count(selects) + count(more) + dated} /> : null}
        <Button type="submit" className={hasRest ? 'filter-rest' : 'max-sm:hidden'}>
          Buscar
        </Button>
        {selects.map((select) => (
          <SelectFilter key={select.name} {...select} />
        ))}
        {dates ? <DateFilter {...dates} active={dated} /> : null}
        {more.length > 0 ? (
          <div className="filter-rest">
            <Menu
              align="start"
              label={
                <>
                  <SlidersHorizontal size={15} aria-hidden /> Más filtros{counted(count(more))}
                </>
              }
            >
              <div className="grid w-64 gap-2 p-2">
                {more.map((select) => (
                  <SelectFilter key={select.name} {...select} />
                ))}
              </div>
            </Menu>
          </div>
        ) : null}
        {[...selects, ...more].some((select) => select.moreHref) ? (
          <noscript>
            <a className="text-link filter-rest" href={allChoicesHref}>
              Ver todas las opciones de los filtros
            </a>
          </noscript>
        ) : null}
      </Form>
      <Chips chips={chips} clearHref="?" />
    </div>
  );
}

/** Without what was left empty, so that addresses stay short. */
function filledIn(form: FormData): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === 'string' && value.trim() !== '') params.append(name, value.trim());
  return params;
}

function DateFilter({ label, from, to, presets, active }: DateRange & { active: number }) {
  return (
    <div className="filter-rest">
      <Menu
        align="start"
        label={
          <>
            <CalendarDays size={15} aria-hidden /> {label}
            {counted(active)}
          </>
        }
      >
        <div className="grid w-64 gap-2 p-2">
          <Presets presets={presets} className="flex flex-wrap gap-1.5" />
          <DayField name="from" label="Desde" value={from} max={to} />
          <DayField name="to" label="Hasta" value={to} min={from} />
          <Button type="submit">Aplicar fechas</Button>
        </div>
      </Menu>
    </div>
  );
}

function DayField({ name, label, value, min, max }: { name: string; label: string; value: string; min?: string; max?: string }) {
  return (
    <label className="flex items-center gap-2 text-muted">
      <span className="w-12">{label}</span>
      <input
        type="date"
        name={name}
        defaultValue={value}
        min={min || undefined}
        max={max || undefined}
        className="input text-base-content"
      />
    </label>
  );
}
