import { Form } from '@remix-run/react';
import X from 'lucide-react/icons/x';
import { Button } from '../../ui/Button.tsx';
import { FilterToggle } from '../../ui/FilterToggle.tsx';
import { HiddenParams } from '../../ui/HiddenParams.tsx';
import { Select } from '../../ui/inputs.tsx';
import { keepFocus, submitOnChange } from '../../ui/submit-on-change.ts';
import type { ReportData } from './report-data.ts';

type ParametersProps = Pick<ReportData, 'search' | 'range' | 'presets' | 'selects' | 'chips'>;

/** Days and filters as a GET form: the address holds them all, so a report can be kept as a bookmark or sent to a colleague. */
export function ReportParameters({ search, range, presets, selects, chips }: ParametersProps) {
  const named = ['from', 'to', ...selects.map((select) => select.name)];
  return (
    <section className="filters no-print mb-4" aria-label="Parámetros" data-nav="">
      <ul className="preset-bar" aria-label="Períodos">
        {presets.map((preset) => (
          <li key={preset.label}>
            <a className="btn btn-sm btn-plain" href={preset.href} aria-current={preset.current ? 'true' : undefined}>
              {preset.label}
            </a>
          </li>
        ))}
      </ul>
      <Form method="get" className="filter-bar" key={search} ref={keepFocus}>
        <HiddenParams search={search} without={named} />
        <FilterToggle label="Fechas y filtros" active={chips.length} />
        <ReportDay name="from" label="Desde" value={range.from} />
        <ReportDay name="to" label="Hasta" value={range.to} />
        {selects.map((select) => (
          <Select
            key={select.name}
            name={select.name}
            aria-label={select.label}
            defaultValue={select.value}
            placeholder={select.allLabel}
            options={select.options}
            onChange={submitOnChange}
            className="filter-select filter-rest"
          />
        ))}
        <Button type="submit" className="filter-rest">
          Ver
        </Button>
      </Form>
      {chips.length > 0 ? (
        <ul className="mt-2 flex flex-wrap gap-1.5" aria-label="Filtros activos">
          {chips.map((chip) => (
            <li key={chip.label} className="min-w-0">
              <a className="chip" href={chip.removeHref} aria-label={`Quitar filtro: ${chip.label}`}>
                <span className="truncate">{chip.label}</span>
                <X size={13} className="flex-none" aria-hidden />
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function ReportDay({ name, label, value }: { name: string; label: string; value: string }) {
  return (
    <label className="filter-rest filter-day text-muted">
      {label}
      <input type="date" name={name} defaultValue={value} className="input filter-date text-base-content" />
    </label>
  );
}
