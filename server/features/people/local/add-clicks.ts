import { newDocumentId } from '../../../platform/document-id.ts';
import type { Fields } from '../../../ports/documents/document-store.ts';
import { isPlainMap } from '../../../ports/documents/document-values.ts';
import { activityPath } from '../../../domain/activity.ts';
import { dayOf } from '../../../domain/dates.ts';
import { AppError } from '../../../domain/errors.ts';
import { readInteger, readTextList } from '../../../read-model/field-readers.ts';
import { readInput } from '../../../platform/read-input.ts';
import { clicksBody, type ClicksAnswer, type ClicksBody } from '../../../ports/rest-backend/schemas.ts';
import { USER_KIND, userOf, userPath } from './user-kind.ts';
import type { Services } from '../../../services.ts';

/** Flush ids remembered per person and day: a beacon is repeated within minutes. */
const REMEMBERED_FLUSHES = 300;

/**
 * Adds the clicks of one flush to the person and to their day, in one transaction, once. The session must be one of the person's, unless it
 * may belong to another instance (docs/decisions/010-rest-backend.md). Errors: `invalid-input`, `not-found`.
 */
export async function addClicks(
  services: Pick<Services, 'documents' | 'identity' | 'readModel'>,
  sessionId: string,
  input: unknown,
  now = new Date(),
): Promise<ClicksAnswer> {
  const body = await admitClicks(services, sessionId, input);
  const day = dayOf(now);
  const paths = [userPath(body.userId), activityPath(body.userId, day)] as const;
  const answer = await services.documents.main.transaction(async (tx) => {
    const [document, activity] = await tx.getMany(paths);
    const user = userOf(document);
    if (!document || !user) throw USER_KIND.notFound(body.userId);
    const flushes = readTextList(activity?.data ?? {}, 'flushes');
    if (flushes.includes(body.flushId)) return { id: user.id, clicks: user.clicks, added: false };
    const clicks = user.clicks + body.clicks;
    // Other programs count by session: their map stays, and the day has the portal's clicks.
    if (!isPlainMap(document.data['clicks'])) tx.update(paths[0], { clicks });
    const today: Fields = {
      clicks: readInteger(activity?.data ?? {}, 'clicks', 0) + body.clicks,
      lastAt: now,
      flushes: [...flushes, body.flushId].slice(-REMEMBERED_FLUSHES),
    };
    if (activity) tx.update(paths[1], today);
    else tx.create(paths[1], { userId: body.userId, day, ...today });
    return { id: user.id, clicks, added: true };
  });
  if (answer.added) await services.readModel.projectNow('main', paths);
  return answer;
}

/**
 * The flush with its person, who may follow from the session; a flush without an id counts each time. Errors: `invalid-input`, `not-found`.
 */
export async function admitClicks(
  { identity }: Pick<Services, 'identity'>,
  sessionId: string,
  input: unknown,
): Promise<Required<ClicksBody>> {
  const { clicks, flushId = newDocumentId(), ...given } = readInput(clicksBody, input);
  const userId = given.userId ?? (await identity.sessionOwner(sessionId));
  if (userId === null) throw noSession(sessionId, 'anybody');
  if (given.userId !== undefined) await requireSession({ identity }, sessionId, userId);
  return { userId, clicks, flushId };
}

async function requireSession({ identity }: Pick<Services, 'identity'>, sessionId: string, userId: string): Promise<void> {
  const sessions = await identity.listSessions(userId);
  const mayBeOfOtherInstance = identity.sharesAccounts && sessions.length === 0;
  if (mayBeOfOtherInstance || sessions.some((session) => session.sessionId === sessionId)) return;
  throw noSession(sessionId, userId);
}

function noSession(sessionId: string, userId: string): AppError {
  return new AppError('not-found', `no session ${sessionId.slice(0, 64)} of user ${userId}`, {
    userMessage: 'La sesión no existe o terminó.',
  });
}
