import type { Config } from '../../config.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import type { KeptAccounts } from './kept-accounts.ts';
import { embeddedAccounts } from './embedded/kept-accounts.ts';

/** The configured accounts for backup and restore. */
export async function openKeptAccounts({ firebase }: Pick<Config, 'firebase'>, sql: Sql): Promise<KeptAccounts> {
  if (!firebase) return embeddedAccounts(sql);
  const { openFirebaseAccounts } = await import('./firebase/kept-accounts.ts');
  return openFirebaseAccounts(firebase);
}
