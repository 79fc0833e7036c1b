import type { Documents, DocumentStore, Fields } from '../../../documents/document-store.ts';
import { createEmbeddedDocumentStore } from '../../../documents/embedded/embedded.ts';
import type { Staff } from '../../../domain/permissions.ts';
import { createLog } from '../../../platform/log.ts';
import type { Sql } from '../../../platform/sql.ts';
import { createReadModel } from '../../../read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '../../../registries.ts';
import { unchangedSettings } from '../../../testing/live-settings.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { createPackages, type Packages, type PackagesServices } from '../create-packages.ts';

export interface PackagesFixture {
  sql: Sql;
  documents: Documents;
  packages: Packages;
  services: PackagesServices;
  /** Stores a document as another program would, and brings it into the read model. */
  put: (database: 'main' | 'digitalization', path: string, data: Fields) => Promise<void>;
  /** Stores a person with the set that they have, to be read as their own request would. */
  putPerson: (person: Staff, more?: Fields) => Promise<void>;
}

/** Packages on a database of their own, and the embedded document stores unless others are given. */
export async function createPackagesFixture(
  stores: Partial<Record<'main' | 'digitalization', DocumentStore>> = {},
): Promise<PackagesFixture> {
  const { sql } = await createTestDatabase();
  const documents: Documents = {
    main: stores.main ?? createEmbeddedDocumentStore({ sql, database: 'main' }),
    digitalization: stores.digitalization ?? createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
  };
  const log = createLog({ level: 'silent', process: 'test' });
  const readModel = createReadModel({ sql, documents, log, projections: PROJECTIONS });
  const put: PackagesFixture['put'] = async (database, path, data) => {
    await documents[database].set(path, data);
    await readModel.projectNow(database, [path]);
  };
  const services: PackagesServices = { sql, documents, readModel, liveSettings: unchangedSettings() };
  return {
    ...{ sql, documents, put, services },
    packages: createPackages(services),
    async putPerson({ id, name, agencyId, permissionSet }, more = {}) {
      const permissions: Record<string, Record<string, string[]>> = {};
      for (const [key, actions] of permissionSet?.permissions ?? []) {
        const [category = '', type = ''] = key.split('/');
        (permissions[category] ??= {})[type] = [...actions];
      }
      await put('digitalization', `permisos_documentos/de-${id}`, { title: `De ${id}`, permissions });
      await put('main', `usuarios/${id}`, {
        ...{ name, email: `${id}@demo.coop`, role: 'editor', agency: agencyId, state: true, digitalization_permission_id: `de-${id}` },
        ...more,
      });
    },
  };
}
