import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import type { Control } from './Field.tsx';
import { announceInput } from './form-events.ts';
import { TextInput } from './inputs.tsx';

interface Suggestion {
  /** What the input holds once this is chosen. */
  text: string;
}

interface ComboboxProps {
  control: Control;
  defaultValue: string;
  maxLength: number;
  placeholder?: string;
  /** Suggestions for the typed text; rejects when they cannot be determined. */
  find: (typed: string, signal: AbortSignal) => Promise<readonly Suggestion[]>;
  /** Shown when nothing is found. */
  nothing: string;
}

/** Debounce between keystrokes. */
const PAUSE_MS = 150;

/** A text input with suggestions while typing. The server parses the text, so it works without scripts and suggestions. */
export function Combobox({ control, defaultValue, maxLength, placeholder, find, nothing }: ComboboxProps) {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [found, setFound] = useState<readonly Suggestion[] | null>(null);
  const [at, setAt] = useState(-1);
  const pendingSearch = useRef<{ timer: ReturnType<typeof setTimeout>; abort: AbortController } | null>(null);
  const stop = () => {
    clearTimeout(pendingSearch.current?.timer);
    pendingSearch.current?.abort.abort();
    pendingSearch.current = null;
  };
  useEffect(() => stop, []);
  const close = () => {
    stop();
    setFound(null);
    setAt(-1);
  };
  const ask = (typed: string) => {
    stop();
    const abort = new AbortController();
    const show = (suggestions: readonly Suggestion[] | null) => {
      if (abort.signal.aborted) return;
      setFound(suggestions);
      setAt(-1);
    };
    const timer = setTimeout(() => {
      find(typed, abort.signal).then(show, () => show(null));
    }, PAUSE_MS);
    pendingSearch.current = { timer, abort };
  };
  const choose = (suggestion: Suggestion | undefined) => {
    if (!suggestion || !input.current) return;
    input.current.value = suggestion.text;
    announceInput(input.current);
    close();
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!found || event.nativeEvent.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      const step = event.key === 'ArrowDown' ? 1 : -1;
      setAt(found.length === 0 ? -1 : (at + step + found.length + (at === -1 && step === -1 ? 1 : 0)) % found.length);
    } else if (event.key === 'Enter' && at >= 0) choose(found[at]);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className="combobox">
      <TextInput
        {...control}
        ref={input}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={found !== null && found.length > 0}
        aria-controls={listId}
        aria-activedescendant={at >= 0 ? `${listId}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        maxLength={maxLength}
        placeholder={placeholder}
        defaultValue={defaultValue}
        onChange={({ currentTarget }) => ask(currentTarget.value)}
        onKeyDown={press}
        onBlur={close}
      />
      <ul id={listId} role="listbox" aria-label="Sugerencias" className="combobox-list" hidden={found === null || found.length === 0}>
        {(found ?? []).map((suggestion, index) => (
          // On mousedown, not click: by the time of a click the field has lost the focus.
          <li
            key={suggestion.text}
            id={`${listId}-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => {
              event.preventDefault();
              choose(suggestion);
            }}
          >
            {suggestion.text}
          </li>
        ))}
      </ul>
      <span role="status" className="field-help">
        {found?.length === 0 ? nothing : null}
      </span>
    </span>
  );
}
