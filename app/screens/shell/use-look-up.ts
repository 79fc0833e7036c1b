import { useCallback, useEffect, useState } from 'react';

/** A shorter list is quicker to scan by eye. */
const MANY = 12;

interface LookedUp {
  select: HTMLSelectElement;
  begun: string;
}

/**
 * Opens a long select of a form as a search of its options (ui/LookUp.tsx), by a click or a letter: browsers match only the beginning of an
 * option, and all agencies begin alike. Arrow keys work as usual; without scripts it is a plain select.
 */
export function useLookUp() {
  const [lookedUp, setLookedUp] = useState<LookedUp | null>(null);
  useEffect(() => {
    // Letters typed before the search has loaded become its initial text.
    const open = (select: HTMLSelectElement, letter: string) =>
      setLookedUp((before) => ({ select, begun: before?.select === select ? before.begun + letter : letter }));
    const point = (event: MouseEvent) => {
      const select = longSelect(event.target);
      if (!select || event.button !== 0) return;
      event.preventDefault();
      // A touch screen would open the native list on focus.
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

/** Excludes filters of lists: they fetch their options and offer several. */
function longSelect(target: EventTarget | null): HTMLSelectElement | null {
  const select = target instanceof Element ? target.closest('select') : null;
  const isOurs = select && !select.multiple && !select.disabled && !select.classList.contains('filter-select');
  return isOurs && select.options.length >= MANY ? select : null;
}
