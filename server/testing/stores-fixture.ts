import type { DatabaseName, Documents, Fields } from '../ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '../ports/documents/embedded/embedded.ts';
import { createLog } from '../platform/log/log.ts';
import { createReadModel } from '../read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '../registries.ts';
import type { Services } from '../services.ts';
import { unchangedSettings } from './live-settings.ts';
import { someServices } from './some-services.ts';
import { createTestDatabase } from './test-database.ts';

export interface StoresFixture {
  /** Real are only `sql`, `documents`, `readModel`, `liveSettings` and the registries. */
  services: Services;
  /** Connection string of the database, for tests that open their own connection. */
  url: string;
  /** Stores a document as another program would, and projects it. */
  put(this: void, database: DatabaseName, path: string, data: Fields): Promise<void>;
}

/** A database of its own with all tables, and the embedded document stores unless others are given. */
export async function createStoresFixture(stores: Partial<Documents> = {}): Promise<StoresFixture> {
  const { sql, url } = await createTestDatabase();
  const documents: Documents = {
    main: stores.main ?? createEmbeddedDocumentStore({ sql, database: 'main' }),
    digitalization: stores.digitalization ?? createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
  };
  const readModel = createReadModel({ sql, documents, log: createLog({ level: 'silent', process: 'test' }), projections: PROJECTIONS });
  return {
    services: someServices({ sql, documents, readModel, liveSettings: unchangedSettings() }),
    url,
    async put(database, path, data) {
      await documents[database].set(path, data);
      await readModel.projectNow(database, [path]);
    },
  };
}
