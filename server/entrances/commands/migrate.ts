import { setTimeout as pause } from 'node:timers/promises';
import { loadConfig } from '../../config/config.ts';
import { isNotReady, workOnDatabase } from '../../platform/sql/database-refusal.ts';
import { bringUpToDate, ownerVariable } from './bring-up-to-date.ts';
import { createCommand } from './run-command.ts';

/** How long a database may take to answer after the start of its machine. */
const WAIT_MS = 10 * 60_000;
const RETRY_MS = 1_000;

const USAGE = `npm run migrate [-- --wait]

  Pone al día la base de datos de DATABASE_URL y, con DATABASE_OWNER_URL, hace la cuenta de DATABASE_URL, que solo lee y escribe
  las tablas. Puede correr en varias máquinas a la vez.

  --wait   espera hasta ${WAIT_MS / 60_000} minutos a una base que todavía no contesta, como al encender la máquina`;

/** `npm run migrate`. */
export const migrate = createCommand({ usage: USAGE, options: { wait: { type: 'boolean' } } }, async ({ values, environment }) => {
  const config = loadConfig(environment);
  const work = async () => {
    const { applied, account } = await (values.wait ? whenReady(() => bringUpToDate(config)) : bringUpToDate(config));
    console.log(applied.length > 0 ? `Migraciones aplicadas: ${applied.join(', ')}` : 'La base de datos está al día.');
    if (account !== null) console.log(`La cuenta «${account}» lee y escribe las tablas, y nada más.`);
    return 0;
  };
  return workOnDatabase(config.database.ownerUrl, work, ownerVariable(config));
});

/** Tries again while the database does not answer yet; says so once. */
async function whenReady<Result>(work: () => Promise<Result>): Promise<Result> {
  const until = Date.now() + WAIT_MS;
  for (let tries = 0; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isNotReady(error) || Date.now() > until) throw error;
      if (tries === 0) console.log('La base de datos todavía no contesta: se espera.');
      await pause(RETRY_MS);
    }
  }
}
