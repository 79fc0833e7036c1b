import { WATCHED_WHOLE } from '../../ports/documents/document-store.ts';
import { nameOf } from '../../read-model/projection.ts';
import { readStatus, type FailedDocument, type StreamStatus, type TableStatus } from '../../read-model/upkeep/status.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { readLatestRuns, runTargets, type ReadModelRun, type RunTarget } from './read-model-runs.ts';
import { requireMenu } from '../../domain/permissions.ts';
import type { Call, Registries, Services } from '../../services.ts';

interface ReadModelState {
  streams: StreamStatus[];
  tables: TableStatus[];
  /** The newest, at most 100. */
  failures: FailedDocument[];
  /** In the order of the page: every table, then what is derived from tables. */
  targets: readonly RunTarget[];
  /** The newest of each kind and target. */
  runs: ReadModelRun[];
  /** Tables of collections in which only the sweep finds documents that were written without the time of their change. */
  sweptOnly: string[];
}

/** Counting large tables is work, and the page asks again every few seconds in every browser that shows it. */
const STATUS_CACHE_MS = 4_000;

/** The status that this process has read, by its database. */
const statusCache = new WeakMap<Sql, { at: number; status: ReturnType<typeof readStatus> }>();

/** Reads the status at most once in four seconds per process; runs are always read anew. */
export async function getReadModelState({ sql, documents, registries }: Services, call: Call): Promise<ReadModelState> {
  requireMenu(call.actor, 'settings-machinery');
  const [status, runs] = await Promise.all([readCachedStatus(sql, registries), readLatestRuns(sql)]);
  const isLarge = ({ rows, tombstones }: TableStatus) => rows + tombstones > WATCHED_WHOLE;
  const large = new Set(status.tables.filter(isLarge).map(({ table }) => table));
  const sweptOnly = registries.projections.filter(({ database }) => !documents[database].watchesEverything).map(nameOf);
  return { ...status, targets: runTargets(registries), runs, sweptOnly: sweptOnly.filter((name) => large.has(name)) };
}

function readCachedStatus(sql: Sql, { projections }: Registries): ReturnType<typeof readStatus> {
  const last = statusCache.get(sql);
  if (last && Date.now() - last.at <= STATUS_CACHE_MS) return last.status;
  const status = readStatus(sql, projections);
  statusCache.set(sql, { at: Date.now(), status });
  // A failure is thrown to whoever asked, and not cached.
  status.catch(() => statusCache.delete(sql));
  return status;
}
