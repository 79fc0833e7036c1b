import type { Assets } from './assets.ts';
import type { People } from './people.ts';

/**
 * The REST backend of specification section 7, whichever it is. Another instance is reached by HTTP: time-outs, bounded
 * retries for GET, status checks.
 */
export interface RestBackend extends Assets, People {
  ping(): Promise<void>;
  /** Ends idle connections. */
  close(): void;
}
