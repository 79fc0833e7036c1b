import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { PageLayout } from './page-layout.ts';
import { anchorAt, pagesInSight, placeOf, topOf, type Anchor, type Sight } from './pages-in-sight.ts';

interface PageScroll {
  sight: Sight;
  /** Brings a page's beginning to the top; stays at the ends. */
  goTo: (page: number) => void;
  /** The current page keeps its place at the top when the sizes change next. */
  alignCurrent: () => void;
}

/** What is read when the pages change their size: a page at the top, or the place in the middle of the window. */
interface Reading {
  wanted: number | null;
  middle: Anchor | null;
  /** Of the paper's width. */
  across: number;
}

/** Which pages are in sight while the scroller moves; the place that is read stays when pages grow, shrink or turn. */
export function usePageScroll(scroller: RefObject<HTMLElement>, layout: PageLayout | null): PageScroll {
  const [sight, setSight] = useState<Sight>({ first: 1, last: 1, ahead: 1, current: 1 });
  const reading = useRef<Reading>({ wanted: null, middle: null, across: 0.5 });
  const look = useCallback(() => {
    const element = scroller.current;
    if (!element || !layout) return;
    const { scrollTop: top, scrollLeft, clientHeight: height, clientWidth, scrollWidth } = element;
    const { wanted } = reading.current;
    const holds = wanted !== null && Math.abs(top - reachable(element, topOf(layout, wanted))) < 2;
    const middle = top < 2 ? null : anchorAt(layout, top + height / 2);
    reading.current = { wanted: holds ? wanted : null, middle, across: (scrollLeft + clientWidth / 2) / scrollWidth };
    const seen = pagesInSight(layout, { top, height }, reading.current.wanted);
    setSight((known) => (isSame(known, seen) ? known : seen));
  }, [scroller, layout]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !layout) return;
    const { wanted, middle, across } = reading.current;
    if (wanted !== null) element.scrollTop = topOf(layout, wanted);
    else if (middle) element.scrollTop = placeOf(layout, middle) - element.clientHeight / 2;
    element.scrollLeft = across * element.scrollWidth - element.clientWidth / 2;
    look();
  }, [scroller, layout, look]);

  useEffect(() => {
    const element = scroller.current;
    element?.addEventListener('scroll', look, { passive: true });
    return () => element?.removeEventListener('scroll', look);
  }, [scroller, look]);

  const goTo = useCallback(
    (page: number) => {
      const element = scroller.current;
      if (!element || !layout) return;
      const wanted = Math.min(Math.max(page, 1), layout.boxes.length);
      reading.current.wanted = wanted;
      element.scrollTop = topOf(layout, wanted);
      look();
    },
    [scroller, layout, look],
  );
  const { current } = sight;
  const alignCurrent = useCallback(() => void (reading.current.wanted = current), [current]);
  return { sight, goTo, alignCurrent };
}

function reachable(element: HTMLElement, top: number): number {
  return Math.min(top, element.scrollHeight - element.clientHeight);
}

function isSame(one: Sight, other: Sight): boolean {
  return one.first === other.first && one.last === other.last && one.ahead === other.ahead && one.current === other.current;
}
