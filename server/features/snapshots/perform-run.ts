import { setTimeout as pause } from 'node:timers/promises';
import type { Staff } from '../../domain/permissions.ts';
import { isFinished } from './domain/report-schedules.ts';
import type { StoredDocument, Fields } from '../../ports/documents/document-store.ts';
import { performNext, runWithLease, WorkRefused } from '../../ports/queue/work-leases.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { resolveRunSource, type RunSource } from './run-source.ts';
import { chooseRecipients } from './choose-recipients.ts';
import { findAdministrators } from './find-people.ts';
import { addMails, enqueueMails } from './outbox.ts';
import { readRun, runPath, runUrl, type Run } from './run-document.ts';
import { readSchedule, type ScheduleValues } from './schedule.ts';
import { SCHEDULES_COLLECTION } from './schedules.projection.ts';
import { deleteSnapshot, storeSnapshot, type SnapshotFacts, snapshotKeys } from './snapshot-files.ts';
import type { Services } from '../../services.ts';

/** How long a run waits for the read model to reach its due time, from when it could first be taken. */
const FRESH_WAIT_MS = 600_000;
/** How much of that a worker waits while it holds the run; after that others may go first. */
const FRESH_WAIT_AT_ONCE_MS = 5_000;
const FRESH_CHECK_MS = 300;

/**
 * Makes the report of a run, unless another worker does. If it is killed at any moment, another worker continues: repeating leaves one run,
 * one file and one e-mail. @returns false when another worker holds it, or it is too early to retry
 */
export function performRun(services: Services, runId: string, signal: AbortSignal): Promise<boolean> {
  return runWithLease(services, {
    key: runId,
    signal,
    async begin() {
      const stored = await services.documents.main.get(runPath(runId));
      const run = stored && readRun(stored);
      return run && !isFinished(run.status) ? { run, stored, writer: new RunWriter(services, stored) } : null;
    },
    async work({ run, stored, writer }, held) {
      if (!(await waitUntilFresh(services, { dueAt: run.dueAt, takenAt: earliestTaking(stored) }, held))) return 'paused';
      await makeReport(services, { run, writer, signal: held });
      return 'over';
    },
    giveUp: ({ run, writer }, reason) => failRun(services, run, writer, reason),
  });
}

/** Makes the report of one of the waiting runs. */
export function performNextRun(services: Services, signal: AbortSignal): Promise<void> {
  const runs = {
    unfinished: `SELECT id, id AS key, "userId" AS owner, "dueAt" AS since FROM reportes_ejecuciones
      WHERE status IN ('pendiente', 'en_proceso') AND "isActive" AND NOT source_deleted`,
    served: 'SELECT "userId" AS owner, "startedAt" AS at FROM reportes_ejecuciones',
  };
  return performNext(services.sql, runs, (id) => performRun(services, id, signal));
}

/**
 * When a run could first be taken, in ms: once it exists and a worker runs. After a stop its due time is long past, and so is the data of the
 * read model, which only begins to catch up.
 */
function earliestTaking({ createdVersion }: StoredDocument): number {
  return Math.max(Number(createdVersion / 1_000n), performance.timeOrigin);
}

/** @returns false while it is worth waiting for data, but later */
async function waitUntilFresh(
  { readModel }: Services,
  { dueAt, takenAt }: { dueAt: Date; takenAt: number },
  signal: AbortSignal,
): Promise<boolean> {
  const end = Math.max(dueAt.getTime(), takenAt) + FRESH_WAIT_MS;
  const until = Math.min(Date.now() + FRESH_WAIT_AT_ONCE_MS, end);
  for (;;) {
    const { asOf } = await readModel.freshness();
    if ((asOf !== null && asOf >= dueAt) || Date.now() > end) return true;
    if (Date.now() >= until) return false;
    await pause(FRESH_CHECK_MS, undefined, { signal });
  }
}

interface Making {
  run: Run;
  writer: RunWriter;
  signal: AbortSignal;
}

