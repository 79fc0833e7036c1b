import type { Config } from '../../config/config.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { openEmbeddedReadOnly } from './embedded/read-only.ts';
import type { ReadOnlyDocuments } from './read-only-documents.ts';

/** Read-only access to the configured documents. Firebase's packages load only if it is used. */
export async function openReadOnlyDocuments({ firebase }: Pick<Config, 'firebase'>, sql: Sql): Promise<ReadOnlyDocuments> {
  if (!firebase) return openEmbeddedReadOnly(sql);
  const { openFirestoreReadOnly } = await import('./firestore/read-only.ts');
  return openFirestoreReadOnly(firebase);
}
