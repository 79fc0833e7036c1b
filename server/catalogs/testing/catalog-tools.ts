import type { DatabaseName } from '../../ports/documents/document-store.ts';
import type { CatalogFixture } from './catalog-fixture.ts';
import { testStaff } from '../../testing/test-staff.ts';

export const actor = testStaff();

/** Ids of agencies that records refer to; stored before the tests. */
export const AGENCY = 'agencia-de-prueba';
export const OTHER_AGENCY = 'otra-agencia';
/** Ids of categories of digitized documents, likewise. */
export const CATEGORY = 'categoria-de-prueba';
export const OTHER_CATEGORY = 'otra-categoria';

/** Audit entries of a document, oldest first, from the document's own database. */
export async function auditOf({ documents }: Pick<CatalogFixture, 'documents'>, path: string, database: DatabaseName = 'main') {
  const entries = await documents[database].query({ collection: 'auditoria', where: [{ field: 'targetPath', op: '==', value: path }] });
  return entries.sort((a, b) => (a.createdVersion < b.createdVersion ? -1 : 1)).map((entry) => entry.data);
}
