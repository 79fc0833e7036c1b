import { Form } from '@remix-run/react';
import { Button } from '../../ui/Button.tsx';
import { Chips, FilterToggle, Presets } from '../../ui/filter-parts.tsx';
import { HiddenParams } from '../../ui/HiddenParams.tsx';
import { SelectFilter } from '../../ui/SelectFilter.tsx';
import { keepFocus } from '../../ui/submit-on-change.ts';
import type { ReportData } from './report-data.ts';

type ParametersProps = Pick<ReportData, 'search' | 'range' | 'presets' | 'selects' | 'chips'>;

/** Days and filters as a GET form: the address holds them all, so a report can be kept as a bookmark or sent to a colleague. */
export function ReportParameters({ search, range, presets, selects, chips }: ParametersProps) {
  const named = ['from', 'to', ...selects.map((select) => select.name)];
  return (
    <section className="filters no-print mb-4" aria-label="Parámetros" data-nav="">
      <Presets presets={presets} className="preset-bar" />
      <Form method="get" className="filter-bar" key={search} ref={keepFocus}>
        <HiddenParams search={search} without={named} />
        <FilterToggle label="Fechas y filtros" active={chips.length} />
        <ReportDay name="from" label="Desde" value={range.from} />
        <ReportDay name="to" label="Hasta" value={range.to} />
        {selects.map(({ choice: _choice, ...select }) => (
          <SelectFilter key={select.name} {...select} />
        ))}
        <Button type="submit" className="filter-rest">
          Ver
        </Button>
      </Form>
      <Chips chips={chips} />
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
