import { useLocation, useNavigate, useSubmit } from '@remix-run/react';
import { useEffect, useId, useState, type KeyboardEvent } from 'react';
import type { MenuGroup } from '#server/domain/menu.ts';
import { QUERY_MAX } from '#server/domain/bounded-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import type { SearchAnswer } from './search-data.ts';
import { SearchOptions, optionsOf, type SearchOption } from './SearchOptions.tsx';
import { countText, screenSections, sectionsOf, type SearchSection } from './sections.ts';
import { endTypingAhead, isTypingAhead, typedAhead } from './typed-ahead.ts';
import { useSearch } from './use-search.ts';
import searchStyles from '../../styles/search.css';

/** Loaded before the dialog shows. */
export const SEARCH_STYLES = searchStyles;

interface SearchDialogProps {
  open: boolean;
  onClose: () => void;
  /** The screens that the person may open, in the arrangement of the menu. */
  screens: readonly MenuGroup[];
}

/** Ctrl K: finds a record, a screen or an action. Arrows choose, Enter opens, Escape closes. */
export function SearchDialog({ open, onClose, screens }: SearchDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Buscar en el portal" className="dialog-top dialog-search">
      <SearchBox screens={screens} onClose={onClose} />
    </Dialog>
  );
}

/** A separate component, so that each opening starts with what was typed ahead. */
function SearchBox({ screens, onClose }: Pick<SearchDialogProps, 'onClose' | 'screens'>) {
  const [typed, setTyped] = useState(typedAhead);
  useEffect(() => {
    // Includes letters typed between the first render and now; from here on the field receives them.
    if (isTypingAhead()) setTyped(typedAhead());
    endTypingAhead();
  }, []);
  const { answer, isFresh, isSlow, problem, retry } = useSearch(typed);
  // Screens are known without the server: until results arrive, Enter opens the first one that matches.
  const found = isFresh || answer?.q !== '' ? answer : null;
  const sections = found ? shownSections(screens, found) : screenSections(screens, typed);
  const { active, choose, press } = useChoice(optionsOf(sections), isFresh || found === null);
  const listId = useId();
  const navigate = useNavigate();
  const submit = useSubmit();
  const { pathname, search } = useLocation();
  const go = ({ href, post }: Pick<SearchOption, 'href' | 'post'>) => {
    onClose();
    if (post) submit({ redirectTo: pathname + search, ...post.fields }, { method: 'post', action: post.action });
    else navigate(href);
  };
  const type = (text: string) => {
    setTyped(text);
    choose(null);
  };
  const isEmpty = sections.length === 0;
  return (
    <>
      <SearchField
        typed={typed}
        list={isEmpty ? null : listId}
        active={active ? `${listId}-${active.id}` : undefined}
        onType={type}
        onKey={(event) =>
          press(event, (option) => go(option ?? { href: `/buscar?${new URLSearchParams({ q: typed.trim() }).toString()}` }))
        }
      />
      <p className="sr-only" role="status">
        {isFresh ? countText(sections) : isSlow ? 'Buscando…' : ''}
      </p>
      {problem === '' ? null : <Problem text={problem} onRetry={retry} />}
      <div className="mt-2 max-h-[55dvh] overflow-y-auto" data-waiting={isSlow ? '' : undefined} aria-busy={!isFresh}>
        <SearchOptions id={listId} sections={sections} active={active?.id ?? null} q={answer?.q ?? typed} onOpen={go} onPoint={choose} />
        {isEmpty && isFresh ? <p className="px-2.5 py-3 text-muted">Nada coincide con «{typed.trim()}».</p> : null}
      </div>
    </>
  );
}

interface SearchFieldProps {
  typed: string;
  /** Id of the list; null while there is none. */
  list: string | null;
  active: string | undefined;
  onType: (text: string) => void;
  onKey: (event: KeyboardEvent) => void;
}

function SearchField({ typed, list, active, onType, onKey }: SearchFieldProps) {
  return (
    <input
      className="input"
      type="text"
      role="combobox"
      aria-expanded={list !== null}
      aria-controls={list ?? undefined}
      aria-autocomplete="list"
      aria-activedescendant={active}
      aria-label="Nombre, código, teléfono, fecha o pantalla"
      placeholder="Nombre, código, teléfono, fecha o pantalla"
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => onType(event.target.value)}
      onKeyDown={onKey}
      maxLength={QUERY_MAX}
      data-first-focus=""
    />
  );
}

function Problem({ text, onRetry }: { text: string; onRetry: () => void }) {
  return (
    <div className="mt-2 flex items-center gap-2" role="alert">
      <p className="text-muted">{text}</p>
      <Button small onClick={onRetry}>
        Reintentar
      </Button>
    </div>
  );
}

/**
 * Which option Enter opens: the one moved to, or the first one once the list matches what is typed. A late answer moves options: a chosen
 * one is recognised by its title and address, and no other takes its place.
 */
function useChoice(options: readonly SearchOption[], offersFirst: boolean) {
  const [chosen, choose] = useState<SearchOption | null>(null);
  const same = options.filter(({ href, title }) => href === chosen?.href && title === chosen.title);
  const active = chosen === null ? (offersFirst ? options[0] : undefined) : (same.find(({ id }) => id === chosen.id) ?? same[0]);
  const press = (event: KeyboardEvent, open: (option: SearchOption | undefined) => void) => {
    if (event.nativeEvent.isComposing) return;
    const next = neighbour(options, active, event.key);
    if (next) {
      choose(next);
      document.querySelector(`[role="option"][id$="-${next.id}"]`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter') open(active);
    else return;
    event.preventDefault();
  };
  return { active, choose, press };
}

/** With nothing typed, the screens follow the server's sections. */
function shownSections(screens: readonly MenuGroup[], answer: SearchAnswer): SearchSection[] {
  return [...sectionsOf(answer), ...(answer.q === '' ? screenSections(screens, '') : [])];
}

function neighbour(options: readonly SearchOption[], active: SearchOption | undefined, key: string): SearchOption | undefined {
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0 || options.length === 0) return undefined;
  const current = active ? options.indexOf(active) : -1;
  return options[(current + step + options.length) % options.length];
}
