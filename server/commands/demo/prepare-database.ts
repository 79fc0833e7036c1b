import { ensurePrismaClient } from '#prisma/generate.ts';
import { migrate } from '#prisma/migrate.ts';
import { loadConfig } from '../../config.ts';
import { createLog } from '../../platform/log.ts';

/** Brings the demo's database up to date and, the first time, fills it. `say` tells the person what takes its time. */
export async function prepareDatabase(environment: Readonly<Record<string, string>>, say: (text: string) => void): Promise<void> {
  ensurePrismaClient();
  const config = loadConfig(environment);
  await migrate(config.database.url);
  // Loaded only now: they need the Prisma client that was perhaps just generated.
  const [{ createPortal }, { seedWhenEmpty }] = await Promise.all([import('../../portal.ts'), import('#prisma/seed/seed-when-empty.ts')]);
  const portal = await createPortal(config, createLog({ level: 'warn', process: 'demo' }));
  try {
    say('Revisando los datos de demostración…');
    const startedAt = performance.now();
    const loaded = await seedWhenEmpty(portal, { today: new Date() });
    if (loaded) say(`Datos de demostración: ${loaded.documents} documentos en ${((performance.now() - startedAt) / 1_000).toFixed(1)} s.`);
  } finally {
    await portal.close();
  }
}
