import { MAX_ZOOM, MIN_ZOOM, type Zoom } from './page-layout.ts';

/** How a person likes to view documents: kept from one to the next until the tab is closed. */
export interface RememberedView {
  /** null: whatever suits the document. */
  zoom: Zoom | null;
  /** Whether the thumbnails show; null: if there is room. */
  strip: boolean | null;
}

const KEY = 'visor';
const NOTHING: RememberedView = { zoom: null, strip: null };

export function readView(): RememberedView {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof stored !== 'object' || stored === null) return NOTHING;
    const { zoom, strip } = { ...NOTHING, ...stored };
    return { zoom: isZoom(zoom) ? zoom : null, strip: typeof strip === 'boolean' ? strip : null };
  } catch {
    return NOTHING;
  }
}

/** Without session storage every document starts with the defaults. */
export function rememberView(change: Partial<RememberedView>): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ ...readView(), ...change }));
  } catch {
    return;
  }
}

function isZoom(value: unknown): value is Zoom {
  return value === 'width' || value === 'page' || (typeof value === 'number' && value >= MIN_ZOOM && value <= MAX_ZOOM);
}
