import { CATALOGS } from '../../../catalogs/registry.ts';
import type { Documents, DocumentStore, Fields } from '../../../ports/documents/document-store.ts';
import { createEmbeddedDocumentStore } from '../../../ports/documents/embedded/embedded.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createReadModel } from '../../../read-model/sync/create-read-model.ts';
import type { Sql } from '../../../platform/sql/sql.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { createCustomers, type Customers } from '../index.ts';
import { customersProjection } from '../customers.projection.ts';
import { unchangedSettings } from '../../../testing/live-settings.ts';
import { someServices } from '../../../testing/some-services.ts';

export interface CustomersFixture {
  sql: Sql;
  documents: Documents;
  customers: Customers;
  /** Stores a document as the core system would and projects it. */
  put: (path: string, data: Fields) => Promise<void>;
}

/** Customers on a database of their own, and the embedded document store unless another is given. */
export async function createCustomersFixture(options: { main?: DocumentStore } = {}): Promise<CustomersFixture> {
  const { sql } = await createTestDatabase();
  const documents: Documents = {
    main: options.main ?? createEmbeddedDocumentStore({ sql, database: 'main' }),
    digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
  };
  const log = createLog({ level: 'silent', process: 'test' });
  const readModel = createReadModel({
    sql,
    documents,
    log,
    projections: [customersProjection, CATALOGS.agencias.projection],
  });
  const customers = createCustomers(someServices({ sql, documents, log, readModel, liveSettings: unchangedSettings() }));
  return {
    sql,
    documents,
    customers,
    async put(path, data) {
      await documents.main.create(path, data);
      await readModel.projectNow('main', [path]);
    },
  };
}
