import { useEffect, useId, useRef, useState, type RefObject } from 'react';
import { mentionAt } from '#server/domain/mentions.ts';
import { NOTES_URL } from '#server/domain/notes.ts';
import { countOf } from '#server/domain/text.ts';

interface Offered {
  id: string;
  name: string;
  /** Why the person cannot be mentioned; '' if they can. */
  why: string;
}

/** Debounce between keystrokes. */
const PAUSE_MS = 150;

/** Suggests people to mention while `@` and a name are typed. The server parses the text: this only saves typing. */
export function MentionList({ area, record }: { area: RefObject<HTMLTextAreaElement>; record: string }) {
  const listId = useId();
  const [found, setFound] = useState<readonly Offered[]>([]);
  const [at, setAt] = useState(-1);
  const shown = useRef({ found, at });
  shown.current = { found, at };
  useEffect(() => {
    const text = area.current;
    if (!text) return undefined;
    const all = new AbortController();
    let pendingSearch = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = (people: readonly Offered[]) => {
      setFound(people);
      setAt(people[0]?.why === '' ? 0 : -1);
    };
    const ask = () => {
      clearTimeout(timer);
      pendingSearch.abort();
      const mention = mentionAt(text.value, text.selectionStart);
      if (!mention || mention.typed.endsWith(' ')) return show([]);
      pendingSearch = new AbortController();
      const { signal } = pendingSearch;
      timer = setTimeout(() => {
        findPeople(record, mention.typed, signal).then(
          (people) => (signal.aborted ? undefined : show(people)),
          () => show([]),
        );
      }, PAUSE_MS);
    };
    const press = (event: KeyboardEvent) => {
      const offered = shown.current.found.filter(({ why }) => why === '');
      if (offered.length === 0 || event.isComposing) return;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
        setAt((shown.current.at + (event.key === 'ArrowDown' ? 1 : offered.length - 1)) % offered.length);
      else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(text, offered[shown.current.at]?.name);
      else if (event.key === 'Escape') show([]);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    const { signal } = all;
    text.addEventListener('input', ask, { signal });
    text.addEventListener('keydown', press, { signal });
    text.addEventListener('blur', () => show([]), { signal });
    // Covers what was typed while this was loading.
    ask();
    return () => {
      all.abort();
      pendingSearch.abort();
      clearTimeout(timer);
    };
  }, [area, record]);
  useEffect(() => {
    const text = area.current;
    text?.setAttribute('aria-controls', listId);
    text?.setAttribute('aria-autocomplete', 'list');
    if (at >= 0 && found.length > 0) text?.setAttribute('aria-activedescendant', `${listId}-${at}`);
    else text?.removeAttribute('aria-activedescendant');
  }, [area, at, found, listId]);
  return (
    <>
      <ul id={listId} role="listbox" aria-label="Personas" className="combobox-list" hidden={found.length === 0}>
        {found.map(({ id, name, why }, index) => (
          // On mousedown, not click: by the time of a click the text has lost the focus.
          <li
            key={id}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            aria-disabled={why !== '' || undefined}
            onMouseDown={(event) => {
              event.preventDefault();
              if (why === '') choose(area.current, name);
            }}
          >
            {name}
            {why === '' ? null : <span className="text-muted"> ({why})</span>}
          </li>
        ))}
      </ul>
      <span role="status" className="sr-only">
        {found.length > 0 ? `${countOf(found.length, 'persona', 'personas')}: elija con las flechas y Enter` : ''}
      </span>
    </>
  );
}

/** Replaces what was typed of the name; the input event then closes the list, since a name followed by a space gives no suggestions. */
function choose(text: HTMLTextAreaElement | null, name: string | undefined): void {
  const mention = text && mentionAt(text.value, text.selectionStart);
  if (!mention || name === undefined) return;
  text.setRangeText(`${name} `, mention.from, text.selectionStart, 'end');
  text.dispatchEvent(new Event('input', { bubbles: true }));
}

async function findPeople(record: string, typed: string, signal: AbortSignal): Promise<readonly Offered[]> {
  const asked = new URLSearchParams({ record, q: typed });
  const response = await fetch(`${NOTES_URL}/personas.json?${asked.toString()}`, { headers: { Accept: 'application/json' }, signal });
  if (!response.ok) return [];
  return ((await response.json()) as { people: Offered[] }).people;
}
