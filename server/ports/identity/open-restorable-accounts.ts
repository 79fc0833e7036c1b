import type { Config } from '../../config/config.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import type { RestorableAccounts } from './restorable-accounts.ts';
import { openEmbeddedAccounts } from './embedded/restorable-accounts.ts';

/** The configured accounts for backup and restore. */
export async function openRestorableAccounts({ firebase }: Pick<Config, 'firebase'>, sql: Sql): Promise<RestorableAccounts> {
  if (!firebase) return openEmbeddedAccounts(sql);
  const { openFirebaseAccounts } = await import('./firebase/restorable-accounts.ts');
  return openFirebaseAccounts(firebase);
}
