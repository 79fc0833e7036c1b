import { createPortal } from '#server/portal.ts';
import { createLog } from '#server/platform/log.ts';
import { loadConfigOrExit } from '#server/platform/run-process.ts';
import { seedWhenEmpty } from './seed-when-empty.ts';

// `npm run seed`: the demo's data in the configured stores. Refuses stores that already hold people.
const config = loadConfigOrExit();
const portal = await createPortal(config, createLog({ level: config.logLevel, process: 'seed' }));
try {
  const loaded = await seedWhenEmpty(portal, { today: new Date() });
  process.stdout.write(loaded ? `Datos de demostración: ${loaded.documents} documentos.\n` : 'Ya hay datos: no se cambió nada.\n');
} finally {
  await portal.close();
}
