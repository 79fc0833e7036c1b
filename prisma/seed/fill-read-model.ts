import type { Services } from '#server/services.ts';
import type { SqlClient } from '#server/platform/sql/sql.ts';
import { quoteIdentifier } from '#server/platform/sql/sql-fragment.ts';
import { PROJECTIONS, REGISTRIES } from '#server/registries.ts';
import { ownsPath, type AnyProjection } from '#server/read-model/projection.ts';
import { projectAll, type Projected } from '#server/read-model/sync/project-documents.ts';
import { recordFreshness } from '#server/read-model/upkeep/rebuild.ts';
import { recordFilled } from '#server/read-model/upkeep/sweep.ts';
import { upsertRows } from '#server/read-model/sync/upsert.ts';
import { bulkLoadEvents } from '#server/features/reports/roll-ups.ts';
import { fillLedger } from './fill-ledger.ts';
import { withoutIndexes } from './without-indexes.ts';

const LEDGER = 'eventos_archivos';
const PAGE_SIZE = 5_000;

/**
 * Fills the read model for the first time, in one transaction; rows of an interrupted attempt are removed. All tables except the ledger of
 * the embedded store are filled through the projections; indexes and the roll-ups of the ledger are built at the end, which takes a third
 * of the time.
 * @throws when a document of the demo does not fit its table
 */
export async function fillReadModel(services: Services): Promise<void> {
  const startedAt = new Date();
  const tables = [...new Set(PROJECTIONS.map(({ table }) => table))];
  const isLedger = ({ table }: AnyProjection) => table === LEDGER;
  // The ledger comes last: a line takes its document's type from the table of documents.
  const inOrder = [...PROJECTIONS].sort((a, b) => Number(isLedger(a)) - Number(isLedger(b)));
  const filled = new Map<AnyProjection, number>();
  await bulkLoadEvents(services.sql, async (client) => {
    await client.query(`TRUNCATE ${tables.map(quoteIdentifier).join(', ')}`);
    await withoutIndexes(client, tables, async () => {
      for (const projection of inOrder) {
        const inDatabase = isLedger(projection) && !services.config.firebase;
        filled.set(projection, await (inDatabase ? fillLedger(client, projection) : fillTable(services, client, projection)));
      }
    });
  });
  for (const [projection, documents] of filled) await recordFilled(services.sql, projection, { documents, startedAt });
  await recordFreshness({ ...services, index: REGISTRIES.projectionIndex }, startedAt);
}

/** @returns how many documents the collection has */
async function fillTable({ documents }: Services, client: SqlClient, projection: AnyProjection): Promise<number> {
  const { database, collection, group = false } = projection;
  let count = 0;
  // The next page is read and projected while the database takes this one.
  let writing = Promise.resolve();
  for await (const page of documents[database].scan(collection, { group, pageSize: PAGE_SIZE })) {
    const own = page.filter(({ path }) => ownsPath(projection, path));
    const projected = projectAll(projection, own);
    await writing;
    writing = writeRows(client, projection, projected);
    writing.catch(() => undefined);
    count += own.length;
  }
  await writing;
  return count;
}

async function writeRows(client: SqlClient, projection: AnyProjection, { rows, failures }: Projected): Promise<void> {
  const written = await upsertRows(client, projection, rows);
  const [failure] = [...failures, ...written.failures];
  if (failure) throw new Error(`${failure.path}: ${failure.reason}`);
}
