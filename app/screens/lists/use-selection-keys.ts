import { useEffect, useRef } from 'react';
import { isTyping } from '../../ui/is-typing.ts';

/** Id of the form to which the check boxes of the rows belong. */
export const BULK_FORM = 'seleccion';
export const ROW_BOXES = `input[name="ids"][form="${BULK_FORM}"]`;

interface Selection {
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
      if ((isTyping(event.target) && !isInBar) || !document.querySelector(`${ROW_BOXES}:checked`)) return;
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

/** What was ticked in the list that was left last. */
let left: { list: string; ids: ReadonlySet<string> } | null = null;

/** Who comes back to a list from one of its records finds ticked what was. @param list its address, with what narrows it */
export function useKeptSelection(list: string, ticked: ReadonlySet<string> | null, tick: Selection['tick']): void {
  const latest = useRef({ ticked, tick });
  useEffect(() => {
    latest.current = { ticked, tick };
  });
  useEffect(() => {
    const kept = left;
    left = null;
    if (kept?.list === list) latest.current.tick(true, (id) => kept.ids.has(id));
    return () => {
      const { ticked: ids } = latest.current;
      left = ids && ids.size > 0 ? { list, ids } : null;
    };
  }, [list]);
}

function isBetween(one: HTMLInputElement, other: HTMLInputElement): (value: string) => boolean {
  const boxes = [...document.querySelectorAll<HTMLInputElement>(ROW_BOXES)];
  const [from = 0, to = 0] = [boxes.indexOf(one), boxes.indexOf(other)].sort((a, b) => a - b);
  const between = new Set(boxes.slice(from, to + 1).map(({ value }) => value));
  return (value) => between.has(value);
}
