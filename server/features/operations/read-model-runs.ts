import { z } from 'zod';
import { defineJob } from '../../ports/queue/queue.ts';
import { storeAudit } from '../../records/write-audit.ts';
import { newDocumentId } from '../../platform/document-id.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { nameOf, pathOf } from '../../read-model/projection.ts';
import { requireMenu } from '../../domain/permissions.ts';
import type { Call, Services } from '../../services.ts';
import { readTarget, titleOf } from '../../records/targets.ts';

/** Performs one row of `read_model_runs`: a verification or rebuild that somebody asked for. */
export const runReadModelJob = defineJob({
  id: 'run-read-model',
  payload: z.object({ runId: z.string() }),
  attempts: 5,
});

type RunKind = 'verify' | 'rebuild';
type RunStatus = 'waiting' | 'running' | 'done' | 'failed';

/** What a finished run found. A verification fills `differences` and `drift`, a rebuild what it repaired. */
export interface RunResult {
  documents: number;
  rows: number | null;
  differences: number;
  /** The first 100. */
  drift: { path: string; problem: string }[];
  missing: number;
  stale: number;
  extra: number;
  rewritten: number;
  /** Documents that cannot be projected or stored. */
  failed: number;
}

export interface ReadModelRun {
  id: string;
  kind: RunKind;
  target: string;
  status: RunStatus;
  requestedByName: string;
  requestedAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  documentsDone: number;
  /** An estimate: the rows at the start. */
  documentsExpected: number;
  result: RunResult | null;
  error: string | null;
}

/** Something that can be verified and rebuilt. */
export interface RunTarget {
  target: string;
  /** "Pasos para asociarse"; the stored name for tables that people do not know as records. */
  title: string;
  /** The stored name, which operators look for, if the title is another; '' for derived tables. */
  stored: string;
}

/** Tables first, then what is derived from them. */
export function runTargets({ projections, derivedTables, records }: Services['registries']): readonly RunTarget[] {
  return [
    ...projections.map((projection) => {
      const target = nameOf(projection);
      // For any document: one of a sub-collection has a path only with its parent's id.
      const { kind } = readTarget(records, pathOf(projection, projection.group ? 'id/id' : 'id'));
      return kind ? { target, title: titleOf(kind), stored: target } : { target, title: target, stored: '' };
    }),
    ...derivedTables.map(({ id, title }) => ({ target: id, title, stored: '' })),
  ];
}

/** A run that showed no progress for so long has lost its job; it does not block others. */
const SILENT_AFTER = '10 minutes';
const RUNS_RETAINED_PER_TARGET = 20;

interface RequestRunsCall extends Call {
  kind: string;
  /** One of runTargets; null for all. */
  target: string | null;
}

/**
 * Asks the worker to verify or rebuild; targets that are already under way are left alone. Returns how many begin.
 * Errors: `forbidden`, `invalid-input`, `not-found`, `conflict` (all of them are under way), `unavailable` (queue down).
 */
export async function requestReadModelRuns(services: Services, call: RequestRunsCall): Promise<number> {
  requireMenu(call.actor, 'settings-machinery', 'change');
  const { sql, prisma, queues } = services;
  const kind = requireKind(call.kind);
  const targets = requireTargets(
    runTargets(services.registries).map(({ target }) => target),
    call.target,
  );
  await failSilentRuns(sql);
  const begun = await insertRuns(sql, kind, targets, call.actor);
  if (begun.length === 0)
    throw new AppError('conflict', 'all targets are under way', { userMessage: 'Ya hay una revisión en curso. Espere a que termine.' });
  try {
    await queues.enqueueMany(
      runReadModelJob,
      begun.map((runId) => ({ runId })),
    );
  } catch (error) {
    // A job that was enqueued all the same finds no run and does nothing.
    const client = await prisma.client();
    await client.readModelRun.deleteMany({ where: { id: { in: begun } } });
    throw error;
  }
  const newData = { kind, target: call.target ?? 'todo' };
  await storeAudit(services.documents.main, {
    actor: call.actor,
    requestId: call.requestId,
    action: kind === 'verify' ? AUDIT_ACTIONS.readModelVerified : AUDIT_ACTIONS.readModelRebuilt,
    targetPath: `modelo_lectura/${newData.target}`,
    beforeData: null,
    newData,
  });
  await deleteOldRuns(sql);
  return begun.length;
}

function requireKind(kind: string): RunKind {
  if (kind === 'verify' || kind === 'rebuild') return kind;
  throw new AppError('invalid-input', 'unknown kind of run', { userMessage: 'La acción pedida no existe. Vuelva a abrir la página.' });
}

function requireTargets(known: readonly string[], target: string | null): readonly string[] {
  if (target === null) return known;
  if (known.includes(target)) return [target];
  throw new AppError('not-found', `no read model target ${target.slice(0, 60)}`, {
    userMessage: 'Esa colección no existe en el modelo de lectura.',
  });
}

async function failSilentRuns(sql: Sql): Promise<void> {
  await sql.query(
    `UPDATE read_model_runs SET status = 'failed', finished_at = now(), error = 'never finished: its job was lost'
     WHERE finished_at IS NULL AND heartbeat_at < now() - $1::interval
       AND NOT EXISTS (SELECT 1 FROM read_model_runs busy WHERE busy.status = 'running' AND busy.heartbeat_at >= now() - $1::interval)`,
    [SILENT_AFTER],
  );
}

/** Ids in the order of the targets; the unique index leaves out what is under way. */
async function insertRuns(sql: Sql, kind: RunKind, targets: readonly string[], actor: Call['actor']): Promise<string[]> {
  const ids = targets.map(() => newDocumentId());
  const { rows } = await sql.query<{ id: string }>(
    `INSERT INTO read_model_runs (id, kind, target, requested_by, requested_by_name)
     SELECT wanted.id, $3, wanted.target, $4, $5 FROM unnest($1::text[], $2::text[]) AS wanted (id, target)
     ON CONFLICT (target) WHERE finished_at IS NULL DO NOTHING RETURNING id`,
    [ids, targets, kind, actor.id, actor.name],
  );
  const inserted = new Set(rows.map((row) => row.id));
  return ids.filter((id) => inserted.has(id));
}

async function deleteOldRuns(sql: Sql): Promise<void> {
  await sql.query(
    `DELETE FROM read_model_runs WHERE id IN (
       SELECT id FROM (SELECT id, row_number() OVER (PARTITION BY target ORDER BY requested_at DESC, id) AS place FROM read_model_runs WHERE finished_at IS NOT NULL) old WHERE place > $1)`,
    [RUNS_RETAINED_PER_TARGET],
  );
}

/** The newest run of each kind and target. */
export async function readLatestRuns(sql: Sql): Promise<ReadModelRun[]> {
  const { rows } = await sql.query<
    Omit<ReadModelRun, 'documentsDone' | 'documentsExpected'> & { documentsDone: bigint; documentsExpected: bigint }
  >(
    `SELECT DISTINCT ON (target, kind) id, kind, target, status, requested_by_name AS "requestedByName", requested_at AS "requestedAt", started_at AS "startedAt",
       finished_at AS "finishedAt", documents_done AS "documentsDone", documents_expected AS "documentsExpected", result, error
     FROM read_model_runs ORDER BY target, kind, requested_at DESC, id`,
  );
  return rows.map((row) => ({ ...row, documentsDone: Number(row.documentsDone), documentsExpected: Number(row.documentsExpected) }));
}
