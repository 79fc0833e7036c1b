import type { Documents } from '../../ports/documents/document-store.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import type { ReadModel } from '../../read-model/read-model.ts';
import { createStoresFixture } from '../../testing/stores-fixture.ts';
import { createCatalogs, type Catalogs } from '../catalogs.ts';

export interface CatalogFixture {
  sql: Sql;
  documents: Documents;
  readModel: ReadModel;
  catalogs: Catalogs;
}

/** Catalogs on a database of their own: real tables, and the embedded document store unless others are given. */
export async function createCatalogFixture(stores: Partial<Documents> = {}): Promise<CatalogFixture> {
  const { services } = await createStoresFixture(stores);
  const { sql, documents, readModel } = services;
  return { sql, documents, readModel, catalogs: createCatalogs(services) };
}
