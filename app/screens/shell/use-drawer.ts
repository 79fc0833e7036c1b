import { useCallback, useEffect, useRef, useState, type MouseEvent, type RefObject } from 'react';
import { MENU_ANCHOR } from './Sidebar.tsx';

interface Drawer {
  open: boolean;
  /** The part of the page beside the drawer: inert while the drawer is open. */
  beside: RefObject<HTMLDivElement>;
  openDrawer: (event: MouseEvent) => void;
  closeDrawer: (event?: MouseEvent) => void;
}

/**
 * The menu on narrow screens. Without JavaScript its link opens it by URL fragment (#menu, see shell.css); with it, the focus is trapped
 * until Escape, a choice or the close button closes it, and then returns to the button.
 */
export function useDrawer(pathname: string): Drawer {
  const [open, setOpen] = useState(false);
  const beside = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement | null>(null);
  const closeDrawer = useCallback((event?: MouseEvent) => {
    event?.preventDefault();
    setOpen(false);
  }, []);
  useEffect(() => {
    // The chosen page gets the focus, not the button.
    opener.current = null;
    setOpen(false);
  }, [pathname]);
  useEffect(() => {
    const page = beside.current;
    if (!open || !page) return undefined;
    page.inert = true;
    document.querySelector<HTMLElement>(`#${MENU_ANCHOR} a`)?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    };
    const onPress = (event: PointerEvent) => {
      if (event.target instanceof Element && !event.target.closest(`#${MENU_ANCHOR}`)) setOpen(false);
    };
    const all = new AbortController();
    const { signal } = all;
    document.addEventListener('keydown', onKey, { signal });
    document.addEventListener('pointerdown', onPress, { signal });
    window.matchMedia('(width >= 1000px)').addEventListener('change', () => setOpen(false), { signal });
    return () => {
      page.inert = false;
      all.abort();
      opener.current?.focus();
    };
  }, [open]);
  const openDrawer = useCallback((event: MouseEvent) => {
    event.preventDefault();
    opener.current = event.currentTarget instanceof HTMLElement ? event.currentTarget : null;
    setOpen(true);
  }, []);
  return { open, beside, openDrawer, closeDrawer };
}
