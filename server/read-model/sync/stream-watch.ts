import { setTimeout as sleep } from 'node:timers/promises';
import type { ChangeBatch, DocumentChange, Documents, Watcher } from '../../ports/documents/document-store.ts';
import { WatchGapError } from '../../ports/documents/document-errors.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Queues } from '../../ports/queue/queue.ts';
import type { Sql } from '../../platform/sql/sql.ts';
import { isDocumentPath } from '../../ports/documents/document-path.ts';
import { applyRows, forgetFailures } from './apply-rows.ts';
import { unkeepable, type ProjectionIndex } from './project-documents.ts';
import { ownRows, pathOf, type AnyProjection } from '../projection.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';
import { reconcileReadModelJob, syncDocumentsJob, type SyncDocumentsPayload } from './sync-jobs.ts';
import { readProgress, skipRange, type ClaimedStream, type Stream, type StreamReport } from './sync-streams.ts';

export interface StreamWatchServices {
  sql: Sql;
  documents: Documents;
  queues: Queues;
  index: ProjectionIndex;
  log: Log;
  /** Least time between two small batches; default 25 ms. */
  gatherMs?: number;
}

/** Limit of batches enqueued and not yet applied; more would only make a restart repeat more. */
const MAX_OUTSTANDING = 16;
const PROGRESS_POLL_MS = 40;
/** Debounce: single changes in quick succession share a batch, since a job per change would cost more than the change. */
const GATHER_MS = 25;
const GATHER_BELOW = 200;
/** Right after the start nothing is outstanding because nothing has been read yet: that does not count as fresh. */
const SETTLED_AFTER_MS = 2_000;
/** After an error of the store changes may be missing, until it has reported none for this long. */
const ERROR_FADES_MS = 60_000;

interface Outstanding {
  changes: number;
  /** Version of its oldest change: everything before it is applied. */
  oldest: bigint | null;
}

/** The watch over one stream in one epoch: turns its batches into jobs and tracks them in memory. */
export interface StreamWatch {
  readonly name: string;
  readonly epoch: number;
  /** Updates how far the stream is applied; returns whether it moved or nothing is outstanding. */
  progressed(finishedSequence: number): boolean;
  report(): StreamReport;
  close(): Promise<void>;
}

export async function startStreamWatch(services: StreamWatchServices, stream: Stream, claim: ClaimedStream): Promise<StreamWatch> {
  const { sql, documents, index, log } = services;
  const outstanding = new Map<number, Outstanding>();
  const startedAt = Date.now();
  let finished = 0;
  let sequence = 0;
  let lastDelivery = 0;
  let error: { message: string; at: number; reported: boolean } | null = null;
  let closed = false;

  const progressed = (finishedSequence: number): boolean => {
    const moved = finishedSequence > finished || outstanding.size === 0;
    finished = Math.max(finished, finishedSequence);
    for (const done of outstanding.keys()) if (done <= finished) outstanding.delete(done);
    return moved;
  };

  const waitForRoom = async (): Promise<void> => {
    while (outstanding.size >= MAX_OUTSTANDING && !closed) {
      await sleep(PROGRESS_POLL_MS);
      progressed((await readProgress(sql, stream.name, claim.epoch)) ?? finished);
    }
    if (closed) throw new Error(`stream ${stream.name} is no longer watched here`);
  };

  const onBatch = async (batch: ChangeBatch): Promise<void> => {
    const known = batch.changes.filter((change) => index.find(stream.database, change.path) !== null);
    const changes = known.filter(({ path }) => isDocumentPath(path));
    await setAside(
      services,
      stream,
      known.filter(({ path }) => !isDocumentPath(path)),
    );
    const wait = lastDelivery + (services.gatherMs ?? GATHER_MS) - Date.now();
    if (wait > 0 && changes.length < GATHER_BELOW) await sleep(wait);
    await waitForRoom();
    // The number counts only once the batch is enqueued: when that fails, the same batch comes again under the same number.
    const range = { stream: stream.name, epoch: claim.epoch, sequence: sequence + 1, position: batch.position };
    outstanding.set(range.sequence, { changes: changes.length, oldest: least(changes.map(({ version }) => version)) });
    if (changes.length === 0) await skipRange(sql, range);
    else await services.queues.enqueue(syncDocumentsJob, { ...range, database: stream.database, changes: changes.map(toTuple) });
    sequence = range.sequence;
    lastDelivery = Date.now();
    error = null;
  };

  const onError = (reason: unknown): void => {
    if (closed) return;
    error = { message: reason instanceof Error ? reason.message : String(reason), at: Date.now(), reported: false };
    log.warn({ err: reason, stream: stream.name }, 'watching the document store');
    if (reason instanceof WatchGapError) enqueueReconcile(services, stream);
  };

  const watcher: Watcher = await documents[stream.database].watch({
    collection: stream.collection,
    group: stream.group,
    from: claim.position,
    onBatch,
    onError,
    known: () => pathsOfRows(services, stream),
  });

  return {
    name: stream.name,
    epoch: claim.epoch,
    progressed,
    report() {
      const lastError = error && !error.reported ? error.message : null;
      if (error) error.reported = true;
      const troubled = error !== null && Date.now() - error.at < ERROR_FADES_MS;
      const waiting = [...outstanding.values()];
      return {
        name: stream.name,
        epoch: claim.epoch,
        freshAt: freshAt(waiting, startedAt, troubled),
        pendingChanges: waiting.reduce((changes, batch) => changes + batch.changes, 0),
        lastError,
      };
    },
    async close() {
      closed = true;
      await watcher.close();
    },
  };
}

