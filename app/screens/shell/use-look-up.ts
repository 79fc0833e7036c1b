import { useCallback, useEffect, useState } from 'react';

/** With fewer the eye is quicker. */
const MANY = 12;

interface LookedUp {
  select: HTMLSelectElement;
  begun: string;
}

/**
 * A long select of a form opens as a search of its options (ui/LookUp.tsx), by a click or a letter: browsers look at the beginning alone, and
 * all agencies begin alike. Arrows change it as ever; without scripts it is the browser's own.
 */
export function useLookUp() {
  const [lookedUp, setLookedUp] = useState<LookedUp | null>(null);
  useEffect(() => {
    // What is typed before the search is there begins it.
    const open = (select: HTMLSelectElement, letter: string) =>
      setLookedUp((before) => ({ select, begun: before?.select === select ? before.begun + letter : letter }));
    const point = (event: MouseEvent) => {
      const select = longSelect(event.target);
      if (!select || event.button !== 0) return;
      event.preventDefault();
      // A touch screen would open its own list on the focus.
      if (!window.matchMedia('(pointer: coarse)').matches) select.focus();
      open(select, '');
    };
    const press = (event: KeyboardEvent) => {
      const { key, altKey, ctrlKey, metaKey } = event;
      const select = longSelect(event.target);
      if (!select || event.defaultPrevented || ctrlKey || metaKey) return;
      const opens = key === ' ' || key === 'F4' || (altKey && (key === 'ArrowDown' || key === 'ArrowUp'));
      if (!opens && (altKey || key.length !== 1)) return;
      event.preventDefault();
      open(select, opens ? '' : key);
    };
    document.addEventListener('mousedown', point);
    document.addEventListener('keydown', press);
    return () => {
      document.removeEventListener('mousedown', point);
      document.removeEventListener('keydown', press);
    };
  }, []);
  const close = useCallback(() => setLookedUp(null), []);
  return { lookedUp, close };
}

/** Filters of lists fetch their options, and offer several. */
function longSelect(target: EventTarget | null): HTMLSelectElement | null {
  const select = target instanceof Element ? target.closest('select') : null;
  const isOurs = select && !select.multiple && !select.disabled && !select.classList.contains('filter-select');
  return isOurs && select.options.length >= MANY ? select : null;
}
