import { useCallback, useEffect, useState } from 'react';
import { ROWS } from '../lists/row-link.ts';

/** Peeking at a row's record beside its list: by Space, or by a button that loads when the mouse first reaches a row. */
export function usePeek() {
  const [peeking, setPeeking] = useState(false);
  const togglePeek = useCallback(() => setPeeking((before) => !before), []);
  const closePeek = useCallback(() => setPeeking(false), []);
  useEffect(() => {
    let end = () => document.removeEventListener('pointerover', near);
    const near = ({ target, pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse' || !(target instanceof Element) || !target.closest(ROWS)) return;
      end();
      import('../lists/peek-button.ts').then(
        ({ offerPeek }) => (end = offerPeek(togglePeek)),
        () => undefined,
      );
    };
    document.addEventListener('pointerover', near);
    return () => end();
  }, [togglePeek]);
  return { peeking, togglePeek, closePeek };
}
