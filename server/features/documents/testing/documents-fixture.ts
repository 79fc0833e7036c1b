import { createTestPages } from '../../../pages/testing/test-pages.ts';
import type { Documents } from '../../../ports/documents/document-store.ts';
import { readPermissions, type AgencyScope } from '../../../domain/document-permissions.ts';
import type { Staff } from '../../../domain/permissions.ts';
import { createTestFiles } from '../../../ports/files/testing/test-parts.ts';
import { createRateLimitStore } from '../../../platform/limits/rate-limits.ts';
import { createLog } from '../../../platform/log/log.ts';
import type { Sql } from '../../../platform/sql/sql.ts';
import { createStoresFixture, type StoresFixture } from '../../../testing/stores-fixture.ts';
import { testEditor } from '../../../testing/test-staff.ts';
import { createDigitalization, type Digitalization } from '../index.ts';

export interface DocumentsFixture extends Pick<StoresFixture, 'put'> {
  sql: Sql;
  documents: Documents;
  digitalization: Digitalization;
}

/** Digitized documents on a database of their own, and the embedded document stores unless others are given. */
export async function createDocumentsFixture(stores: Partial<Documents> = {}): Promise<DocumentsFixture> {
  const { services, put } = await createStoresFixture(stores);
  const { sql, documents } = services;
  await put('main', 'permisos_rol/editor', { menus: ['home', 'digitalization-documents'] });
  const log = createLog({ level: 'silent', process: 'test' });
  const rateLimitStore = createRateLimitStore({ config: { queue: { kind: 'postgres', url: '' } }, sql, log });
  const documentPages = await createTestPages({ files: await createTestFiles(), sql, log });
  return { sql, documents, put, digitalization: createDigitalization({ ...services, documentPages, log, rateLimitStore }) };
}

/** A person whose permission set allows this, as {category: {type: actions}}. */
export function clerk(
  id: string,
  permissions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>,
  { agencyScope = 'all', agencyId = 'norte' }: { agencyScope?: AgencyScope; agencyId?: string } = {},
): Staff {
  const permissionSet = { id: `de-${id}`, title: `De ${id}`, agencyScope, permissions: readPermissions(permissions) };
  return testEditor({ id, name: `Persona ${id}`, agencyId, permissionSetId: permissionSet.id, permissionSet });
}
