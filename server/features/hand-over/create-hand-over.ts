import { bind } from '../../platform/bind.ts';
import type { Call } from '../../services.ts';
import type { HeldKind, HeldServices } from '../../staff/held.ts';
import { findHoldings, findTakers } from './find-holdings.ts';
import { handOver } from './hand-over.ts';

export interface HandOverServices extends HeldServices {
  kinds: readonly HeldKind[];
  /** Whether the actor may take this person's work away, as they may deactivate them; throws. */
  admit: (call: Call & { id: string }) => Promise<void>;
}

/** What lies with a person who leaves, and how it goes to somebody else: `portal.handOver`. Every verb requires the menu `users`. */
export function createHandOver(services: HeldServices, given: Pick<HandOverServices, 'admit' | 'kinds'>) {
  const all: HandOverServices = { ...services, ...given };
  return bind(all, { findHoldings, findTakers, handOver });
}
