import { migrate } from '#prisma/migrate.ts';
import { workOnDatabase } from '#server/platform/sql/database-refusal.ts';
import { loadConfigOrExit } from '#server/platform/processes/run-process.ts';

// `npm run migrate`: brings the database of DATABASE_URL up to date; safe to run from several machines at once.
const { url } = loadConfigOrExit().database;
process.exitCode = await workOnDatabase(url, async () => {
  const applied = await migrate(url);
  process.stdout.write(applied.length > 0 ? `Migraciones aplicadas: ${applied.join(', ')}\n` : 'La base de datos está al día.\n');
  return 0;
});
