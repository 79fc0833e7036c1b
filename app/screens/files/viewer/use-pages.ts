import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import { MAX_ZOOM, MIN_ZOOM, nextZoom, type PageLayout, type Rotation, type Size, type Zoom } from './page-layout.ts';
import { anchorAt, findVisiblePages, placeOf, topOf, type Anchor, type VisiblePages } from './visible-pages.ts';
import { readView, rememberView } from './remembered-view.ts';

interface PageScroll {
  sight: VisiblePages;
  /** Scrolls a page's beginning to the top, or as far as possible. */
  goTo: (page: number) => void;
  /** Keeps the current page at the top when the sizes change next. */
  alignCurrent: () => void;
}

/** The reading position to keep when pages change size: a page at the top, or the point in the middle of the window. */
interface ReadingPosition {
  wanted: number | null;
  middle: Anchor | null;
  /** Fraction of the paper's width. */
  across: number;
}

/** Tracks which pages are in sight while scrolling; keeps the reading position when pages are zoomed or rotated. */
export function usePageScroll(scroller: RefObject<HTMLElement>, layout: PageLayout | null): PageScroll {
  const [sight, setSight] = useState<VisiblePages>({ first: 1, last: 1, ahead: 1, current: 1 });
  const reading = useRef<ReadingPosition>({ wanted: null, middle: null, across: 0.5 });
  const updateVisible = useCallback(() => {
    const element = scroller.current;
    if (!element || !layout) return;
    const { scrollTop: top, scrollLeft, clientHeight: height, clientWidth, scrollWidth } = element;
    const { wanted } = reading.current;
    const holds = wanted !== null && Math.abs(top - reachable(element, topOf(layout, wanted))) < 2;
    const middle = top < 2 ? null : anchorAt(layout, top + height / 2);
    reading.current = { wanted: holds ? wanted : null, middle, across: (scrollLeft + clientWidth / 2) / scrollWidth };
    const seen = findVisiblePages(layout, { top, height }, reading.current.wanted);
    setSight((known) => (isSame(known, seen) ? known : seen));
  }, [scroller, layout]);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element || !layout) return;
    const { wanted, middle, across } = reading.current;
    if (wanted !== null) element.scrollTop = topOf(layout, wanted);
    else if (middle) element.scrollTop = placeOf(layout, middle) - element.clientHeight / 2;
    element.scrollLeft = across * element.scrollWidth - element.clientWidth / 2;
    updateVisible();
  }, [scroller, layout, updateVisible]);

  useEffect(() => {
    const element = scroller.current;
    element?.addEventListener('scroll', updateVisible, { passive: true });
    return () => element?.removeEventListener('scroll', updateVisible);
  }, [scroller, updateVisible]);

  const goTo = useCallback(
    (page: number) => {
      const element = scroller.current;
      if (!element || !layout) return;
      const wanted = Math.min(Math.max(page, 1), layout.boxes.length);
      reading.current.wanted = wanted;
      element.scrollTop = topOf(layout, wanted);
      updateVisible();
    },
    [scroller, layout, updateVisible],
  );
  const { current } = sight;
  const alignCurrent = useCallback(() => void (reading.current.wanted = current), [current]);
  return { sight, goTo, alignCurrent };
}

function reachable(element: HTMLElement, top: number): number {
  return Math.min(top, element.scrollHeight - element.clientHeight);
}

function isSame(one: VisiblePages, other: VisiblePages): boolean {
  return one.first === other.first && one.last === other.last && one.ahead === other.ahead && one.current === other.current;
}

/** Zoom and rotation of the pages; `from` is the effective zoom of a fitted page. */
export function useZoom(usual: Zoom) {
  const [zoom, setZoom] = useState<Zoom>(() => readView().zoom ?? usual);
  const [rotation, setRotation] = useState<Rotation>(0);
  const change = (next: Zoom) => {
    setZoom(next);
    rememberView({ zoom: next });
  };
  return {
    zoom,
    rotation,
    setZoom: change,
    step: (from: number, way: 1 | -1) => change(nextZoom(from, way)),
    turn: () => setRotation((before) => QUARTER_LATER[before]),
  };
}

const QUARTER_LATER: Readonly<Record<Rotation, Rotation>> = { 0: 90, 90: 180, 180: 270, 270: 0 };
/** Zoom per pixel of wheel movement. */
const WHEEL = 0.002;

/** Ctrl + wheel, or pinching on a touch pad, zooms the pages instead of the whole portal. */
export function useWheelZoom(scroller: RefObject<HTMLElement>, from: number, setZoom: (zoom: number) => void): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const turn = (event: WheelEvent) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      const wanted = from * Math.exp(-event.deltaY * WHEEL);
      setZoom(Math.min(Math.max(wanted, MIN_ZOOM), MAX_ZOOM));
    };
    element.addEventListener('wheel', turn, { passive: false });
    return () => element.removeEventListener('wheel', turn);
  }, [scroller, from, setZoom]);
}

/** Drags the paper with the mouse; touch scrolls natively, and the other mouse buttons keep their function. */
export function useDrag(scroller: RefObject<HTMLElement>): void {
  useEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const all = new AbortController();
    const { signal } = all;
    let dragStart: { x: number; y: number; left: number; top: number } | null = null;
    const take = (event: PointerEvent) => {
      if (event.button !== 0 || event.pointerType !== 'mouse' || !isPaper(element, event)) return;
      dragStart = { x: event.clientX, y: event.clientY, left: element.scrollLeft, top: element.scrollTop };
      element.setPointerCapture(event.pointerId);
      element.setAttribute('data-held', '');
    };
    const move = (event: PointerEvent) => {
      if (dragStart) element.scrollTo(dragStart.left - (event.clientX - dragStart.x), dragStart.top - (event.clientY - dragStart.y));
    };
    const endDrag = () => {
      dragStart = null;
      element.removeAttribute('data-held');
    };
    element.addEventListener('pointerdown', take, { signal });
    element.addEventListener('pointermove', move, { signal });
    element.addEventListener('pointerup', endDrag, { signal });
    element.addEventListener('pointercancel', endDrag, { signal });
    return () => all.abort();
  }, [scroller]);
}

/** Excludes buttons and links on the paper, and the scroll bars beside it. */
function isPaper(element: HTMLElement, { target, clientX, clientY }: PointerEvent): boolean {
  const { left, top } = element.getBoundingClientRect();
  const isBeside = clientX - left > element.clientWidth || clientY - top > element.clientHeight;
  return !isBeside && target instanceof Element && !target.closest('button, a');
}

/** Inner size of an element without scroll bars, kept up to date; null before the first layout. */
export function useRoom(ref: RefObject<HTMLElement>): Size | null {
  const [room, setRoom] = useState<Size | null>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      setRoom((known) => (known?.width === width && known.height === height ? known : { width, height }));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => watcher.disconnect();
  }, [ref]);
  return room;
}
