import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { countOf, withoutAccents } from '#server/domain/text.ts';
import lookUpStyles from '../styles/look-up.css';
import { Dialog } from './Dialog.tsx';
import { announceChange } from './form-events.ts';

export const LOOK_UP_STYLES = lookUpStyles;

interface LookUpProps {
  /** Receives the choice; its options are the candidates. */
  select: HTMLSelectElement;
  /** What was typed before this component loaded. */
  begun: string;
  onClose: () => void;
}

/** A longer list does not help: typing another letter narrows it. */
const SHOWN_MAX = 200;

/** Finds an option of a long select by any part of its words: arrows move, Enter chooses, Escape leaves the select unchanged. */
export function LookUp({ select, begun, onClose }: LookUpProps) {
  const [typed, setTyped] = useState(begun);
  const [pointed, point] = useState<HTMLOptionElement | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const listId = useId();
  const title = labelOf(select);
  const words = plain(typed).split(/\s+/).filter(Boolean);
  const found = [...select.options].filter((option) => words.every((word) => plain(textOf(option)).includes(word)));
  const shown = found.slice(0, SHOWN_MAX);
  const offered = shown.filter(({ disabled }) => !disabled);
  const chosen = words.length === 0 ? offered.find(({ selected }) => selected) : undefined;
  const active = offered.find((option) => option === pointed) ?? chosen ?? offered[0];
  const idOf = (option: HTMLOptionElement) => `${listId}-${option.index}`;
  const activeId = active && idOf(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const choose = (option: HTMLOptionElement | undefined) => {
    if (!option || option.disabled) return;
    // When the browser closes the dialog, it restores the focus.
    field.current?.closest('dialog')?.close();
    if (option.selected) return;
    select.value = option.value;
    announceChange(select);
  };
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && active) point(offered[(offered.indexOf(active) + step + offered.length) % offered.length] ?? null);
    else if (event.key === 'Enter') choose(active);
    else if (step === 0) return;
    event.preventDefault();
  };
  return (
    <Dialog open onClose={onClose} title={title} className="dialog-top">
      <input
        ref={field}
        className="input w-full"
        type="text"
        role="combobox"
        aria-label={`Buscar en ${title}`}
        aria-autocomplete="list"
        aria-expanded={shown.length > 0}
        aria-controls={listId}
        aria-activedescendant={activeId}
        placeholder="Escriba parte del nombre"
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          point(null);
        }}
        onKeyDown={press}
        data-first-focus=""
      />
      <ul id={listId} role="listbox" aria-label={title} className="combobox-list" hidden={shown.length === 0}>
        {shown.map((option) => (
          // On mousedown, as in Combobox: the field keeps the focus.
          <li
            key={option.index}
            id={idOf(option)}
            role="option"
            aria-selected={option === active}
            aria-disabled={option.disabled || undefined}
            onMouseMove={() => point(option)}
            onMouseDown={(event) => {
              event.preventDefault();
              choose(option);
            }}
          >
            {textOf(option)}
          </li>
        ))}
      </ul>
      <p role="status" className={found.length > SHOWN_MAX || found.length === 0 ? 'field-help mt-2' : 'sr-only'}>
        {found.length === 0
          ? 'Nada coincide.'
          : found.length > SHOWN_MAX
            ? `Se muestran ${SHOWN_MAX} de ${found.length}: siga escribiendo.`
            : countOf(found.length, 'opción', 'opciones')}
      </p>
    </Dialog>
  );
}

/** The option's label with that of its group. */
function textOf({ label, parentElement }: HTMLOptionElement): string {
  return parentElement instanceof HTMLOptGroupElement ? `${label} · ${parentElement.label}` : label;
}

/** Without the mark for required fields. */
function labelOf(select: HTMLSelectElement): string {
  return select.getAttribute('aria-label') ?? select.labels[0]?.firstChild?.textContent ?? '';
}

/** Ignores accents and case. */
const plain = (text: string) => withoutAccents(text).toLocaleLowerCase('es');
