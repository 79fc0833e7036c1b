import type { Documents, Fields } from '../../../ports/documents/document-store.ts';
import type { Staff } from '../../../domain/permissions.ts';
import type { Sql } from '../../../platform/sql/sql.ts';
import { createStoresFixture, type StoresFixture } from '../../../testing/stores-fixture.ts';
import { createPackages, type Packages } from '../index.ts';

export interface PackagesFixture extends Omit<StoresFixture, 'url'> {
  sql: Sql;
  documents: Documents;
  packages: Packages;
  /** Stores a person with their permission set, to be loaded as for their own request. */
  putPerson: (person: Staff, more?: Fields) => Promise<void>;
}

/** Packages on a database of their own, and the embedded document stores unless others are given. */
export async function createPackagesFixture(stores: Partial<Documents> = {}): Promise<PackagesFixture> {
  const { services, put } = await createStoresFixture(stores);
  const { sql, documents } = services;
  await put('main', 'permisos_rol/editor', { menus: ['home', 'digitalization-documents', 'packages-sent', 'packages-received'] });
  return {
    sql,
    documents,
    put,
    services,
    packages: createPackages(services),
    async putPerson({ id, name, agencyId, permissionSet }, more = {}) {
      const permissions: Record<string, Record<string, string[]>> = {};
      for (const [key, actions] of permissionSet?.permissions ?? []) {
        const [category = '', type = ''] = key.split('/');
        (permissions[category] ??= {})[type] = [...actions];
      }
      await put('digitalization', `permisos_documentos/de-${id}`, { title: `De ${id}`, permissions });
      await put('main', `usuarios/${id}`, {
        name,
        email: `${id}@demo.coop`,
        role: 'editor',
        agency: agencyId,
        state: true,
        digitalization_permission_id: `de-${id}`,
        ...more,
      });
    },
  };
}