function freshAt(outstanding: readonly Outstanding[], startedAt: number, troubled: boolean): Date | 'now' | null {
  const oldest = least(outstanding.map((batch) => batch.oldest).filter((version) => version !== null));
  if (oldest !== null) return new Date(Number((oldest - 1n) / 1_000n));
  return troubled || outstanding.length > 0 || Date.now() - startedAt < SETTLED_AFTER_MS ? null : 'now';
}

function least(versions: readonly bigint[]): bigint | null {
  return versions.reduce<bigint | null>((found, version) => (found === null || version < found ? version : found), null);
}

/** Documents whose ids neither a row nor a job can keep are named right here. */
async function setAside({ sql, index }: StreamWatchServices, { database }: Stream, changes: readonly DocumentChange[]): Promise<void> {
  for (const change of changes) {
    const projection = index.find(database, change.path);
    const failure = unkeepable(change);
    if (change.kind === 'deleted') await forgetFailures(sql, database, [failure.path]);
    else if (projection) await applyRows(sql, [{ projection, rows: [], failures: [failure] }]);
  }
}

function toTuple({ path, version, kind }: DocumentChange): SyncDocumentsPayload['changes'][number] {
  return [path, String(version), kind === 'deleted'];
}

function projectionsOf({ index }: StreamWatchServices, stream: Stream): AnyProjection[] {
  return index.all.filter(
    (projection) => projection.database === stream.database && (stream.collection === '*' || projection.collection === stream.collection),
  );
}

async function pathsOfRows(services: StreamWatchServices, stream: Stream): Promise<string[]> {
  const paths: string[] = [];
  for (const projection of projectionsOf(services, stream)) {
    const { rows } = await services.sql.query<{ id: string }>(
      `SELECT id FROM ${quoteIdentifier(projection.table)} WHERE ${ownRows(projection)} AND NOT source_deleted`,
    );
    for (const { id } of rows) paths.push(pathOf(projection, id));
  }
  return paths;
}

function enqueueReconcile(services: StreamWatchServices, stream: Stream): void {
  const tables = projectionsOf(services, stream).map((projection) => projection.table);
  services.queues.enqueue(reconcileReadModelJob, { tables }, { deduplicationKey: stream.name }).catch((reason: unknown) => {
    services.log.error({ err: reason, stream: stream.name }, 'asking for a reconcile');
  });
}
