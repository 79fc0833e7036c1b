import type { Config } from '../../config/config.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import type { RestorableDocuments } from './documents-backup.ts';
import { openEmbeddedDocuments } from './embedded/backup.ts';

/** The configured document storage for backup and restore. Firebase's packages load only if it is used. */
export async function openRestorableDocuments({ firebase }: Pick<Config, 'firebase'>, sql: Sql): Promise<RestorableDocuments> {
  if (!firebase) return openEmbeddedDocuments(sql);
  const { openFirestoreDocuments } = await import('./firestore/backup.ts');
  return openFirestoreDocuments(firebase, sql);
}
