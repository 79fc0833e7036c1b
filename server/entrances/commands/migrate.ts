import pg from 'pg';
import { migrate } from '#prisma/migrate.ts';
import { giveAppAccess } from '#prisma/app-role.ts';
import { createQueueTables } from '#server/ports/queue/connection.ts';
import { workOnDatabase } from '#server/platform/sql/database-refusal.ts';
import { loadConfigOrExit } from '#server/platform/processes/run-process.ts';

// `npm run migrate`: brings the database of DATABASE_URL up to date; safe to run from several machines at once. With DATABASE_OWNER_URL
// the tables belong to that account, and DATABASE_URL's is made and may only read and write them.
const { database, queue } = loadConfigOrExit();
process.exitCode = await workOnDatabase(database.ownerUrl, async () => {
  const applied = await migrate(database.ownerUrl);
  process.stdout.write(applied.length > 0 ? `Migraciones aplicadas: ${applied.join(', ')}\n` : 'La base de datos está al día.\n');
  if (database.ownerUrl === database.url) return 0;
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  try {
    if (queue.kind === 'postgres') await createQueueTables(client);
    process.stdout.write(`La cuenta «${await giveAppAccess(client, database.url)}» lee y escribe las tablas, y nada más.\n`);
    return 0;
  } finally {
    await client.end();
  }
});
