import type { Config } from '../../config.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import type { KeptAccounts } from './kept-accounts.ts';
import { embeddedAccounts } from './embedded/kept-accounts.ts';

/** The accounts of the configuration, as a backup reads them and a restore writes them. */
export async function openKeptAccounts({ firebase }: Pick<Config, 'firebase'>, sql: Sql): Promise<KeptAccounts> {
  if (!firebase) return embeddedAccounts(sql);
  const { openFirebaseAccounts } = await import('./firebase/kept-accounts.ts');
  return openFirebaseAccounts(firebase);
}
