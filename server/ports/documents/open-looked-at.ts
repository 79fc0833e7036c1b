import type { Config } from '../../config.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { lookAtEmbedded } from './embedded/looking.ts';
import type { LookedAtDocuments } from './looking.ts';

/** The documents of the configuration for who only looks at them. Who has no Firebase loads none of its packages. */
export async function openLookedAt({ firebase }: Pick<Config, 'firebase'>, sql: Sql): Promise<LookedAtDocuments> {
  if (!firebase) return lookAtEmbedded(sql);
  const { lookAtFirestore } = await import('./firestore/looking.ts');
  return lookAtFirestore(firebase);
}
