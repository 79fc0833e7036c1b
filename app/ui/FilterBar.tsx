import { Form, useSubmit } from '@remix-run/react';
import Search from 'lucide-react/icons/search';
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';
import X from 'lucide-react/icons/x';
import type { FormEvent, ReactNode } from 'react';
import { Button } from './Button.tsx';
import { HiddenParams } from './HiddenParams.tsx';
import { submitOnChange } from './submit-on-change.ts';

export interface FilterSelect {
  /** Parameter, named like the stored field. */
  name: string;
  label: string;
  /** What no choice is called: "Todas las agencias". */
  allLabel: string;
  value: string;
  options: readonly { value: string; label: string }[];
}

export interface FilterChip {
  label: string;
  /** The list without this filter (withParams). */
  removeHref: string;
}

interface FilterBarProps {
  /** `location.search` of the list. */
  search: string;
  q: string;
  searchLabel: string;
  selects?: readonly FilterSelect[];
  /** Two date inputs, `from` and `to`, days as YYYY-MM-DD. */
  dates?: { from: string; to: string };
  /** Selects behind "Más filtros". */
  more?: readonly FilterSelect[];
  /** Active filters, removable. */
  chips?: readonly FilterChip[];
  /** At the right end: export menu and the like. */
  end?: ReactNode;
}

/** Filters as a GET form: the URL holds them all, and without JavaScript Enter or "Buscar" sends it. */
export function FilterBar({ search, q, searchLabel, selects = [], dates, more = [], chips = [], end }: FilterBarProps) {
  const named = ['q', ...(dates ? ['from', 'to'] : []), ...[...selects, ...more].map((select) => select.name)];
  const submit = useSubmit();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit(filledIn(new FormData(event.currentTarget)), { method: 'get', action: window.location.pathname });
  };
  const moreActive = more.filter((select) => select.value !== '').length;
  return (
    <div className="no-print mb-3" data-nav="">
      <div className="filter-bar">
        <Form method="get" role="search" className="contents" key={search} onSubmit={send}>
          <HiddenParams search={search} without={named} />
          <label className="input filter-search">
            <Search size={15} className="flex-none text-muted" aria-hidden />
            <span className="sr-only">{searchLabel}</span>
            <input type="search" name="q" defaultValue={q} placeholder={searchLabel} data-key="/" maxLength={200} />
          </label>
          <Button type="submit">Buscar</Button>
          {selects.map((select) => (
            <SelectFilter key={select.name} {...select} />
          ))}
          {dates ? <DateFilters {...dates} /> : null}
          {more.length > 0 ? (
            <details className="drop" open={false}>
              <summary className="btn btn-plain">
                <SlidersHorizontal size={15} aria-hidden />
                Más filtros{moreActive > 0 ? ` (${moreActive})` : ''}
              </summary>
              <div className="drop-panel grid w-64 gap-2 p-3">
                {more.map((select) => (
                  <SelectFilter key={select.name} {...select} />
                ))}
              </div>
            </details>
          ) : null}
        </Form>
        {end ? <div className="ms-auto flex gap-2">{end}</div> : null}
      </div>
      <Chips chips={chips} />
    </div>
  );
}

/** Without what was left empty, so that addresses stay short. */
function filledIn(form: FormData): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of form) if (typeof value === 'string' && value.trim() !== '') params.append(name, value.trim());
  return params;
}

function SelectFilter({ name, label, allLabel, value, options }: FilterSelect) {
  return (
    <select name={name} aria-label={label} defaultValue={value} onChange={submitOnChange} className="select filter-select">
      <option value="">{allLabel}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function DateFilters({ from, to }: { from: string; to: string }) {
  return (
    <>
      <input type="date" name="from" aria-label="Desde" defaultValue={from} max={to || undefined} className="input filter-date" />
      <input type="date" name="to" aria-label="Hasta" defaultValue={to} min={from || undefined} className="input filter-date" />
    </>
  );
}

function Chips({ chips }: { chips: readonly FilterChip[] }) {
  if (chips.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap items-center gap-1.5" aria-label="Filtros activos">
      {chips.map((chip) => (
        <li key={chip.label} className="min-w-0">
          <a className="chip" href={chip.removeHref} aria-label={`Quitar filtro: ${chip.label}`}>
            <span className="truncate">{chip.label}</span>
            <X size={13} className="flex-none" aria-hidden />
          </a>
        </li>
      ))}
      {chips.length > 1 ? (
        <li>
          <a className="text-link ms-1" href="?">
            Quitar todos
          </a>
        </li>
      ) : null}
    </ul>
  );
}
