import { Icon } from './Icon.tsx';

/** ` (2)`, or nothing: the number of active filters after a label. */
export const counted = (active: number) => (active > 0 ? ` (${active})` : '');

/**
 * Phones only: shows what has class `filter-rest` inside the same `filters` element (filters.css). A check box styled as a button, so that
 * it needs no JavaScript.
 */
export function FilterToggle({ label, active }: { label: string; active: number }) {
  return (
    <>
      <input type="checkbox" id="ver-filtros" className="filter-switch sr-only sm:hidden" />
      <label htmlFor="ver-filtros" className="btn btn-plain filter-toggle">
        <Icon name="sliders-horizontal" className="size-[15px]" />
        {label}
        {counted(active)}
      </label>
    </>
  );
}

/** A period that people ask for often, as a link. */
export interface Preset {
  label: string;
  href: string;
  current: boolean;
}

export function Presets({ presets, className }: { presets: readonly Preset[]; className: string }) {
  return (
    <ul className={className} aria-label="Períodos">
      {presets.map((preset) => (
        <li key={preset.label}>
          <a className="btn btn-sm btn-plain" href={preset.href} aria-current={preset.current ? 'true' : undefined}>
            {preset.label}
          </a>
        </li>
      ))}
    </ul>
  );
}

interface ChipsProps {
  /** Active filters, each with the address without it (withParams). */
  chips: readonly { label: string; removeHref: string }[];
  /** The address without any filters. */
  clearHref?: string;
  /** Address of the form that saves the list with its current filters. */
  keepHref?: string | undefined;
}

export function Chips({ chips, clearHref, keepHref }: ChipsProps) {
  if (chips.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap items-center gap-1.5" aria-label="Filtros activos">
      {chips.map((chip) => (
        <li key={chip.label} className="min-w-0">
          <a className="chip" href={chip.removeHref} aria-label={`Quitar filtro: ${chip.label}`}>
            <span className="truncate">{chip.label}</span>
            <Icon name="x" className="size-[13px]" />
          </a>
        </li>
      ))}
      {clearHref && chips.length > 1 ? (
        <li>
          <a className="text-link ms-1" href={clearHref}>
            Quitar todos
          </a>
        </li>
      ) : null}
      {keepHref ? (
        <li>
          <a className="text-link ms-1" href={keepHref}>
            Guardar vista
          </a>
        </li>
      ) : null}
    </ul>
  );
}
