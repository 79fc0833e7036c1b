import type { Documents, DocumentStore, Fields } from '../../../documents/document-store.ts';
import { createEmbeddedDocumentStore } from '../../../documents/embedded/embedded.ts';
import { readPermissions, type AgencyScope } from '../../../domain/document-permissions.ts';
import type { Staff } from '../../../domain/permissions.ts';
import { createLog } from '../../../platform/log.ts';
import type { Sql } from '../../../platform/sql.ts';
import { createReadModel } from '../../../read-model/sync/create-read-model.ts';
import { PROJECTIONS } from '../../../registries.ts';
import { unchangedSettings } from '../../../testing/live-settings.ts';
import { createTestDatabase } from '../../../testing/test-database.ts';
import { testEditor } from '../../../testing/test-staff.ts';
import { createDigitalization, type Digitalization } from '../create-digitalization.ts';

export interface DocumentsFixture {
  sql: Sql;
  documents: Documents;
  digitalization: Digitalization;
  /** Stores a document as another program would, and brings it into the read model. */
  put(database: 'main' | 'digitalization', path: string, data: Fields): Promise<void>;
}

/** Digitized documents on a database of their own, and the embedded document stores unless others are given. */
export async function createDocumentsFixture(
  stores: Partial<Record<'main' | 'digitalization', DocumentStore>> = {},
): Promise<DocumentsFixture> {
  const { sql } = await createTestDatabase();
  const documents: Documents = {
    main: stores.main ?? createEmbeddedDocumentStore({ sql, database: 'main' }),
    digitalization: stores.digitalization ?? createEmbeddedDocumentStore({ sql, database: 'digitalization' }),
  };
  const log = createLog({ level: 'silent', process: 'test' });
  const readModel = createReadModel({ sql, documents, log, projections: PROJECTIONS });
  return {
    sql,
    documents,
    digitalization: createDigitalization({ sql, documents, readModel, liveSettings: unchangedSettings() }),
    async put(database, path, data) {
      await documents[database].set(path, data);
      await readModel.projectNow(database, [path]);
    },
  };
}

/** Somebody whose set allows this, as {category: {type: actions}}. */
export function clerk(
  id: string,
  permissions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
  { agencyScope = 'all', agencyId = 'norte' }: { agencyScope?: AgencyScope; agencyId?: string } = {},
): Staff {
  const permissionSet = { id: `de-${id}`, title: `De ${id}`, agencyScope, permissions: readPermissions(permissions) };
  return testEditor({ id, name: `Persona ${id}`, agencyId, permissionSetId: permissionSet.id, permissionSet });
}
