import { describe } from 'vitest';
import type { DatabaseName, DocumentStore } from '../ports/documents/document-store.ts';
import { describeOnFirestore, type OpenStore } from './describe-on-firestore.ts';
import { takesDearHalf } from './run-seed.ts';

/** What a fixture is given: nothing for the embedded stores, which it then makes itself. */
export interface GivenStores extends Partial<Record<DatabaseName, DocumentStore>> {
  /** Another connection to one of them; none for the embedded ones. */
  open?: OpenStore;
}

/**
 * A suite on both implementations of the document store: the embedded one, and Firestore's emulator where that is installed. The emulator
 * takes twice as long and both keep one contract, so that a whole run tries half of the suites on it.
 * @param name begins the names of its projects there
 */
export async function describeOnStores(name: string, suite: (stores: GivenStores) => void | Promise<void>): Promise<void> {
  describe('on the embedded store', () => suite({}));
  if (takesDearHalf(name))
    await describeOnFirestore(name, (open) => suite({ main: open('main'), digitalization: open('digitalization'), open }));
}
