import { loadConfigOrExit } from '#server/platform/run-process.ts';
import { migrate } from '#prisma/migrate.ts';

// `npm run migrate`: brings the database of DATABASE_URL up to date; safe to run from several machines at once.
const applied = await migrate(loadConfigOrExit().database.url);
process.stdout.write(applied.length > 0 ? `Migraciones aplicadas: ${applied.join(', ')}\n` : 'La base de datos está al día.\n');
