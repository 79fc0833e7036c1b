import { createEmbeddedDocumentStore } from '../../documents/embedded.ts';
import type { Documents } from '../../documents/document-store.ts';
import { MENU_IDS, type MenuId } from '../../domain/menu.ts';
import type { Staff } from '../../domain/permissions.ts';
import { projectAll } from '../../read-model/project-documents.ts';
import type { ReadModel } from '../../read-model/read-model.ts';
import { upsertRows } from '../../read-model/upsert.ts';
import { inTransaction, type Sql } from '../../sql.ts';
import { createTestDatabase } from '../../testing/test-database.ts';
import { createCatalogs, type Catalogs } from '../catalogs.ts';
import type { CatalogServices } from '../record.ts';
import { CATALOG_PROJECTIONS } from '../registry.ts';

export interface CatalogHouse {
  sql: Sql;
  documents: Documents;
  catalogs: Catalogs;
}

/** The catalogs on a database of their own: embedded document store and real tables. */
export async function createCatalogHouse(): Promise<CatalogHouse> {
  const { sql } = await createTestDatabase();
  const documents: Documents = {
    main: createEmbeddedDocumentStore({ sql, database: 'main' }),
    digitalization: createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
  };
  const services = { sql, documents, readModel: createReadModel(sql, documents), config: { cooperative: { name: 'Cooperativa de prueba' } } };
  return { sql, documents, catalogs: createCatalogs(services as CatalogServices) };
}

/** The same projector and upsert as the portal's, without jobs. */
function createReadModel(sql: Sql, documents: Documents): ReadModel {
  return {
    async projectNow(database, paths) {
      const found = (await documents[database].getMany(paths)).filter((document) => document !== null);
      await inTransaction(sql, async (client) => {
        for (const projection of CATALOG_PROJECTIONS) {
          const { rows } = projectAll(projection, found.filter((document) => document.collection === projection.collection));
          if (rows.length > 0) await upsertRows(client, projection, rows);
        }
      });
    },
    freshness: async () => ({ asOf: new Date(), lagSeconds: 0, delayed: false }),
  };
}

/** A person with these menus, all of them unless named. */
export function testStaff(change: Partial<Staff> = {}, menus: readonly MenuId[] = MENU_IDS): Staff {
  return {
    id: 'ana', name: 'Ana Pérez', email: 'ana@demo.coop', role: 'admin', roleTitle: 'Administrador', agencyId: '',
    menus: new Set(menus), folders: 'all', pageSize: 10, theme: 'system', sessionId: 's1', ...change,
  };
}
