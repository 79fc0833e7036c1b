import { Refusal } from '#server/platform/refusal.ts';
import type { Services } from '#server/services.ts';
import { fillReadModel } from './fill-read-model.ts';
import { loadDemo } from './load-demo.ts';
import { makeReportRuns } from './report-runs.ts';
import { isSeeded, markSeeded } from './seeded.ts';

/**
 * Loads the demo unless it is there already.
 * @returns null when there was nothing to do. @throws Refusal when the stores hold people of their own
 */
export async function seedWhenEmpty(services: Services, options: { today: Date; events: number }): Promise<{ documents: number } | null> {
  const store = services.documents.main;
  if (await isSeeded(store)) return null;
  const [someone] = await store.query({ collection: 'usuarios', limit: 1 });
  if (someone && !someone.id.startsWith('demo-') && !someone.id.startsWith('persona-'))
    throw new Refusal('Ya hay personas: los datos de demostración son para almacenes vacíos.');
  const loaded = await loadDemo(services, options);
  await fillReadModel(services);
  await makeReportRuns(services, options.today);
  await markSeeded(store, options.today);
  return loaded;
}
