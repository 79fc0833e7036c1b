import type { Documents, DocumentStore } from '../../../documents/document-store.ts';
import { createEmbeddedDocumentStore } from '../../../documents/embedded/embedded.ts';
import { createLog } from '../../../platform/log.ts';
import type { AnyProjection } from '../../../read-model/projection.ts';
import { createReadModel } from '../../../read-model/sync/create-read-model.ts';
import type { Sql } from '../../../platform/sql.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { createProducts, type Products } from '../create-products.ts';
import { servicePhotosProjection } from '../service-photos.projection.ts';
import { serviceProductsProjection } from '../service-products.projection.ts';
import { servicesProjection } from '../services.projection.ts';
import { unchangedSettings } from '../../../testing/live-settings.ts';

export const PRODUCT_PROJECTIONS: readonly AnyProjection[] = [servicesProjection, serviceProductsProjection, servicePhotosProjection];

export interface ProductsHouse {
  sql: Sql;
  documents: Documents;
  products: Products;
}

/** Services and products on a database of their own, on the embedded document store unless another is given. */
export async function createProductsHouse(options: { main?: DocumentStore } = {}): Promise<ProductsHouse> {
  const { sql } = await createTestDatabase();
  const documents: Documents = {
    main: options.main ?? createEmbeddedDocumentStore({ sql, database: 'main' }),
    digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
  };
  const readModel = createReadModel({
    sql,
    documents,
    log: createLog({ level: 'silent', process: 'test' }),
    projections: PRODUCT_PROJECTIONS,
  });
  const services = { sql, documents, readModel, liveSettings: unchangedSettings() };
  return { sql, documents, products: createProducts(services) };
}
