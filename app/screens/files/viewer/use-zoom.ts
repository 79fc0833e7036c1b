import { useEffect, useState, type RefObject } from 'react';
import { MAX_ZOOM, MIN_ZOOM, nextZoom, type Rotation, type Zoom } from './page-layout.ts';
import { readView, rememberView } from './remembered-view.ts';

/** How big the pages are and which way up; `from` is what a fitted page is shown at. */
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
/** So much for one pixel of a wheel. */
const WHEEL = 0.002;

/** Ctrl and the wheel, or two fingers on a touch pad, bring the pages nearer, as they would the whole portal. */
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
