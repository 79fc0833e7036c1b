import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { activityReport } from './activity-report.ts';
import { feature } from '../feature.ts';
import { AppError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import { createRateLimiter } from '../../platform/limits/rate-limits.ts';
import { clicksBody } from '../../ports/rest-backend/schemas.ts';
import { ACTIVITY_COLLECTION } from '../../domain/activity.ts';
import { dayOf } from '../../domain/dates.ts';
import { GENERIC_COLUMNS, genericColumns, readDay, readTimestamp, type GenericColumns } from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';
import { COUNT, idIn, readRow, typesOf, type RowOf } from '../../read-model/table.ts';

export type Clicks = ReturnType<typeof createClicks>;

/** Click counting (specification section 7, clicks): `portal.clicks`. */
export function createClicks(services: Services) {
  return bind(services, { addClicks });
}

/** The browser flushes when a page is left and at most twice a minute: this allows many open pages. */
const FLUSHES = { name: 'clicks', points: 240, durationSeconds: 600, whenStoreIsDown: 'allow' } as const;

interface AddClicksCall {
  actor: Staff;
  /** Clicks since the last flush, 1 to 1000. */
  count: number;
  /** Created by the browser once per flush (16 to 64 letters, digits, `-`, `_`): sent twice, it counts once. */
  flushId: string;
}

/**
 * Counts clicks of the signed-in person, known by their session: no menu is required.
 * Errors: `invalid-input`, `too-many-requests`, `not-found`, `unavailable`.
 */
async function addClicks(services: Services, call: AddClicksCall): Promise<void> {
  const body = clicksBody.safeParse({ userId: call.actor.id, clicks: call.count, flushId: call.flushId });
  if (!body.success)
    throw new AppError('invalid-input', 'clicks', { userMessage: 'Los clics no se pudieron contar: el envío no es válido.' });
  await createRateLimiter(services, FLUSHES).consume(call.actor.id);
  await services.restBackend.addClicks(call.actor.sessionId, body.data);
}

const COLUMNS = { userId: idIn('usuarios'), clicks: COUNT };

/** Clicks of a person on a day. The flush ids that prevent double counting stay in the document only. */
export const userActivityProjection: Projection<RowOf<typeof COLUMNS> & GenericColumns & { day: string; lastAt: string }> = {
  database: 'main',
  collection: ACTIVITY_COLLECTION,
  table: ACTIVITY_COLLECTION,
  columns: { ...typesOf(COLUMNS), ...GENERIC_COLUMNS, day: 'date', lastAt: 'timestamptz' },
  project(document) {
    const { data } = document;
    const generic = genericColumns(document);
    return {
      ...readRow(COLUMNS, data),
      ...generic,
      day: readDay(data, 'day') || dayOf(new Date(generic.createdAt)),
      lastAt: readTimestamp(data, 'lastAt') ?? generic.createdAt,
    };
  },
};

export const clicks = feature({
  verbs: { clicks: createClicks },
  records: { [ACTIVITY_COLLECTION]: { noun: { singular: 'actividad de un usuario', plural: 'actividad de usuarios', gender: 'f' } } },
  projections: [userActivityProjection],
  reports: [activityReport],
});
