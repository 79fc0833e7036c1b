import { useRef, useState, type MouseEvent } from 'react';
import { SENT_ON_CHANGE } from './submit-on-change.ts';

interface Option {
  value: string;
  label: string;
}

interface FilterSelect {
  /** Parameter, named like the stored field. */
  name: string;
  label: string;
  /** What no choice is called: "Todas las agencias". */
  all: string;
  value: string;
  options: readonly Option[];
  /** JSON of all options: fetched when somebody is about to open the select. */
  moreHref?: string;
}

/** A select of a GET form: choosing sends it. */
export function SelectFilter({ name, label, all, value, options, moreHref }: FilterSelect) {
  const { offered, failed, isHere, load } = useOptions(options, moreHref);
  /** A select that opens shows what it holds at that moment: it opens once the options are there. */
  const openWhenHere = (event: MouseEvent<HTMLSelectElement>) => {
    if (isHere) return;
    event.preventDefault();
    const select = event.currentTarget;
    select.focus();
    void load().then(() => openPicker(select));
  };
  return (
    <select
      name={name}
      aria-label={label}
      defaultValue={value}
      {...SENT_ON_CHANGE}
      onFocus={() => void load()}
      onPointerEnter={() => void load()}
      onMouseDown={openWhenHere}
      className="select filter-select filter-rest"
    >
      <option value="">{all}</option>
      {offered.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
      {failed ? <option disabled>No se pudieron cargar las opciones</option> : null}
    </select>
  );
}

/** The options, once somebody asks for them; asked for again after a failure. */
function useOptions(options: readonly Option[], href: string | undefined) {
  const [fetched, setFetched] = useState<readonly Option[] | null>(null);
  const [failed, setFailed] = useState(false);
  const loading = useRef<Promise<void> | null>(null);
  const isHere = href === undefined || fetched !== null;
  const load = (): Promise<void> => {
    if (isHere) return Promise.resolve();
    loading.current ??= fetchOptions(href)
      .then(setFetched, () => setFailed(true))
      .finally(() => (loading.current = null));
    return loading.current;
  };
  return { offered: fetched ?? options, failed: failed && fetched === null, isHere, load };
}

async function fetchOptions(href: string): Promise<Option[]> {
  const response = await fetch(href, { headers: { Accept: 'application/json' } });
  if (!response.ok) throw new Error(`the options answered ${response.status}`);
  return (await response.json()) as Option[];
}

function openPicker(select: HTMLSelectElement): void {
  try {
    select.showPicker();
  } catch {
    // Older browsers, or a click too long ago: the next one opens it.
  }
}
