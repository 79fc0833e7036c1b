import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { addClicks } from './add-clicks.ts';

export type Clicks = ReturnType<typeof createClicks>;

/** Counted navigation (specification section 7, clicks): `portal.clicks`. */
export function createClicks(services: Services) {
  return bind(services, { addClicks });
}
