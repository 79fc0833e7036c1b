import { useEffect, useRef, useState } from 'react';
import { isTyping } from '../../ui/is-typing.ts';
import { withParams } from '../../ui/search-params.ts';

/** Id of the form that the rows' check boxes belong to. */
export const BULK_FORM = 'seleccion';
export const ROW_BOXES = `input[name="ids"][form="${BULK_FORM}"]`;

interface Selection {
  /** How many rows are ticked, on all pages. */
  count: number;
  tick: (on: boolean, isMeant?: (value: string) => boolean) => void;
  /** Called on Escape, unless something else that is open handles it. */
  escape: () => void;
}

/** Shift-click ticks or clears every row between the last clicked one and this one; Escape calls `escape`; Enter on a box does nothing. */
export function useSelectionKeys(selection: Selection): void {
  // Handlers read the latest render's props; the listeners stay attached.
  const latest = useRef(selection);
  useEffect(() => {
    latest.current = selection;
  });
  useEffect(() => {
    let last: HTMLInputElement | null = null;
    const click = ({ target, shiftKey }: MouseEvent) => {
      if (!(target instanceof HTMLInputElement) || !target.matches(ROW_BOXES)) return;
      if (shiftKey && last?.isConnected === true && last !== target) latest.current.tick(target.checked, isBetween(last, target));
      last = target;
    };
    const press = (event: KeyboardEvent) => {
      // Browsers would press the bar's first button, which acts at once.
      if (event.key === 'Enter' && event.target instanceof Element && event.target.matches(ROW_BOXES)) event.preventDefault();
      if (event.key !== 'Escape' || event.defaultPrevented || document.querySelector('dialog[open], details.drop[open]')) return;
      const isInBar = event.target instanceof Element && event.target.closest('form')?.id === BULK_FORM;
      if ((isTyping(event.target) && !isInBar) || latest.current.count === 0) return;
      latest.current.escape();
    };
    document.addEventListener('click', click);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('click', click);
      document.removeEventListener('keydown', press);
    };
  }, []);
}

/** What was ticked when a list page was last left. */
let leftSelection: { search: string; ids: readonly string[] } | null = null;

/** An act that empties the list takes the bar with it: what was ticked then must not come back with the rows. */
export function forgetSelection(): void {
  leftSelection = null;
}

/**
 * Keeps the ticked rows across pages and sort orders of the same search, and when returning from a record; another search clears them.
 * @param list its address, with its filters
 * @param shown ids of the rows of this page
 * @returns the ids ticked on other pages, and a function that clears them
 */
export function useSelectionAcrossPages(
  list: string,
  shown: readonly string[],
  { ticked, tick }: Pick<Selection, 'tick'> & { ticked: ReadonlySet<string> | null },
): [others: readonly string[], letGo: () => void] {
  const [kept, setRemembered] = useState<readonly string[]>([]);
  // For a row on this page its box decides.
  const others = kept.filter((id) => !shown.includes(id));
  const ids = [...(ticked ?? []), ...others];
  const latest = useRef({ ids, tick });
  useEffect(() => {
    latest.current = { ids, tick };
  });
  useEffect(() => {
    const search = searchOf(list);
    const found = leftSelection?.search === search ? leftSelection.ids : [];
    if (leftSelection) latest.current.tick(false);
    leftSelection = null;
    setRemembered(found);
    latest.current.tick(true, (id) => found.includes(id));
    return () => {
      leftSelection = latest.current.ids.length > 0 ? { search, ids: latest.current.ids } : null;
    };
  }, [list]);
  return [others, () => setRemembered([])];
}

const PLACE = { sort: null, dir: null, pageSize: null };

/** The filters of a list's address, without page and order. */
function searchOf(list: string): string {
  const [path = '', search = ''] = list.split('?');
  return path + withParams(search, PLACE);
}

function isBetween(one: HTMLInputElement, other: HTMLInputElement): (value: string) => boolean {
  const boxes = [...document.querySelectorAll<HTMLInputElement>(ROW_BOXES)];
  const [from = 0, to = 0] = [boxes.indexOf(one), boxes.indexOf(other)].sort((a, b) => a - b);
  const between = new Set(boxes.slice(from, to + 1).map(({ value }) => value));
  return (value) => between.has(value);
}
