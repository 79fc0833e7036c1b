import { createPortal } from '#server/create-portal.ts';
import { createLog } from '#server/log.ts';
import { loadConfigOrExit } from '#server/run-process.ts';
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
