import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { findHoldings, findTakers } from './find-holdings.ts';
import { handOver } from './hand-over.ts';
import { feature } from '../feature.ts';

/** What lies with a person who leaves, and how it goes to somebody else: `portal.handOver`. Every verb requires the menu `users`. */
export function createHandOver(services: Services) {
  return bind(services, { findHoldings, findTakers, handOver });
}

export const handOverFeature = feature({ verbs: { handOver: createHandOver } });
