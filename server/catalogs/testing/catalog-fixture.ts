import { createEmbeddedDocumentStore } from '../../documents/embedded/embedded.ts';
import type { Documents } from '../../documents/document-store.ts';
import { createLog } from '../../platform/log.ts';
import { createReadModel } from '../../read-model/sync/create-read-model.ts';
import type { ReadModel } from '../../read-model/read-model.ts';
import type { Sql } from '../../platform/sql.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createCatalogs, type Catalogs } from '../catalogs.ts';
import { PROJECTIONS } from '../../registries.ts';
import { unchangedSettings } from '../../testing/live-settings.ts';

export interface CatalogFixture {
  sql: Sql;
  documents: Documents;
  readModel: ReadModel;
  catalogs: Catalogs;
}

/** The catalogs on a database of their own: real tables, and the embedded document store unless another is given. */
export async function createCatalogFixture(options: Partial<Documents> = {}): Promise<CatalogFixture> {
  const { sql } = await createTestDatabase();
  const documents: Documents = {
    main: options.main ?? createEmbeddedDocumentStore({ sql, database: 'main' }),
    digitalization: options.digitalization ?? createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
  };
  const log = createLog({ level: 'silent', process: 'test' });
  const readModel = createReadModel({ sql, documents, log, projections: PROJECTIONS });
  const services = { sql, documents, readModel, liveSettings: unchangedSettings() };
  return { sql, documents, readModel, catalogs: createCatalogs(services) };
}
