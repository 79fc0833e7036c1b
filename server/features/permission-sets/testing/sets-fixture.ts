import type { Documents, DocumentStore, Fields } from '../../../documents/document-store.ts';
import { createEmbeddedDocumentStore } from '../../../documents/embedded/embedded.ts';
import type { Staff } from '../../../domain/permissions.ts';
import { createLog } from '../../../platform/log.ts';
import type { Sql } from '../../../platform/sql.ts';
import { createReadModel } from '../../../read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '../../../registries.ts';
import { loadStaff } from '../../../staff/load-staff.ts';
import { unchangedSettings } from '../../../testing/live-settings.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { createPermissionSets, type PermissionSets } from '../create-permission-sets.ts';

export interface SetsFixture {
  sql: Sql;
  documents: Documents;
  sets: PermissionSets;
  /** Stores a document as another program would, and brings it into the read model. */
  put(database: 'main' | 'digitalization', path: string, data: Fields): Promise<void>;
  /** Who they are at their next request. */
  staffOf(id: string): Promise<Staff | null>;
}

/** Permission sets on a database of their own, and the embedded document stores unless others are given. */
export async function createSetsFixture(stores: Partial<Record<'main' | 'digitalization', DocumentStore>> = {}): Promise<SetsFixture> {
  const { sql } = await createTestDatabase();
  const documents: Documents = {
    main: stores.main ?? createEmbeddedDocumentStore({ sql, database: 'main' }),
    digitalization: stores.digitalization ?? createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
  };
  const log = createLog({ level: 'silent', process: 'test' });
  const readModel = createReadModel({ sql, documents, log, projections: PROJECTIONS });
  const liveSettings = unchangedSettings();
  return {
    sql,
    documents,
    sets: createPermissionSets({ sql, documents, readModel, liveSettings }),
    async put(database, path, data) {
      await documents[database].set(path, data);
      await readModel.projectNow(database, [path]);
    },
    staffOf: (id) => loadStaff({ sql, liveSettings }, { uid: id, sessionId: '' }),
  };
}