async function makeReport(services: Services, { run, writer, signal }: Making): Promise<void> {
  const found = await resolveRunSource(services, await loadStaff(services, { uid: run.userId, sessionId: '' }), run);
  if (typeof found === 'string') throw new WorkRefused(found);
  const { owner, asked, params } = found;
  const schedule = await readScheduleOf(services, run);
  await writer.write({ status: 'en_proceso', startedAt: run.startedAt ?? new Date(), params, progress: 5 });
  const facts = await storeFiles(services, { run, asked, owner, schedule, writer, signal });
  const { sendTo, notSentTo, readers } = await chooseRecipients(services, {
    asked,
    owner,
    recipients: schedule?.recipients ?? [],
    dataSha256: facts.dataSha256,
    signal,
  });
  await addMails(services.sql, run.id, 'report', sendTo);
  signal.throwIfAborted();
  await writer.write({
    ...facts,
    status: 'lista',
    progress: 100,
    finishedAt: new Date(),
    url: `${runUrl(run.id)}/download`,
    error: '',
    notSentTo: notSentTo.map((entry) => ({ ...entry })),
    readers,
  });
  await enqueueMails(services, run.id).catch((error: unknown) =>
    services.log.warn({ err: error, runId: run.id }, 'mails wait for the queue'),
  );
  await removeLeftovers(services, run.id, facts);
  // An error here must not make a run `fallida` that is ready by now: the next run removes what this one could not.
  await removeOldRuns(services, run, schedule?.retentionRuns).catch((error: unknown) =>
    services.log.warn({ err: error, runId: run.id }, 'removing old runs'),
  );
}

/** The files of attempts that were cut off; without `facts` all. What stays because the storage is away goes with the run. */
async function removeLeftovers({ snapshotFiles, log }: Services, id: string, facts?: SnapshotFacts): Promise<void> {
  await deleteSnapshot(snapshotFiles, id, facts && snapshotKeys({ id, ...facts })).catch((error: unknown) =>
    log.warn({ err: error, runId: id }, 'files of attempts that were cut off'),
  );
}

async function readScheduleOf({ documents }: Services, { scheduleId }: Run): Promise<ScheduleValues | null> {
  if (scheduleId === '') return null;
  const stored = await documents.main.get(`${SCHEDULES_COLLECTION}/${scheduleId}`);
  return stored ? readSchedule(stored.data) : null;
}

interface Storing extends Making {
  asked: RunSource;
  owner: Staff;
  schedule: ScheduleValues | null;
}

/** `asOf` is that of the file, read just before its rows: they contain everything up to then. */
async function storeFiles(
  services: Services,
  { run, asked, owner, schedule, writer, signal }: Storing,
): Promise<SnapshotFacts & { asOf: Date | null }> {
  const format = schedule?.format ?? 'ambos';
  const exported = await asked.open(owner, format === 'csv' ? 'csv' : 'xlsx');
  const count = await exported.countRows(Number.POSITIVE_INFINITY, 'csv');
  const facts = await storeSnapshot(services.snapshotFiles, exported, {
    runId: run.id,
    signal,
    format,
    onRows: (rows) => writer.reportProgress(5 + Math.min(85, Math.round((85 * rows) / Math.max(1, count ?? rows)))),
  });
  return { ...facts, asOf: exported.sheet.asOf ?? null };
}

/** Tells administrators, unless the schedule failed with the same error the last time. */
async function failRun(services: Services, run: Run, writer: RunWriter, error: string): Promise<void> {
  // First: a worker that was taken for dead, and finds that another one wrote the run since, must not report a failure.
  await writer.write({ error });
  const before = await previousFailureReason(services, run);
  if (before !== error)
    await addMails(
      services.sql,
      run.id,
      'failure',
      (await findAdministrators(services)).map(({ id }) => id),
    );
  await writer.write({ status: 'fallida', finishedAt: new Date(), startedAt: run.startedAt ?? new Date() });
  await removeLeftovers(services, run.id);
  await enqueueMails(services, run.id).catch((cause: unknown) =>
    services.log.warn({ err: cause, runId: run.id }, 'mails wait for the queue'),
  );
}

