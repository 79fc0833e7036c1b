import { useEffect, useRef } from 'react';
import { plural } from '#server/domain/text.ts';
import { fieldId } from './Field.tsx';
import { Icon } from './Icon.tsx';

interface ErrorSummaryProps {
  /** Errors by field name; the form's own errors under ''. */
  errors: Readonly<Record<string, readonly string[] | undefined>>;
  /** Labels by field name, so that the summary can be read on its own. */
  labels?: Readonly<Record<string, string>>;
}

/** Most messages name their field themselves. */
const withLabel = (label: string, text: string) => (label === '' || text.includes(`«${label}»`) ? text : `${label}: ${text}`);

/** At the top of a rejected form: every error with a link to its field. Takes the focus when it appears. */
export function ErrorSummary({ errors, labels = {} }: ErrorSummaryProps) {
  const box = useRef<HTMLDivElement>(null);
  const entries = Object.entries(errors).flatMap(([name, list]) => (list ?? []).map((text) => ({ name, text })));
  const signature = entries.map((entry) => `${entry.name}:${entry.text}`).join('|');
  useEffect(() => {
    if (signature !== '') box.current?.focus();
  }, [signature]);
  if (entries.length === 0) return null;
  const wrong = new Set(entries.map((entry) => entry.name)).size;
  return (
    <div ref={box} role="alert" tabIndex={-1} className="notice notice-error mb-4 max-w-160">
      <Icon name="octagon-alert" className="size-4.5" />
      <div>
        <h2 className="text-sm leading-5">{plural(wrong, 'Hay un dato que corregir', `Hay ${wrong} datos que corregir`)}</h2>
        <ul className="mt-1 grid gap-0.5">
          {entries.map(({ name, text }) => (
            <li key={`${name}:${text}`}>
              {name === '' ? (
                text
              ) : (
                <a className="text-link" href={`#${fieldId(name)}`}>
                  {withLabel(labels[name] ?? '', text)}
                </a>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
