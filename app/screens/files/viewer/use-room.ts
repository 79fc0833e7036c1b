import { useLayoutEffect, useState, type RefObject } from 'react';
import type { Size } from './page-layout.ts';

/** The inside of an element without its scroll bars, as it changes; null before it is drawn. */
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
