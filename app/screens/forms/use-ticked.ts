import { useEffect, useState } from 'react';
import { announceChange } from '../../ui/form-events.ts';

/**
 * The check boxes of the page that match a selector. They are uncontrolled, so that they work before scripts run: `ticked` holds the values
 * ticked now, null until scripts run.
 */
export function useTicked(selector: string) {
  const [joined, setJoined] = useState<string | null>(null);
  const boxes = () => [...document.querySelectorAll<HTMLInputElement>(selector)];
  // After every render, because the boxes may have changed.
  useEffect(() => {
    const read = () =>
      setJoined(
        boxes()
          .flatMap((box) => (box.checked ? [box.value] : []))
          .join('\n'),
      );
    read();
    document.addEventListener('change', read);
    return () => document.removeEventListener('change', read);
  });
  /** Ticks or clears the matching boxes and fires a change event. */
  const tick = (on: boolean, isMeant: (value: string) => boolean = () => true) => {
    const meant = boxes().filter((box) => isMeant(box.value));
    for (const box of meant) box.checked = on;
    announceChange(meant[0]);
  };
  const ticked = joined === null ? null : new Set(joined.split('\n').filter((value) => value !== ''));
  return { ticked, tick };
}
