import { useLoaderData } from '@remix-run/react';
import { Suspense, useEffect, useState } from 'react';
import { parseCoordinates } from '#server/domain/coordinates.ts';
import { fieldId } from '../../../ui/Field.tsx';
import { PointerWords } from '../../../ui/PointerWords.tsx';
import type { CatalogRecordData } from '../record-data.ts';
import type { RecordPartProps } from '../record-parts.ts';
import { announceInput, useHydrated } from '../../../ui/form-events.ts';
import { later } from '../../../ui/later.ts';
import type { AgencyMapViewProps } from './AgencyMapView.client.tsx';
import type { Point } from './guatemala.ts';

/** Leaflet needs a window, so it is excluded from the server build (`.client`) and loaded by pages that show a map. */
const AgencyMapView = later(async () => (await import('./AgencyMapView.client.tsx')).AgencyMapView);

const DECIMALS = 6;

/** Map under a record's coordinates. */
export function AgencyPlace({ values }: RecordPartProps) {
  const position = pointOf(values['latitud'], values['longitud']);
  if (!position) return null;
  return (
    <div className="mt-4 max-w-160">
      <AgencyMap position={position} />
    </div>
  );
}

/** Map under the form's two coordinate fields. Map and fields follow each other. */
export function AgencyPlacePicker({ values }: RecordPartProps) {
  const [position, setPosition] = useState(() => pointOf(values['latitud'], values['longitud']));
  useEffect(() => {
    const controls = [controlOf('latitud'), controlOf('longitud')];
    const follow = () => {
      const pasted = parseCoordinates(controls[0]?.value ?? '');
      if (pasted) fillIn(pasted);
      else setPosition(pointOf(controls[0]?.value, controls[1]?.value));
    };
    for (const control of controls) control?.addEventListener('input', follow);
    return () => {
      for (const control of controls) control?.removeEventListener('input', follow);
    };
  }, []);
  return (
    <figure>
      <AgencyMap position={position} onPick={fillIn} />
      <figcaption className="field-help">
        <PointerWords mouse="Haga clic en" touch="Toque" /> el mapa para elegir el punto, o arrastre la marca. Los números de arriba bastan
        por sí solos.
      </figcaption>
    </figure>
  );
}

/** Reserves the map's room while it loads, so that nothing jumps; without JavaScript there is no map. */
function AgencyMap(props: Pick<AgencyMapViewProps, 'onPick' | 'position'>) {
  const { places, streets } = useLoaderData<CatalogRecordData & Pick<AgencyMapViewProps, 'streets'>>();
  const ready = useHydrated();
  if (!ready) return <div className="map no-print" aria-hidden />;
  return (
    <Suspense fallback={<div className="map skeleton" aria-hidden />}>
      <AgencyMapView {...props} others={places} streets={streets} />
    </Suspense>
  );
}

function controlOf(name: string): HTMLInputElement | null {
  const control = document.getElementById(fieldId(name));
  return control instanceof HTMLInputElement ? control : null;
}

function fillIn([latitude, longitude]: Point): void {
  const controls = [
    [controlOf('latitud'), latitude],
    [controlOf('longitud'), longitude],
  ] as const;
  for (const [control, value] of controls) if (control) control.value = value.toFixed(DECIMALS);
  for (const [control] of controls) announceInput(control);
}

/** null unless both are coordinates that a map can show. */
function pointOf(latitude: unknown, longitude: unknown): Point | null {
  const [lat, lng] = [numberOf(latitude), numberOf(longitude)];
  return lat !== null && lng !== null && Math.abs(lat) <= 90 && Math.abs(lng) <= 180 ? [lat, lng] : null;
}

function numberOf(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value.replace(',', '.')) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}