async function previousFailureReason({ sql }: Services, { id, scheduleId, dueAt }: Run): Promise<string | null> {
  if (scheduleId === '') return null;
  const { rows } = await sql.query<{ error: string; status: string }>(
    `SELECT error, status FROM reportes_ejecuciones WHERE "scheduleId" = $1 AND id <> $2 AND "dueAt" <= $3 AND status IN ('lista', 'fallida')
       AND NOT source_deleted ORDER BY "dueAt" DESC LIMIT 1`,
    [scheduleId, id, dueAt],
  );
  return rows[0]?.status === 'fallida' ? rows[0].error : null;
}

const PROGRESS_EVERY_MS = 1_000;

/**
 * Writes a run's document as long as nobody else does: each write expects the version of the one before, so a worker that was taken for
 * dead and comes back changes nothing. Errors: `conflict` then.
 */
class RunWriter {
  readonly #services: Pick<Services, 'documents' | 'log' | 'readModel'>;
  readonly #id: string;
  #version: bigint;
  #last: Promise<void> = Promise.resolve();
  #toldAt = 0;

  constructor(services: Pick<Services, 'documents' | 'log' | 'readModel'>, { id, version }: StoredDocument) {
    this.#services = services;
    this.#id = id;
    this.#version = version;
  }

  /** Writes in sequence, whoever calls. */
  write(changes: Fields): Promise<void> {
    const mine = this.#last.then(() => this.#write(changes));
    this.#last = mine.catch(() => undefined);
    return mine;
  }

  /** At most once a second, without waiting: a conflict shows at the next write that is awaited. */
  reportProgress(progress: number): void {
    if (Date.now() - this.#toldAt < PROGRESS_EVERY_MS) return;
    this.#toldAt = Date.now();
    this.write({ progress }).catch((error: unknown) => this.#services.log.debug({ err: error, runId: this.#id }, 'progress of a run'));
  }

  async #write(changes: Fields): Promise<void> {
    const { documents, readModel } = this.#services;
    this.#version = await documents.main.update(runPath(this.#id), changes, { ifVersion: this.#version });
    await readModel.projectNow('main', [runPath(this.#id)]);
  }
}

/** Runs without a schedule that are kept per person. */
const UNSCHEDULED_RUNS_RETAINED = 50;
const BATCH_SIZE = 200;

/**
 * Removes a schedule's runs beyond the newest `retained`, counting those with and without data separately: first the files, then the run, which
 * stays as a deactivated document, so that its due time never counts as missed.
 */
async function removeOldRuns(services: Services, { scheduleId, userId }: Run, retained = UNSCHEDULED_RUNS_RETAINED): Promise<void> {
  const { sql, documents, readModel, snapshotFiles } = services;
  const { rows } = await sql.query<{ id: string }>(
    `SELECT id FROM (
       SELECT id, row_number() OVER (PARTITION BY status = 'lista' ORDER BY "dueAt" DESC, id DESC) AS place FROM reportes_ejecuciones
       WHERE "scheduleId" = $1 AND ($1 <> '' OR "userId" = $2) AND status IN ('lista', 'fallida', 'vencida') AND "isActive" AND NOT source_deleted
     ) old WHERE place > $3 LIMIT ${BATCH_SIZE}`,
    [scheduleId, userId, retained],
  );
  for (const { id } of rows) {
    const stored = await documents.main.get(runPath(id));
    if (!stored) continue;
    await deleteSnapshot(snapshotFiles, id);
    await documents.main.update(runPath(id), { isActive: false, url: '' });
    await readModel.projectNow('main', [runPath(id)]);
    await sql.query('DELETE FROM run_openings WHERE run_id = $1', [id]);
    await sql.query(`DELETE FROM snapshot_mails WHERE run_id = $1 AND state NOT IN ('waiting', 'handing')`, [id]);
  }
}
