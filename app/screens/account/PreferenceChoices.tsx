import { useFetcher, useLocation } from '@remix-run/react';
import { Icon } from '../../ui/Icon.tsx';

const THEMES = [
  ['system', 'Según el sistema'],
  ['light', 'Claro'],
  ['dark', 'Oscuro'],
] as const;
/** Same as server/domain/page-sizes.ts; importing it would make every list fetch one more file. */
const PAGE_SIZES = [10, 25, 50, 100].map((size) => [String(size), String(size)] as const);

const KEYS = [
  ['on', 'Sí'],
  ['off', 'No'],
] as const;

/** Theme, length of lists and keys, saved at once. Plain POST forms: they work without JavaScript. */
export function PreferenceChoices({ theme, pageSize, keys }: { theme: string; pageSize: number; keys: string }) {
  return (
    <>
      <ThemeChoice theme={theme} />
      <Choices title="Filas por página" name="pageSize" choices={PAGE_SIZES} current={String(pageSize)} inline />
      <Choices title="Atajos de una sola tecla" name="keys" choices={KEYS} current={keys} inline />
    </>
  );
}

export function ThemeChoice({ theme }: { theme: string }) {
  return <Choices title="Tema" name="theme" choices={THEMES} current={theme} />;
}

interface ChoicesProps {
  title: string;
  name: 'theme' | 'pageSize' | 'keys';
  choices: readonly (readonly [value: string, label: string])[];
  current: string;
  /** In a row instead of a column. */
  inline?: boolean;
}

function Choices({ title, name, choices, current, inline = false }: ChoicesProps) {
  const fetcher = useFetcher();
  const { pathname, search } = useLocation();
  return (
    <fetcher.Form method="post" action="/preferences" className="py-1.5">
      <input type="hidden" name="redirectTo" value={`${pathname}${search}`} />
      <div role="group" aria-label={title}>
        <p className="px-2.5 pb-0.5 text-[0.8125rem] text-muted" aria-hidden>
          {title}
        </p>
        <div className={inline ? 'flex' : ''}>
          {choices.map(([value, label]) => (
            <button
              key={value}
              type="submit"
              name={name}
              value={value}
              aria-pressed={value === current}
              className={`drop-item ${inline ? 'tabular justify-center aria-pressed:font-semibold aria-pressed:text-primary' : ''}`}
            >
              {inline ? null : <Icon name="check" className={value === current ? 'text-primary' : 'invisible'} />}
              {label}
            </button>
          ))}
        </div>
      </div>
    </fetcher.Form>
  );
}
