import { createPortal } from '#server/portal.ts';
import { workOnDatabase } from '#server/platform/sql/database-refusal.ts';
import { createLog } from '#server/platform/log/log.ts';
import { loadConfigOrExit } from '#server/platform/processes/run-process.ts';
import { waitForStartMessage } from '#server/platform/processes/wait-for-start.ts';
import { DEMO_PASSWORD } from './demo-data.ts';
import { demoEvents } from './demo-size.ts';
import { seedWhenEmpty } from './seed-when-empty.ts';

// `npm run seed`: the demo's data in the configured stores. Refuses stores that already hold people.
await waitForStartMessage();
const config = loadConfigOrExit();
process.exitCode = await workOnDatabase(config.database.url, async () => {
  const events = demoEvents(process.env);
  const portal = await createPortal({ ...config, samplePassword: DEMO_PASSWORD }, createLog({ level: config.logLevel, process: 'seed' }));
  try {
    const startedAt = performance.now();
    const loaded = await seedWhenEmpty(portal, { today: new Date(), events });
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
    process.stdout.write(
      loaded ? `Datos de demostración: ${loaded.documents} documentos en ${seconds} s.\n` : 'Ya hay datos: no se cambió nada.\n',
    );
    return 0;
  } finally {
    await portal.close();
  }
});
