import { useEffect } from 'react';
import { ROWS, rowLink } from '../lists/row-link.ts';
import { isShortcut } from '#app/ui/is-typing.ts';
import { isTypingAhead, typeAhead } from '../search/typed-ahead.ts';

interface KeyActions {
  openSearch: () => void;
  openHelp: () => void;
  /** Ctrl is pressed, so Ctrl K may follow. */
  prepareSearch: () => void;
  /** Somebody cancels a dialog before it has loaded. */
  closeDialog: () => void;
  /** Shows the focused row's record beside the list, or closes it. */
  togglePeek: () => void;
}

/**
 * The portal-wide keys that ui/KeyHelp.tsx lists: `/` search, `n` new, `e` edit, `[` `]` neighbours of a record, `j` `k` rows, `x` select,
 * space peeks at a record, `?` help, Ctrl Enter submits a form, Ctrl K global search, Ctrl P prints every row of a list, of which the
 * browser's own printing would have only one page.
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
      // Where brackets need AltGr, browsers report Ctrl and Alt as held.
      const isCommand = !event.getModifierState('AltGraph') && (event.ctrlKey || event.metaKey || event.altKey);
      if (isCommand || document.querySelector('dialog[open]')) return;
      if (isTypingAhead()) {
        if (event.key === 'Escape') closeDialog();
        else typeAhead(event.key);
        event.preventDefault();
        return;
      }
      if (!isShortcut(event)) return;
      if (act(event.key, { openSearch, openHelp, togglePeek })) event.preventDefault();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [openSearch, openHelp, prepareSearch, closeDialog, togglePeek]);
}

/** Handles a key held with Ctrl or Cmd; returns whether it did. */
function actWithControl({ key, shiftKey, target }: KeyboardEvent, openSearch: () => void): boolean {
  if (key === 'Enter') return sendForm(target);
  if (key.toLowerCase() === 'p' && !shiftKey) return press('[data-key="Ctrl P"]');
  if (key.toLowerCase() !== 'k') return false;
  openSearch();
  return true;
}

/** Clicks the form's button marked as saving, else its primary one; another one may come first in it, for Enter. */
function sendForm(target: EventTarget | null): boolean {
  const form = target instanceof Element ? target.closest('form') : null;
  const button =
    form?.querySelector<HTMLButtonElement>('[data-save]') ??
    form?.querySelector<HTMLButtonElement>('button.btn-primary[type=submit]') ??
    form?.querySelector<HTMLButtonElement>('[type=submit]');
  button?.click();
  return button !== null && button !== undefined;
}

/** Handles a plain key; returns whether it did. */
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
    // Latin American keyboards have braces where others have brackets.
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

const isPeeking = () => document.activeElement?.matches(`[data-peek] ${ROWS} *`) === true;

/** The row that contains the focus, if any. */
function currentRow(): Element | null {
  return document.activeElement?.closest(ROWS) ?? null;
}

/** Opens the row's form if the list's records have one. */
function editRow(): boolean {
  const link = currentRow()?.closest('[data-editable]') ? currentRow()?.querySelector<HTMLAnchorElement>('.key a[href]') : null;
  if (!link) return false;
  const { pathname, search } = link;
  // As a link in the same place, so that the shell follows it like any other.
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

/** Focuses the link of the next row, so that Enter opens it; stops at the ends. */
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
