import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal';

/** ` (2)`, or nothing: behind the name of what is active. */
export const counted = (active: number) => (active > 0 ? ` (${active})` : '');

/**
 * Phones only: shows what has class `filter-rest` inside the same `filters` element (forms.css). A check box that looks
 * like a button, so that it needs no JavaScript.
 */
export function FilterToggle({ label, active }: { label: string; active: number }) {
  return (
    <>
      <input type="checkbox" id="ver-filtros" className="filter-switch sr-only sm:hidden" />
      <label htmlFor="ver-filtros" className="btn btn-plain filter-toggle">
        <SlidersHorizontal size={15} aria-hidden />
        {label}
        {counted(active)}
      </label>
    </>
  );
}
