import { IMMEDIATE_BULK_MAX } from '../../domain/bulk.ts';
import { AppError } from '../../domain/errors.ts';
import { requireFresh } from '../../domain/proof.ts';
import type { ShownRun } from '../../lists/bulk-act.ts';
import type { Call, Services } from '../../services.ts';
import { openAct } from './open-act.ts';
import { performBulk } from './perform-bulk.ts';
import { enqueueRuns } from './start-bulk.ts';
import { changeState, findOwnRun } from './stored-run.ts';
import { describeRun } from './describe-run.ts';

/**
 * Undoes one's own act: each record that it changed gets back what it held, with an audit entry of its own; what somebody changed after the
 * act stays. Up to 100 before it answers, more by a worker. Asked again while it is under way or over, it changes nothing.
 * Errors: `not-found`; `conflict` while the act is under way, and for one that cannot be undone.
 */
export async function undoBulk(services: Services, call: Call & { id: string }): Promise<ShownRun> {
  const summary = await describeRun(services, call);
  if (summary.state === 'undoing' || summary.state === 'undone') return summary;
  if (!summary.canUndo)
    throw new AppError('conflict', `bulk act ${call.id} is ${summary.state}`, {
      userMessage: summary.isOver
        ? 'No hay nada que deshacer en esta acción.'
        : 'La acción todavía está en curso: podrá deshacerla cuando termine.',
    });
  if (openAct(services, await findOwnRun(services.sql, { userId: call.actor.id, id: call.id })).act.givesRights) requireFresh(call.actor);
  await changeState(services.sql, call.id, ['done'], 'undoing');
  if (summary.outcomes.done <= IMMEDIATE_BULK_MAX) await performBulk(services, call.id, new AbortController().signal, call.actor);
  const now = await describeRun(services, call);
  if (!now.isOver) await enqueueRuns(services, [call.id]);
  return now;
}
