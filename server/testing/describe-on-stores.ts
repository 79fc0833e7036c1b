import { describe } from 'vitest';
import type { DatabaseName, DocumentStore } from '../ports/documents/document-store.ts';
import { describeOnFirestore, type OpenStore } from './describe-on-firestore.ts';
import { includesSlowSuite } from './run-seed.ts';

/** Stores passed to a fixture; empty for the embedded ones, which the fixture creates itself. */
export interface FixtureStores extends Partial<Record<DatabaseName, DocumentStore>> {
  /** Opens another connection to one of them; absent for the embedded stores. */
  open?: OpenStore;
}

/**
 * A suite on both implementations of the document store: the embedded one, and Firestore's emulator where that is installed. The emulator
 * takes twice as long and both fulfil one contract, so a usual run takes the emulator for only a third of the suites.
 * @param name prefix of its project ids on the emulator
 */
export async function describeOnStores(name: string, suite: (stores: FixtureStores) => void | Promise<void>): Promise<void> {
  describe('on the embedded store', () => suite({}));
  if (includesSlowSuite(name))
    await describeOnFirestore(name, (open) => suite({ main: open('main'), digitalization: open('digitalization'), open }));
}
