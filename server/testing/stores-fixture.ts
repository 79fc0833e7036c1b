import type { DatabaseName, Documents, Fields } from '../documents/document-store.ts';
import { createEmbeddedDocumentStore } from '../documents/embedded/embedded.ts';
import type { LiveSettings } from '../live-settings/live-settings.ts';
import { createLog } from '../platform/log.ts';
import type { Sql } from '../platform/sql.ts';
import type { ReadModel } from '../read-model/read-model.ts';
import { createReadModel } from '../read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '../registries.ts';
import { unchangedSettings } from './live-settings.ts';
import { createTestDatabase } from './test-database.ts';

/** What features read and write with. */
export interface StoresFixture {
  services: { sql: Sql; documents: Documents; readModel: ReadModel; liveSettings: LiveSettings };
  /** Of the database: for what connects to it by itself. */
  url: string;
  /** Stores a document as another program would, and brings it into the read model. */
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
    services: { sql, documents, readModel, liveSettings: unchangedSettings() },
    url,
    async put(database, path, data) {
      await documents[database].set(path, data);
      await readModel.projectNow(database, [path]);
    },
  };
}
