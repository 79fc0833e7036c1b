import { useEffect } from 'react';
import { ROWS, rowLink } from '../lists/row-link.ts';
import { isTyping } from '#app/ui/is-typing.ts';
import { isTypingAhead, typeAhead } from '../search/typed-ahead.ts';

interface KeyActions {
  openSearch: () => void;
  openHelp: () => void;
  /** Half of Ctrl K is pressed. */
  prepareSearch: () => void;
  /** Whoever opened one thinks better of it before it is there. */
  closeDialog: () => void;
  /** Shows the record of the row with the focus beside the list, or closes it. */
  togglePeek: () => void;
}

/**
 * The keys of the whole portal that ui/KeyHelp.tsx lists: `/` search, `n` new, `e` edit, `[` `]` the neighbours of a record, `j` `k` rows,
 * `x` select, space looks at its record, `?` help, Ctrl Enter sends a form, Ctrl K search of everything, Ctrl P every row of a list for the printer, where the browser's own printing
 * would have one page of it.
 */
export function useKeys({ openSearch, openHelp, prepareSearch, closeDialog, togglePeek }: KeyActions): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return;
      if (event.key === 'Control' || event.key === 'Meta') prepareSearch();
      if ((event.ctrlKey || event.metaKey) && !event.altKey && actWithControl(event, openSearch)) {
        event.preventDefault();
        return;
      }
      // Where brackets need AltGr, browsers say that Ctrl and Alt are held.
      const isCommand = !event.getModifierState('AltGraph') && (event.ctrlKey || event.metaKey || event.altKey);
      if (isCommand || document.querySelector('dialog[open]')) return;
      if (isTypingAhead()) {
        if (event.key === 'Escape') closeDialog();
        else typeAhead(event.key);
        event.preventDefault();
        return;
      }
      if (isTyping(event.target)) return;
      if (act(event.key, { openSearch, openHelp, togglePeek })) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [openSearch, openHelp, prepareSearch, closeDialog, togglePeek]);
}

/** Held with Ctrl or Cmd; true when the key meant something here. */
function actWithControl({ key, shiftKey, target }: KeyboardEvent, openSearch: () => void): boolean {
  if (key === 'Enter') return sendForm(target);
  if (key.toLowerCase() === 'p' && !shiftKey) return press('[data-key="Ctrl P"]');
  if (key.toLowerCase() !== 'k') return false;
  openSearch();
  return true;
}

/** The button that the form around a control was made for; another may stand first in it, for Enter. */
function sendForm(target: EventTarget | null): boolean {
  const form = target instanceof Element ? target.closest('form') : null;
  const button =
    form?.querySelector<HTMLButtonElement>('button.btn-primary[type=submit]') ?? form?.querySelector<HTMLButtonElement>('[type=submit]');
  button?.click();
  return button !== null && button !== undefined;
}

/** True when the key meant something here. */
function act(key: string, { openSearch, openHelp, togglePeek }: Pick<KeyActions, 'openSearch' | 'openHelp' | 'togglePeek'>): boolean {
  switch (key) {
    case '/':
      if (!focusSearch()) openSearch();
      return true;
    case '?':
      openHelp();
      return true;
    case 'n':
      return press('[data-key="n"]');
    case 'e':
      return press('[data-key="e"]') || editRow();
    // Latin American keyboards have the braces where others have the brackets.
    case '[':
    case '{':
      return press('[data-key="["]');
    case ']':
    case '}':
      return press('[data-key="]"]');
    case 'x':
      return pickRow();
    case 'j':
      return moveRow(1);
    case 'k':
      return moveRow(-1);
    case ' ':
      if (rowLink() === null) return false;
      togglePeek();
      return true;
    case 'ArrowDown':
      return isPeeking() && moveRow(1);
    case 'ArrowUp':
      return isPeeking() && moveRow(-1);
    default:
      return false;
  }
}

function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('input[data-key="/"]');
  field?.focus();
  field?.select();
  return field !== null;
}

function press(selector: string): boolean {
  const target = document.querySelector<HTMLElement>(selector);
  target?.click();
  return target !== null;
}

const isPeeking = () => document.documentElement.hasAttribute('data-peek');

/** The row where the focus is, or none. */
function currentRow(): Element | null {
  return document.activeElement?.closest(ROWS) ?? null;
}

/** From the row to its form, where the list says that its records have one. */
function editRow(): boolean {
  const link = currentRow()?.closest('[data-editable]') ? currentRow()?.querySelector<HTMLAnchorElement>('.key a[href]') : null;
  if (!link) return false;
  const { pathname, search } = link;
  // A link of the same place, so that the shell follows it like any other.
  const edit = Object.assign(document.createElement('a'), { href: `${pathname}/edit${search}`, hidden: true });
  link.after(edit);
  edit.click();
  edit.remove();
  return true;
}

function pickRow(): boolean {
  const box = currentRow()?.querySelector<HTMLInputElement>('input[name="ids"]');
  box?.click();
  return box !== null && box !== undefined;
}

/** The focus goes to the link of the next row, so that Enter opens it; at the ends it stays. */
function moveRow(step: 1 | -1): boolean {
  const links = [...document.querySelectorAll(ROWS)]
    .map((row) => row.querySelector<HTMLElement>('a[href]'))
    .filter((link) => link !== null);
  if (links.length === 0) return false;
  const row = currentRow();
  const current = row ? links.findIndex((link) => row.contains(link)) : -1;
  const next = current === -1 ? (step === 1 ? 0 : links.length - 1) : Math.min(Math.max(current + step, 0), links.length - 1);
  links[next]?.focus();
  links[next]?.scrollIntoView({ block: 'nearest' });
  return true;
}
