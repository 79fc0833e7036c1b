import { activityPath } from '../../domain/activity.ts';
import { dayOf } from '../../domain/dates.ts';
import { AppError } from '../../domain/errors.ts';
import { clicksBody } from '../../rest-backend/schemas.ts';
import type { AddClicksCall } from './clicks.ts';
import type { ClicksServices } from './create-clicks.ts';

/** Every signed-in person counts for themselves, so no menu is asked for. Errors: see Clicks.addClicks. */
export async function addClicks(services: ClicksServices, call: AddClicksCall): Promise<void> {
  const body = clicksBody.safeParse({ userId: call.actor.id, clicks: call.count, flushId: call.flushId });
  if (!body.success)
    throw new AppError('invalid-input', 'clicks', { userMessage: 'Los clics no se pudieron contar: el envío no es válido.' });
  await services.limit.consume(call.actor.id);
  const { added } = await services.restBackend.addClicks(call.actor.sessionId, body.data);
  if (added) await services.readModel.projectNow('main', [`usuarios/${call.actor.id}`, activityPath(call.actor.id, dayOf(new Date()))]);
}
