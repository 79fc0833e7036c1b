import { Form } from '@remix-run/react';
import X from 'lucide-react/icons/x';
import { Button } from '../../ui/Button.tsx';
import { HiddenParams } from '../../ui/HiddenParams.tsx';
import { Select } from '../../ui/inputs.tsx';
import { submitOnChange } from '../../ui/submit-on-change.ts';
import type { ReportData } from './report-data.ts';

type ParametersProps = Pick<ReportData, 'search' | 'range' | 'presets' | 'selects' | 'chips'>;

/** Days and filters as a GET form: the address holds them all, so a report can be kept as a bookmark or sent to a colleague. */
export function ReportParameters({ search, range, presets, selects, chips }: ParametersProps) {
  const named = ['from', 'to', ...selects.map((select) => select.name)];
  return (
    <section className="no-print mb-4" aria-label="Parámetros" data-nav="">
      <ul className="mb-2 flex flex-wrap gap-1.5" aria-label="Períodos">
        {presets.map((preset) => (
          <li key={preset.label}>
            <a className="btn btn-sm btn-plain" href={preset.href} aria-current={preset.current ? 'true' : undefined}>
              {preset.label}
            </a>
          </li>
        ))}
      </ul>
      <Form method="get" className="filter-bar" key={search}>
        <HiddenParams search={search} without={named} />
        <label className="flex items-center gap-2 text-muted">
          Desde
          <input type="date" name="from" defaultValue={range.from} className="input filter-date" />
        </label>
        <label className="flex items-center gap-2 text-muted">
          Hasta
          <input type="date" name="to" defaultValue={range.to} className="input filter-date" />
        </label>
        {selects.map((select) => (
          <Select
            key={select.name}
            name={select.name}
            aria-label={select.label}
            defaultValue={select.value}
            placeholder={select.allLabel}
            options={select.options}
            onChange={submitOnChange}
            className="filter-select"
          />
        ))}
        <Button type="submit">Ver</Button>
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
