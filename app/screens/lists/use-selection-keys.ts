import { useEffect, useRef, useState } from 'react';
import { isTyping } from '../../ui/is-typing.ts';
import { withParams } from '../../ui/search-params.ts';

/** Id of the form to which the check boxes of the rows belong. */
export const BULK_FORM = 'seleccion';
export const ROW_BOXES = `input[name="ids"][form="${BULK_FORM}"]`;

interface Selection {
  /** How many are ticked, on whatever page. */
  count: number;
  tick: (on: boolean, isMeant?: (value: string) => boolean) => void;
  /** Escape, where nothing else that is open takes it. */
  escape: () => void;
}

/** Shift and a click tick, or let go, every row between the last one and this one; Escape is asked what to let go. */
export function useSelectionKeys(selection: Selection): void {
  // What a key means follows from the last drawing; listeners stay.
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

/** What was ticked in the list, or on the page of it, that was left last. */
let left: { search: string; ids: readonly string[] } | null = null;

/**
 * What was ticked stays so on other pages of the same search, in another order, and for who comes back from a record; another search
 * lets all go.
 * @param list its address, with what narrows it
 * @param shown ids of the rows of this page
 * @returns what is ticked on other pages, and what lets it go
 */
export function useKeptSelection(
  list: string,
  shown: readonly string[],
  { ticked, tick }: Pick<Selection, 'tick'> & { ticked: ReadonlySet<string> | null },
): [others: readonly string[], letGo: () => void] {
  const [kept, keep] = useState<readonly string[]>([]);
  // A row that has come to this page is what its box says.
  const others = kept.filter((id) => !shown.includes(id));
  const ids = [...(ticked ?? []), ...others];
  const latest = useRef({ ids, tick });
  useEffect(() => {
    latest.current = { ids, tick };
  });
  useEffect(() => {
    const search = searchOf(list);
    const found = left?.search === search ? left.ids : [];
    if (left) latest.current.tick(false);
    left = null;
    keep(found);
    latest.current.tick(true, (id) => found.includes(id));
    return () => {
      left = latest.current.ids.length > 0 ? { search, ids: latest.current.ids } : null;
    };
  }, [list]);
  return [others, () => keep([])];
}

const PLACE = { sort: null, dir: null, pageSize: null };

/** Of a list's address what narrows it. */
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
