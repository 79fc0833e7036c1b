import type { Assets } from './assets.ts';
import type { People } from './people.ts';

/**
 * The REST backend of docs/specification.md section 7, whichever it is. Another instance is reached by HTTP: time-outs, bounded
 * retries for GET, status checks.
 */
export interface RestBackend extends Assets, People {
  /** Errors: `unavailable`, `backend-failed`; `details.field` names what of its people cannot be read. */
  ping(): Promise<void>;
  /** Brings people whom only the backend keeps into our documents; nothing to do where they lie there anyway. */
  refreshPeople(): Promise<void>;
  /** Ends idle connections. */
  close(): void;
}
