import { useEffect, useState } from 'react';
import { Notice } from '#app/ui/Notice.tsx';
import { LINK_EVENT } from '#app/ui/link.ts';

/** Says that the connection is down, above the unchanged page. */
export function LinkStrip() {
  const [isDown, setDown] = useState(false);
  useEffect(() => {
    const all = new AbortController();
    const { signal } = all;
    const look = () => setDown(!navigator.onLine);
    window.addEventListener('online', look, { signal });
    window.addEventListener('offline', look, { signal });
    window.addEventListener(LINK_EVENT, (event) => setDown(event instanceof CustomEvent && event.detail === true), { signal });
    look();
    return () => all.abort();
  }, []);
  return isDown ? (
    <Notice live className="no-print sticky top-14 z-20 m-2">
      Sin conexión. Lo que ve y lo que escribió se queda aquí; en cuanto vuelva puede seguir.
    </Notice>
  ) : null;
}
