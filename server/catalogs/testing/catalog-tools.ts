import type { DatabaseName } from '../../ports/documents/document-store.ts';
import type { CatalogFixture } from './catalog-fixture.ts';
import { testStaff } from '../../testing/test-staff.ts';

export const actor = testStaff();

/** Agencies that references may name; made before the tests. */
export const AGENCY = 'agencia-de-prueba';
export const OTHER_AGENCY = 'otra-agencia';
/** And categories of digitized documents. */
export const CATEGORY = 'categoria-de-prueba';
export const OTHER_CATEGORY = 'otra-categoria';

/** Audit entries of a document, oldest first: they lie in the database of the document. */
export async function auditOf({ documents }: Pick<CatalogFixture, 'documents'>, path: string, database: DatabaseName = 'main') {
  const entries = await documents[database].query({ collection: 'auditoria', where: [{ field: 'targetPath', op: '==', value: path }] });
  return entries.sort((a, b) => (a.createdVersion < b.createdVersion ? -1 : 1)).map((entry) => entry.data);
}
