import { lazy, Suspense } from 'react';
import { useHydrated } from '../../ui/form-events.ts';
import type { AgencyMapViewProps } from './AgencyMapView.client.tsx';

/** Leaflet needs a window, so it is left out of the server's build (`.client`), and is fetched by pages that show a map. */
const AgencyMapView = lazy(async () => ({ default: (await import('./AgencyMapView.client.tsx')).AgencyMapView }));

/** The map's room is kept while it loads, so that nothing jumps; without JavaScript there is none. */
export function AgencyMap(props: AgencyMapViewProps) {
  const ready = useHydrated();
  if (!ready) return <div className="map no-print" aria-hidden />;
  return (
    <Suspense fallback={<div className="map skeleton" aria-hidden />}>
      <AgencyMapView {...props} />
    </Suspense>
  );
}
