import { readStatus, type FailedDocument, type StreamStatus, type TableStatus } from '../../read-model/upkeep/status.ts';
import type { Sql } from '../../platform/sql.ts';
import { readLatestRuns, runTargets, type ReadModelRun, type RunTarget } from './read-model-runs.ts';
import { requireMenu } from '../../domain/permissions.ts';
import type { Call } from '../../services.ts';
import type { OperationServices, Registries } from './operation-services.ts';

interface ReadModelState {
  streams: StreamStatus[];
  tables: TableStatus[];
  /** The newest, at most 100. */
  failures: FailedDocument[];
  /** In the order of the page: every table, then what is computed from tables. */
  targets: readonly RunTarget[];
  /** The newest of each kind and target. */
  runs: ReadModelRun[];
}

/** Counting large tables is work, and the page asks again every few seconds in every browser that shows it. */
const STATUS_KNOWN_MS = 4_000;

/** Reads the status at most once in four seconds per process; runs are always read anew. */
export function createReadModelState({
  sql,
  registries,
}: Pick<OperationServices, 'sql' | 'registries'>): (call: Call) => Promise<ReadModelState> {
  const targets = runTargets(registries);
  let known: { at: number; status: ReturnType<typeof readStatus> } | null = null;
  return async (call) => {
    requireMenu(call.actor, 'settings-machinery');
    if (!known || Date.now() - known.at > STATUS_KNOWN_MS)
      known = { at: Date.now(), status: readFreshStatus(sql, registries, () => (known = null)) };
    const [status, runs] = await Promise.all([known.status, readLatestRuns(sql)]);
    return { ...status, targets, runs };
  };
}

function readFreshStatus(sql: Sql, { projections }: Registries, onFailure: () => void): ReturnType<typeof readStatus> {
  const status = readStatus(sql, projections);
  // A failure is told to who asked and not kept.
  status.catch(onFailure);
  return status;
}
