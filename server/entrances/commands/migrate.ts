import { loadConfig } from '../../config.ts';
import { workOnDatabase } from '../../platform/sql/database-refusal.ts';
import { bringUpToDate, ownerVariable } from './bring-up-to-date.ts';
import { createCommand } from './run-command.ts';

const USAGE = `npm run migrate

  Pone al día la base de datos de DATABASE_URL y, con DATABASE_OWNER_URL, hace la cuenta de DATABASE_URL, que solo lee y escribe
  las tablas. Puede correr en varias máquinas a la vez.`;

/** `npm run migrate`. */
export const migrate = createCommand({ usage: USAGE }, async ({ environment }) => {
  const config = loadConfig(environment);
  const work = async () => {
    const { applied, account } = await bringUpToDate(config);
    console.log(applied.length > 0 ? `Migraciones aplicadas: ${applied.join(', ')}` : 'La base de datos está al día.');
    if (account !== null) console.log(`La cuenta «${account}» lee y escribe las tablas, y nada más.`);
    return 0;
  };
  return workOnDatabase(config.database.ownerUrl, work, ownerVariable(config));
});
