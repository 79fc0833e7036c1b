import { PROJECTIONS } from '../projections.ts';
import { readStatus, type FailedDocument, type StreamStatus, type TableStatus } from '../read-model/status.ts';
import type { Sql } from '../sql.ts';
import { readLatestRuns, RUN_TARGETS, type ReadModelRun } from './read-model-runs.ts';
import { requireSettings, type SettingsCall, type SettingsServices } from './settings-services.ts';

export interface ReadModelState {
  streams: StreamStatus[];
  tables: TableStatus[];
  /** The newest, at most 100. */
  failures: FailedDocument[];
  /** In the order of the page: every table, then what is computed from tables. */
  targets: readonly string[];
  /** The newest of each kind and target. */
  runs: ReadModelRun[];
}

/** Counting large tables is work, and the page asks again every few seconds in every browser that shows it. */
const STATUS_KNOWN_MS = 4_000;

/** Reads the status at most once in four seconds per process; runs are always read anew. */
export function createReadModelState({ sql }: Pick<SettingsServices, 'sql'>): (call: SettingsCall) => Promise<ReadModelState> {
  let known: { at: number; status: ReturnType<typeof readStatus> } | null = null;
  return async (call) => {
    requireSettings(call);
    if (!known || Date.now() - known.at > STATUS_KNOWN_MS) known = { at: Date.now(), status: readFreshStatus(sql, () => (known = null)) };
    const [status, runs] = await Promise.all([known.status, readLatestRuns(sql)]);
    return { ...status, targets: RUN_TARGETS, runs };
  };
}

function readFreshStatus(sql: Sql, onFailure: () => void): ReturnType<typeof readStatus> {
  const status = readStatus(sql, PROJECTIONS);
  // A failure is told to who asked and not kept.
  status.catch(onFailure);
  return status;
}
