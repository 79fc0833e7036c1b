import { DEMO_PASSWORD } from '#prisma/seed/demo-data.ts';
import { demoEvents } from '#prisma/seed/demo-size.ts';
import { seedWhenEmpty } from '#prisma/seed/seed-when-empty.ts';
import { loadConfig } from '../../config/config.ts';
import { createLog } from '../../platform/log/log.ts';
import { workOnDatabase } from '../../platform/sql/database-refusal.ts';
import { createPortal } from '../../portal.ts';
import { createCommand } from './run-command.ts';

const USAGE = `npm run seed

  Llena los almacenes configurados con los datos de la demostración, si todavía no tienen personas.

  DEMO_SIZE   normal o large: cuántos datos`;

/** `npm run seed`. */
export const seed = createCommand({ usage: USAGE }, async ({ environment }) => {
  const config = loadConfig(environment);
  return workOnDatabase(config.database.url, async () => {
    const events = demoEvents(environment);
    const portal = await createPortal({ ...config, samplePassword: DEMO_PASSWORD }, createLog({ level: config.logLevel, process: 'seed' }));
    try {
      const startedAt = performance.now();
      const loaded = await seedWhenEmpty(portal, { today: new Date(), events });
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      console.log(loaded ? `Datos de demostración: ${loaded.documents} documentos en ${seconds} s.` : 'Ya hay datos: no se cambió nada.');
      return 0;
    } finally {
      await portal.close();
    }
  });
});
