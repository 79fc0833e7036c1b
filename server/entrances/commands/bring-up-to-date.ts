import pg from 'pg';
import { migrate } from '#prisma/migrate.ts';
import { giveAppAccess } from '#prisma/app-role.ts';
import type { Environment } from '../../config.ts';
import { createQueueTables } from '../../ports/queue/connection.ts';

type Databases = Pick<Environment, 'database' | 'queue'>;

/** Where the address of the account stands that owns the tables. */
export const ownerVariable = ({ database }: Databases) => (database.ownerUrl === database.url ? 'DATABASE_URL' : 'DATABASE_OWNER_URL');

/**
 * The migrations and, with DATABASE_OWNER_URL, the account of DATABASE_URL, which may only read and write the tables.
 * @returns what was applied, and the name of that account; null: there is none of its own
 */
export async function bringUpToDate({ database, queue }: Databases): Promise<{ applied: string[]; account: string | null }> {
  const applied = await migrate(database.ownerUrl);
  if (database.ownerUrl === database.url) return { applied, account: null };
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    if (queue.kind === 'postgres') await createQueueTables(client);
    return { applied, account: await giveAppAccess(client, database.url) };
  } finally {
    await client.end();
  }
}
