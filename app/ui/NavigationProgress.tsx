import { useNavigation } from '@remix-run/react';
import { useEffect, useState } from 'react';

/** For quicker answers the bar would only flicker. */
const SHOW_AFTER_MS = 150;

/** A bar at the top while a page is being fetched or a form sent. */
export function NavigationProgress() {
  const busy = useNavigation().state !== 'idle';
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!busy) {
      setShown(false);
      return undefined;
    }
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [busy]);
  if (!shown) return null;
  return (
    <div role="progressbar" aria-label="Cargando" className="fixed inset-x-0 top-0 z-50">
      <progress className="progress progress-primary block h-1 w-full rounded-none" aria-hidden="true" />
    </div>
  );
}
