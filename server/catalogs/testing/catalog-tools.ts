import type { CatalogFixture } from './catalog-fixture.ts';
import { testStaff } from '../../testing/test-staff.ts';

export const actor = testStaff();

/** Agencies that references may name; made before the tests. */
export const AGENCY = 'agencia-de-prueba';
export const OTHER_AGENCY = 'otra-agencia';

/** Audit entries of a document, oldest first. */
export async function auditOf({ documents }: CatalogFixture, path: string) {
  const entries = await documents.main.query({ collection: 'auditoria', where: [{ field: 'targetPath', op: '==', value: path }] });
  return entries.sort((a, b) => (a.createdVersion < b.createdVersion ? -1 : 1)).map((entry) => entry.data);
}
