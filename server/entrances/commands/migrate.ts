import { OtherMigrations } from '#prisma/migrate.ts';
import { workOnDatabase } from '#server/platform/sql/database-refusal.ts';
import { loadConfigOrExit } from '#server/platform/processes/run-process.ts';
import { bringUpToDate, ownerVariable } from './bring-up-to-date.ts';

// `npm run migrate`: migrates the database of DATABASE_URL; safe to run from several machines at once.
const config = loadConfigOrExit();
process.exitCode = await workOnDatabase(
  config.database.ownerUrl,
  async () => {
    try {
      const { applied, account } = await bringUpToDate(config);
      process.stdout.write(applied.length > 0 ? `Migraciones aplicadas: ${applied.join(', ')}\n` : 'La base de datos está al día.\n');
      if (account !== null) process.stdout.write(`La cuenta «${account}» lee y escribe las tablas, y nada más.\n`);
      return 0;
    } catch (error) {
      if (!(error instanceof OtherMigrations)) throw error;
      process.stderr.write(`${error.message}\n`);
      return 1;
    }
  },
  ownerVariable(config),
);
