import type { PrismaClient } from '#prisma/generated/client.ts';
import type { Services } from '../../services.ts';
import type { ProjectionIndex } from '../../read-model/sync/project-documents.ts';
import { ownRows } from '../../read-model/projection.ts';
import { rebuildReadModel } from '../../read-model/upkeep/rebuild.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';
import { verifyCollection } from '../../read-model/upkeep/verify.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import type { ReadModelRun, RunResult } from './read-model-runs.ts';

type Run = Pick<ReadModelRun, 'kind' | 'target'>;

const DRIFT_SHOWN_MAX = 100;
const ERROR_MAX = 500;
/** Progress is for people: writing it more often would only cost. */
const PROGRESS_EVERY_MS = 500;

const EMPTY_RESULT: RunResult = {
  documents: 0,
  rows: null,
  differences: 0,
  drift: [],
  missing: 0,
  stale: 0,
  extra: 0,
  rewritten: 0,
  failed: 0,
};

/**
 * Performs a run and stores its result. A run that is finished or was given up does nothing. When the worker has to stop, it throws, and
 * the job begins again elsewhere; any other failure is the result of the run.
 */
export async function performReadModelRun(services: Services, runId: string, signal: AbortSignal): Promise<void> {
  const { sql, prisma, log } = services;
  const unfinished = { id: runId, finished_at: null };
  const index = services.registries.projectionIndex;
  const run = await begin(sql, index, runId);
  if (!run) return;
  const { readModelRun } = await prisma.client();
  try {
    const result = await perform({ ...services, index, signal }, run, createProgress(readModelRun, runId));
    const done = { status: 'done', finished_at: new Date(), documents_done: result.documents, result: { ...result } };
    await readModelRun.updateMany({ where: unfinished, data: done });
  } catch (error) {
    signal.throwIfAborted();
    log.error({ err: error, runId, ...run }, 'read model run failed');
    const message = error instanceof Error ? error.message : String(error);
    const failed = { status: 'failed', finished_at: new Date(), error: message.slice(0, ERROR_MAX) };
    await readModelRun.updateMany({ where: unfinished, data: failed });
  }
}

async function begin(sql: Sql, index: ProjectionIndex, runId: string): Promise<Run | null> {
  const { rows } = await sql.query<Run>(
    `UPDATE read_model_runs SET status = 'running', started_at = coalesce(started_at, now()), heartbeat_at = now(), documents_done = 0
     WHERE id = $1 AND finished_at IS NULL RETURNING kind, target`,
    [runId],
  );
  const run = rows[0];
  const projection = run && index.byTable(run.target);
  if (projection) {
    await sql.query(
      `UPDATE read_model_runs SET documents_expected = (SELECT count(*) FROM ${quoteIdentifier(projection.table)} WHERE ${ownRows(projection)} AND NOT source_deleted) WHERE id = $1`,
      [runId],
    );
  }
  return run ?? null;
}

function createProgress(readModelRun: PrismaClient['readModelRun'], runId: string): (documents: number) => Promise<void> {
  let lastWrittenAt = 0;
  return async (documents) => {
    if (Date.now() - lastWrittenAt < PROGRESS_EVERY_MS) return;
    lastWrittenAt = Date.now();
    await readModelRun.updateMany({ where: { id: runId }, data: { documents_done: documents, heartbeat_at: new Date() } });
  };
}

type Progress = ReturnType<typeof createProgress>;

async function perform(
  services: Services & { index: ProjectionIndex; signal: AbortSignal },
  run: Run,
  onProgress: Progress,
): Promise<RunResult> {
  const { sql, signal, registries, index } = services;
  const projection = index.byTable(run.target);
  if (projection && run.kind === 'verify') {
    const { documents, rows, drift } = await verifyCollection(services, projection, { signal, onProgress });
    return { ...EMPTY_RESULT, documents, rows, ...summarizeDrift(drift.map(({ path, problem }) => ({ path, problem }))) };
  }
  if (projection) {
    const [swept] = await rebuildReadModel(services, { projections: [projection], signal, onProgress });
    if (!swept) throw new Error(`${projection.table} was not swept`);
    const { documents, missing, stale, extra, rewritten, failed } = swept;
    return { ...EMPTY_RESULT, documents, missing, stale, extra, rewritten, failed };
  }
  const derived = registries.derivedTables.find((entry) => entry.id === run.target);
  if (!derived) throw new Error(`no target ${run.target}`);
  const mismatches = await derived.verify(sql);
  if (run.kind === 'verify') return { ...EMPTY_RESULT, ...summarizeDrift(mismatches.map((problem) => ({ path: derived.id, problem }))) };
  if (mismatches.length > 0) await derived.rebuild(sql);
  return { ...EMPTY_RESULT, rewritten: mismatches.length };
}

function summarizeDrift(drift: RunResult['drift']): Pick<RunResult, 'differences' | 'drift'> {
  return { differences: drift.length, drift: drift.slice(0, DRIFT_SHOWN_MAX) };
}
