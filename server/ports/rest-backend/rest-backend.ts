import type { Assets } from './assets.ts';
import type { People } from './people.ts';

/**
 * The REST backend of docs/specification.md section 7, local or remote. A remote one is called over HTTP with timeouts, bounded retries for
 * GET, and status checks.
 */
export interface RestBackend extends Assets, People {
  /** Errors: `unavailable`, `backend-failed`; `details.field` names the unreadable field of its people. */
  ping(): Promise<void>;
  /** Copies people stored only in the backend to the portal's documents; does nothing where they are stored there anyway. */
  refreshPeople(): Promise<void>;
  /** Closes idle connections. */
  close(): void;
}
