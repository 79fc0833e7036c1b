import { useEffect } from 'react';

/**
 * Sets `data-<name>` on the root element while the caller is mounted, for style rules on what surrounds it; null removes it. `:has` at the
 * root would make browsers restyle the whole page whenever something in it changes.
 */
export function useRootMark(name: string, value: string | null = ''): void {
  useEffect(() => {
    if (value === null) return;
    document.documentElement.setAttribute(`data-${name}`, value);
    return () => document.documentElement.removeAttribute(`data-${name}`);
  }, [name, value]);
}
