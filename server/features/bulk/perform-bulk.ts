import { isBulkOver } from '../../domain/bulk.ts';
import { conflictOf } from '../../domain/conflict.ts';
import { AppError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import type { CurrentValue, Value } from '../../lists/bulk-act.ts';
import type { DatabaseName } from '../../ports/documents/document-store.ts';
import { performNext, runWithLease, WorkRefused } from '../../ports/queue/work-leases.ts';
import { isSame } from '../../records/content-version.ts';
import type { Services } from '../../services.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { openAct, type OpenedAct } from './open-act.ts';
import {
  changeState,
  findRun,
  leaseKeyOf,
  storeValuesBefore,
  storeOutcomes,
  storeRestUnchanged,
  nextItems,
  type ItemOutcome,
  type StoredItem,
  type StoredRun,
} from './stored-run.ts';

/** Records read and reported together; more if they are set at once. */
const BATCH = 20;
const BATCH_TOGETHER = 100;
/** Records changed concurrently. */
const AT_ONCE = 4;

/** Continues one of the unfinished acts. */
export function performNextBulk(services: Services, signal: AbortSignal): Promise<void> {
  const acts = {
    unfinished: `SELECT id, 'bulk:' || id AS key, user_id AS owner, created_at AS since FROM bulk_runs
      WHERE state IN ('waiting', 'working', 'undoing')`,
    served: 'SELECT user_id AS owner, finished_at AS at FROM bulk_runs',
  };
  return performNext(services.sql, acts, (id) => performBulk(services, id, signal));
}

/**
 * Continues an act, or its undo, unless another process does. If it is killed at any moment, another worker continues where it stood: what
 * each record held is stored before it is changed, and a record that was changed already is recognized.
 * @param actor who asked for it, if the request knows; a worker checks what the person may do by now
 * @returns false when it was not this process's to do
 */
export function performBulk(services: Services, id: string, signal: AbortSignal, actor?: Staff): Promise<boolean> {
  return runWithLease(services, {
    key: leaseKeyOf(id),
    signal,
    async begin() {
      const run = await findRun(services.sql, id);
      return run && !isBulkOver(run.state) ? run : null;
    },
    async work(run, held, progress) {
      await performRun(services, { run, requester: actor, progress }, held);
      return 'over';
    },
    async giveUp(run, reason) {
      await storeRestUnchanged(services.sql, run, reason);
      await endRun(services, run);
    },
  });
}

async function performRun(
  services: Services,
  { run, requester, progress }: { run: StoredRun; requester: Staff | undefined; progress: () => Promise<void> },
  signal: AbortSignal,
): Promise<void> {
  const { id } = run;
  const isUndo = run.state === 'undoing';
  if (!isUndo) await changeState(services.sql, id, ['waiting'], 'working');
  const most = openAct(services, run).act.setTogether && !isUndo ? BATCH_TOGETHER : BATCH;
  for (;;) {
    signal.throwIfAborted();
    // Read again for each batch: an act on thousands runs for minutes, in which the person may lose a right.
    const actor = requester ?? (await loadStaff(services, { uid: run.userId, sessionId: '' }));
    if (!actor) throw new WorkRefused('Su cuenta está desactivada o ya no existe.');
    const items = await nextItems(services.sql, id, isUndo ? 'done' : 'waiting', most);
    if (items.length === 0) break;
    await storeOutcomes(services.sql, id, await performBatch(services, { run, actor, isUndo, items }));
    await progress();
  }
  await endRun(services, run);
}

async function endRun({ sql }: Services, { id, state }: StoredRun): Promise<void> {
  await (state === 'undoing' ? changeState(sql, id, ['undoing'], 'undone') : changeState(sql, id, ['waiting', 'working'], 'done'));
}

interface Batch {
  run: StoredRun;
  actor: Staff;
  isUndo: boolean;
  items: readonly StoredItem[];
}

async function performBatch(services: Services, { run, actor, isUndo, items }: Batch): Promise<ItemOutcome[]> {
  const opened = openAct(services, run);
  const call = { actor, requestId: run.requestId };
  const held = await opened.act.findHeld(services, { ...call, ids: items.map(({ id }) => id), asked: run.asked });
  const unread = items.filter(({ before }) => before === null).map(({ id }) => [id, held.get(id)?.value ?? null] as const);
  await storeValuesBefore(services.sql, run.id, new Map(unread));
  if (!isUndo && (await setAll(services, opened, { run, actor, items, held })))
    return items.map(({ id }): ItemOutcome => ({ id, outcome: 'done', name: held.get(id)?.name ?? '' }));
  const { writing, project } = projectTogether(services);
  const outcomes: ItemOutcome[] = [];
  for (let at = 0; at < items.length; at += AT_ONCE) {
    const some = items.slice(at, at + AT_ONCE).map((item) => {
      const now = held.get(item.id) ?? { name: '', value: null };
      const work = isUndo ? restoreOne(writing, opened, { run, actor, item, now }) : setOne(writing, opened, { run, actor, item, now });
      return work.catch((error: unknown) => refusedWith(error, { item, now, isUndo }));
    });
    outcomes.push(...(await Promise.all(some)));
  }
  await project();
  return outcomes;
}

/** @returns false if the records must be set one by one, also because one of them was refused */
async function setAll(
  services: Services,
  { act }: OpenedAct,
  { run, actor, items, held }: Pick<Batch, 'actor' | 'items' | 'run'> & { held: ReadonlyMap<string, CurrentValue> },
): Promise<boolean> {
  const isPending = ({ id, before }: StoredItem) => before !== null && isSame(before.value, held.get(id)?.value ?? null);
  if (!act.setTogether || items.length === 1 || !items.every(isPending)) return false;
  const call = { actor, requestId: run.requestId, asked: run.asked, ids: items.map(({ id }) => id) };
  return act.setTogether(services, call).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof AppError) || error.status >= 500) throw error;
      return false;
    },
  );
}

