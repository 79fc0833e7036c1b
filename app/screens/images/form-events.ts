import { useEffect, useState } from 'react';

/** False on the server and in the first drawing, so that both draw the same; true once scripts run. */
export function useHydrated(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  return ready;
}

/** Tells the form around a control that a script changed it, as if it had been typed. */
export function announceInput(control: HTMLElement | null): void {
  control?.dispatchEvent(new Event('input', { bubbles: true }));
}
