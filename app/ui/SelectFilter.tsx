import { Suspense, useRef, useState, type MouseEvent } from 'react';
import { later } from './later.ts';
import { joinLines, linesIn } from '#server/domain/text.ts';
import { useHydrated } from './form-events.ts';
import { sentOnChange } from './submit-on-change.ts';

interface Option {
  value: string;
  label: string;
}

interface FilterSelect {
  /** URL parameter, named like the stored field. */
  name: string;
  label: string;
  /** Label of the empty choice: "Todas las agencias". */
  all: string;
  value: string;
  options: readonly Option[];
  /** Address of all options as JSON: fetched when somebody is about to open the select. */
  moreHref?: string;
  /** Several values can be chosen: in a dialog, or with `multiple` in a list of all options. */
  several?: boolean;
  multiple?: boolean;
}

// Loaded on demand: rarely used.
const SeveralDialog = later(async () => (await import('./SeveralDialog.tsx')).SeveralDialog);
/** Value of the entry that opens the dialog. */
const SEVERAL = '\n';

/** A select of a GET form, sent on change. */
export function SelectFilter(filter: FilterSelect) {
  return filter.multiple ? <AllOptions {...filter} /> : <OneSelect {...filter} />;
}

/** Without scripts: a list of all options in which several can be chosen, sent with a button. */
function AllOptions({ name, label, all, value, options }: FilterSelect) {
  return (
    <select
      name={name}
      aria-label={label}
      multiple
      size={4}
      defaultValue={linesIn(value)}
      className="select filter-select filter-rest h-auto"
    >
      <option value="">{all}</option>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

function OneSelect({ name, label, all, value, options, moreHref, several = false }: FilterSelect) {
  const select = useRef<HTMLSelectElement>(null);
  const [choosing, setChoosing] = useState(false);
  const ready = useHydrated();
  const isMany = several && ready && (moreHref !== undefined || options.length > 2);
  const { offered, failed, isHere, load } = useOptions(options, moreHref);
  /** An open select does not take new options: wait for them, then open it. */
  const openWhenHere = (event: MouseEvent<HTMLSelectElement>) => {
    if (isHere) return;
    event.preventDefault();
    const select = event.currentTarget;
    select.focus();
    void load().then(() => openPicker(select));
  };
  const take = (select: HTMLSelectElement) => {
    if (select.value !== SEVERAL) return select.form?.requestSubmit();
    select.value = value;
    void load().then(() => setChoosing(true));
  };
  /** Submits the values as if the select had an entry for them. */
  const choose = (values: readonly string[]) => {
    setChoosing(false);
    const chosen = new Option('', joinLines(values));
    select.current?.add(chosen);
    chosen.selected = true;
    select.current?.form?.requestSubmit();
  };
  return (
    <>
      <select
        ref={select}
        name={name}
        aria-label={label}
        defaultValue={value}
        {...sentOnChange(take)}
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
        {isMany ? <option value={SEVERAL}>Elegir varias…</option> : null}
        {failed ? <option disabled>No se pudieron cargar las opciones</option> : null}
      </select>
      {choosing ? (
        <Suspense fallback={null}>
          <SeveralDialog
            title={label}
            options={offered.filter((option) => linesIn(option.value).length === 1)}
            chosen={linesIn(value)}
            onChoose={choose}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Fetches the options when first needed, and again after a failure. */
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
  // The entry that stands for several values is not among the fetched options.
  const severalChosen = options.filter(({ value }) => linesIn(value).length > 1);
  return { offered: fetched ? [...severalChosen, ...fetched] : options, failed: failed && fetched === null, isHere, load };
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
    // An older browser, or the click was too long ago: the next click opens it.
  }
}
