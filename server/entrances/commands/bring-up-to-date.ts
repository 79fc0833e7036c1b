import pg from 'pg';
import { migrate } from '#prisma/migrate.ts';
import { grantAppAccess } from '#prisma/app-role.ts';
import type { Environment } from '../../config/config.ts';
import { KEEP_ALIVE } from '../../platform/sql/sql.ts';
import { createQueueTables } from '../../ports/queue/connection.ts';

type Databases = Pick<Environment, 'database' | 'queue'>;

/** The environment variable with the address for the account that owns the tables. */
export const ownerVariable = ({ database }: Databases) => (database.ownerUrl === database.url ? 'DATABASE_URL' : 'DATABASE_OWNER_URL');

/**
 * Runs the migrations and, with DATABASE_OWNER_URL, gives the account of DATABASE_URL its rights: only to read and write the tables.
 * @returns the applied migrations and the name of that account; null without a separate account
 */
export async function bringUpToDate({ database, queue }: Databases): Promise<{ applied: string[]; account: string | null }> {
  const applied = await migrate(database.ownerUrl);
  if (database.ownerUrl === database.url) return { applied, account: null };
  const client = new pg.Client({ connectionString: database.ownerUrl, ...KEEP_ALIVE });
  await client.connect();
  try {
    if (queue.kind === 'postgres') await createQueueTables(client);
    return { applied, account: await grantAppAccess(client, database.url) };
  } finally {
    await client.end();
  }
}