/**
 * Each record is written by itself, but the rows of a batch are projected together: one by one they cost as much as the writes. Rules read
 * documents, never these rows; if a worker ends in between, the sync projects them.
 */
function projectTogether(services: Services): { writing: Services; project: () => Promise<void> } {
  const written = new Map<DatabaseName, Set<string>>();
  const readModel: Services['readModel'] = {
    ...services.readModel,
    projectNow(database, paths) {
      written.set(database, new Set([...(written.get(database) ?? []), ...paths]));
      return Promise.resolve();
    },
  };
  const project = async () => {
    for (const [database, paths] of written) await services.readModel.projectNow(database, [...paths]);
  };
  return { writing: { ...services, readModel }, project };
}

interface One {
  run: StoredRun;
  actor: Staff;
  item: StoredItem;
  /** What the record holds at this moment. */
  now: CurrentValue;
}

async function setOne(services: Services, { act }: OpenedAct, { run, actor, item, now }: One): Promise<ItemOutcome> {
  const before = item.before ? item.before.value : now.value;
  const wanted = wantedOf(act, run, { before, now });
  const isChanged = act.isFinal === true || !isSame(before, wanted);
  // A worker may have ended after it changed the record, before it stored the outcome.
  const wasReached = item.before !== null && isChanged && !act.isFinal && !act.hasSteps && isSame(now.value, wanted);
  if (!wasReached) await change(services, act, { run, actor, id: item.id, now, wanted });
  return { id: item.id, outcome: isChanged ? 'done' : 'same', name: now.name };
}

function wantedOf(act: OpenedAct['act'], { asked }: StoredRun, { before, now }: { before: Value; now: CurrentValue }): Value {
  return now.wanted === undefined ? act.wanted(before, asked) : now.wanted;
}

/** Restores what the record held before, unless somebody changed it after the act. */
async function restoreOne(services: Services, { act }: OpenedAct, { run, actor, item, now }: One): Promise<ItemOutcome> {
  const before: Value = item.before?.value ?? null;
  const isRestored = isSame(now.value, before);
  // Nothing has checked yet that the person may still see the record: its name as of the act stays.
  if (!isRestored && !isSame(now.value, wantedOf(act, run, { before, now }))) return { id: item.id, outcome: 'kept', reason: CHANGED };
  if (!isRestored || act.hasSteps) await change(services, act, { run, actor, id: item.id, now, wanted: before });
  return { id: item.id, outcome: 'undone', name: now.name };
}

const CHANGED = 'Alguien hizo cambios después: queda como está.';

function change(
  services: Services,
  act: OpenedAct['act'],
  { run, actor, id, now, wanted }: Omit<One, 'item'> & { id: string; wanted: Value },
): Promise<unknown> {
  return act.set(services, { actor, requestId: run.requestId, id, held: now, wanted, asked: run.asked, formToken: run.id });
}

/** Why a record was refused, in words; an error that a retry may fix is thrown again and ends this attempt. */
function refusedWith(error: unknown, { item, now, isUndo }: Pick<One, 'item' | 'now'> & { isUndo: boolean }): ItemOutcome {
  if (!(error instanceof AppError) || error.status >= 500) throw error;
  const isHidden = error.code === 'not-found' || error.code === 'forbidden';
  const reason = conflictOf(error)
    ? CHANGED
    : Object.values(error.fields ?? {})
        .flat()
        .join(' ') || error.userMessage;
  return { id: item.id, outcome: isUndo ? 'kept' : 'refused', reason, ...(!isHidden && { name: now.name }) };
}
