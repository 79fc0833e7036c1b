import { useEffect } from 'react';

/**
 * Marks the root element with `data-<name>` while the caller shows, for rules about what is around it; null takes the mark away. `:has`
 * at the root would make browsers style the whole page anew whenever something in it changes.
 */
export function useRootMark(name: string, value: string | null = ''): void {
  useEffect(() => {
    if (value === null) return;
    document.documentElement.setAttribute(`data-${name}`, value);
    return () => document.documentElement.removeAttribute(`data-${name}`);
  }, [name, value]);
}
