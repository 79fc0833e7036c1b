import type { Documents } from '../../../ports/documents/document-store.ts';
import type { Staff } from '../../../domain/permissions.ts';
import type { Sql } from '../../../platform/sql/sql.ts';
import { loadStaff } from '../../../staff/load-staff.ts';
import { createStoresFixture, type StoresFixture } from '../../../testing/stores-fixture.ts';
import { createPermissionSets, type PermissionSets } from '../index.ts';

export interface SetsFixture extends Pick<StoresFixture, 'put'> {
  sql: Sql;
  documents: Documents;
  sets: PermissionSets;
  /** Loads the person as their next request would. */
  staffOf(id: string): Promise<Staff | null>;
}

/** Permission sets on a database of their own, and the embedded document stores unless others are given. */
export async function createSetsFixture(stores: Partial<Documents> = {}): Promise<SetsFixture> {
  const { services, put } = await createStoresFixture(stores);
  const { sql, documents } = services;
  return {
    sql,
    documents,
    put,
    sets: createPermissionSets(services),
    staffOf: (id) => loadStaff(services, { uid: id, sessionId: '' }),
  };
}
