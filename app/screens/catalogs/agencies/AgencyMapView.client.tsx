import {
  divIcon,
  latLngBounds,
  type LatLngExpression,
  type LeafletEventHandlerFnMap,
  type Map as LeafletMap,
  type Marker as LeafletMarker,
  type Path,
} from 'leaflet';
import { useEffect, useState } from 'react';
import { CircleMarker, MapContainer, Marker, Pane, Polygon, TileLayer, Tooltip, useMap, useMapEvents, ZoomControl } from 'react-leaflet';
import type { Place } from '#server/catalogs/list-records.ts';
import { LAND_AROUND, NEIGHBOURS, OUTLINE, TOWNS, type Point } from './guatemala.ts';

export interface AgencyMapViewProps {
  position: Point | null;
  /** The other records, for display only. */
  others: readonly Place[];
  /** Street tiles from the installation's own server; null if it has none. */
  streets: { url: string; credit: string } | null;
  /** Without it the map is read-only. */
  onPick?: (point: Point) => void;
}

const COUNTRY = latLngBounds([13.6, -92.4], [17.95, -88.1]);
/** From this zoom on, the names of smaller towns fit. */
const NAMES_ZOOM = 8;
const CLOSE_ZOOM = 8;
const STREETS_ZOOM = 18;
const PIN = divIcon({ className: 'map-pin', iconSize: [22, 22], iconAnchor: [11, 22] });

/** Leaflet's tooltips make each point focusable: without this, the Tab key would stop at forty points that do nothing. */
const NO_TAB_STOP: LeafletEventHandlerFnMap = { add: ({ target }) => (target as Path).getElement()?.setAttribute('tabindex', '-1') };

/** Leaflet makes its container a tab stop, because arrows move the map. */
function nameContainer(map: LeafletMap | null): void {
  const container = map?.getContainer();
  container?.setAttribute('role', 'group');
  container?.setAttribute('aria-label', 'Mapa');
}

const toLatLng = (point: Point): LatLngExpression => [point[0], point[1]];

/** The map itself, loaded on demand. Everything on it except the streets is drawn from the portal's own data. */
export function AgencyMapView({ position, others, streets, onPick }: AgencyMapViewProps) {
  return (
    <MapContainer
      ref={nameContainer}
      className="map"
      bounds={COUNTRY}
      maxBounds={COUNTRY.pad(0.3)}
      minZoom={5}
      zoomSnap={0.25}
      zoomDelta={1}
      maxZoom={streets ? STREETS_ZOOM : 14}
      attributionControl={false}
      zoomControl={false}
      scrollWheelZoom={false}
    >
      <ZoomControl zoomInTitle="Acercar" zoomOutTitle="Alejar" />
      {streets ? <Grounds streets={streets} /> : <Outline />}
      {others.map(({ id, title, latitude, longitude }) => (
        <CircleMarker key={id} center={[latitude, longitude]} radius={4} className="map-other" eventHandlers={NO_TAB_STOP}>
          <Tooltip>{title}</Tooltip>
        </CircleMarker>
      ))}
      {onPick ? <Picker onPick={onPick} /> : null}
      {position ? <Pin position={position} onPick={onPick} /> : null}
    </MapContainer>
  );
}

/** The streets, or the outline by choice; falls back to the outline when tiles fail to load. */
function Grounds({ streets: { url, credit } }: { streets: NonNullable<AgencyMapViewProps['streets']> }) {
  const [isLost, setLost] = useState(false);
  const [isWanted, setWanted] = useState(true);
  if (isLost) return <Outline />;
  return (
    <>
      {isWanted ? <TileLayer url={url} maxZoom={STREETS_ZOOM} eventHandlers={{ tileerror: () => setLost(true) }} /> : <Outline />}
      {/* A plain button rather than a Leaflet control, which would submit the surrounding form. */}
      <button type="button" className="btn btn-plain btn-sm map-ground no-print" onClick={() => setWanted(!isWanted)}>
        {isWanted ? 'Ver contorno' : 'Ver calles'}
      </button>
      {isWanted && credit !== '' ? <p className="map-credit">{credit}</p> : null}
    </>
  );
}

function Outline() {
  return (
    <>
      {/* Below all other layers, even when it is added later. */}
      <Pane name="outline" style={{ zIndex: 350 }}>
        <Polygon positions={LAND_AROUND.map(toLatLng)} className="map-land" interactive={false} />
        <Polygon positions={OUTLINE.map(toLatLng)} className="map-country" interactive={false} />
      </Pane>
      <Neighbours />
      <Towns />
    </>
  );
}

function Neighbours() {
  return NEIGHBOURS.map(({ name, at }) => (
    <CircleMarker key={name} center={toLatLng(at)} radius={0} className="map-town" interactive={false}>
      <Tooltip permanent direction="center" className="map-name map-neighbour">
        {name}
      </Tooltip>
    </CircleMarker>
  ));
}

function Towns() {
  const map = useMap();
  const [zoom, setZoom] = useState(map.getZoom());
  useMapEvents({ zoomend: () => setZoom(map.getZoom()) });
  const close = zoom >= NAMES_ZOOM;
  return (
    <>
      {TOWNS.filter(({ major }) => major === true || close).map(({ name, at, left }) => (
        <CircleMarker key={name} center={toLatLng(at)} radius={2.5} className="map-town" interactive={false}>
          <Tooltip permanent direction={left ? 'left' : 'right'} className="map-name" offset={[left ? -2 : 2, 0]}>
            {name}
          </Tooltip>
        </CircleMarker>
      ))}
    </>
  );
}

function Picker({ onPick }: { onPick: (point: Point) => void }) {
  useMapEvents({
    click: ({ latlng, originalEvent }) => {
      if (!(originalEvent.target as Element).closest('.map-ground')) onPick([latlng.lat, latlng.lng]);
    },
  });
  return null;
}

function Pin({ position, onPick }: { position: Point; onPick: ((point: Point) => void) | undefined }) {
  const map = useMap();
  const [latitude, longitude] = position;
  useEffect(() => {
    // Moves to a place that is out of view, or zooms in when the whole country is shown.
    const place: LatLngExpression = [latitude, longitude];
    if (!map.getBounds().contains(place) || map.getZoom() < NAMES_ZOOM)
      map.setView(place, Math.max(map.getZoom(), CLOSE_ZOOM), { animate: false });
  }, [map, latitude, longitude]);
  return (
    <Marker
      position={[latitude, longitude]}
      icon={PIN}
      draggable={onPick !== undefined}
      keyboard={false}
      alt="Ubicación"
      eventHandlers={{
        dragend: ({ target }) => {
          const { lat, lng } = (target as LeafletMarker).getLatLng();
          onPick?.([lat, lng]);
        },
      }}
    />
  );
}
