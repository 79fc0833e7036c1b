import type { Services } from '#server/services.ts';
import { PROJECTIONS } from '#server/registries.ts';
import { createProjectionIndex, projectAll } from '#server/read-model/sync/project-documents.ts';
import { noteFresh, rebuildReadModel } from '#server/read-model/upkeep/rebuild.ts';
import { noteFilled } from '#server/read-model/upkeep/sweep.ts';
import { upsertRows } from '#server/read-model/sync/upsert.ts';
import { bulkLoadEvents } from '#server/features/reports/roll-ups.ts';

const LEDGER = 'eventos_archivos';
const PAGE_SIZE = 5_000;

/**
 * The first filling of an empty read model. Rows come through the projections as always; only the ledger of file events
 * goes in with its triggers off and its roll-ups filled at the end, which takes a third of the time.
 */
export async function fillReadModel(services: Services): Promise<void> {
  const startedAt = new Date();
  const index = createProjectionIndex(PROJECTIONS);
  const ledger = index.byTable(LEDGER);
  if (!ledger) throw new Error(`no projection for ${LEDGER}`);
  let events = 0;
  await bulkLoadEvents(services.sql, async (client) => {
    for await (const page of services.documents[ledger.database].scan(ledger.collection, { pageSize: PAGE_SIZE })) {
      await upsertRows(client, ledger, projectAll(ledger, page).rows);
      events += page.length;
    }
  });
  await noteFilled(services.sql, ledger, { documents: events, startedAt });
  await rebuildReadModel({ ...services, index }, { projections: PROJECTIONS.filter((projection) => projection.table !== LEDGER) });
  await noteFresh({ ...services, index }, startedAt);
}
