import { AppError } from '../../domain/errors.ts';
import { testStaff, type CatalogFixture } from './catalog-fixture.ts';

export const actor = testStaff();

/** Agencies that references may name; made before the tests. */
export const AGENCY = 'agencia-de-prueba';
export const OTHER_AGENCY = 'otra-agencia';

/** The AppError that the work throws. */
export async function failureOf(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (error instanceof AppError) return error;
  throw new Error('no AppError was thrown', { cause: error });
}

/** Audit entries of a document, oldest first. */
export async function auditOf({ documents }: CatalogFixture, path: string) {
  const entries = await documents.main.query({ collection: 'auditoria', where: [{ field: 'targetPath', op: '==', value: path }] });
  return entries.sort((a, b) => (a.createdVersion < b.createdVersion ? -1 : 1)).map((entry) => entry.data);
}
