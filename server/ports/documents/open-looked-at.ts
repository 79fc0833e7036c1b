import type { Config } from '../../config.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { lookAtEmbedded } from './embedded/looking.ts';
import type { LookedAtDocuments } from './looking.ts';

/** Read-only access to the configured documents. Firebase's packages load only if it is used. */
export async function openLookedAt({ firebase }: Pick<Config, 'firebase'>, sql: Sql): Promise<LookedAtDocuments> {
  if (!firebase) return lookAtEmbedded(sql);
  const { lookAtFirestore } = await import('./firestore/looking.ts');
  return lookAtFirestore(firebase);
}
