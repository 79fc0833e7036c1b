import { IMMEDIATE_BULK_MAX, bulkUrl } from '../../domain/bulk.ts';
import type { Staff } from '../../domain/permissions.ts';
import { countOf } from '../../domain/text.ts';
import { fragment, toQuery } from '../../platform/sql/sql-fragment.ts';
import { listAt } from '../../lists/declared-list.ts';
import type { AlertSource, AlertEvent } from '../../records/alert-source.ts';
import type { Opened } from '../../records/declared-record.ts';
import type { Services } from '../../services.ts';
import { findOwnRun, type StoredRun } from './stored-run.ts';

export const RUNS_TABLE = 'bulk_runs';

/** Alerts wait so long after the end, in which an open page of the act sees it. */
const SEEN_WITHIN_SECONDS = 10;

/** Tells whoever began an act that a worker has finished it, unless they saw its end. Its undo is told as another end. */
export const RUN_ENDED: AlertSource = {
  kind: 'bulk-ended',
  async find({ sql }, { since, most }) {
    const { rows } = await sql.query<{ id: string; source: string; at: Date; userId: string }>(
      toQuery(fragment`SELECT r.id, r.id || ' ' || r.state AS source, r.finished_at AS at, r.user_id AS "userId" FROM bulk_runs r
        WHERE r.state IN ('done', 'undone') AND r.total > ${IMMEDIATE_BULK_MAX} AND r.finished_at > ${since}
          AND r.finished_at < now() - make_interval(secs => ${SEEN_WITHIN_SECONDS})
          AND NOT EXISTS (SELECT 1 FROM alert_sources s WHERE s.kind = 'bulk-ended' AND s.source = r.id || ' ' || r.state)
        ORDER BY r.finished_at, r.id LIMIT ${most}`),
    );
    return rows.map(({ id, source, at, userId }): AlertEvent => ({
      source,
      at,
      together: source,
      actorId: '',
      actorName: '',
      path: `${RUNS_TABLE}/${id}`,
      to: [userId],
    }));
  },
};

/** Somebody who sees how it ended needs no alert. */
export async function markEndSeen({ sql }: Pick<Services, 'sql'>, { id, state, total }: StoredRun): Promise<void> {
  if (total <= IMMEDIATE_BULK_MAX) return;
  await sql.query(`INSERT INTO alert_sources (kind, source, at) VALUES ('bulk-ended', $1, now()) ON CONFLICT DO NOTHING`, [
    `${id} ${state}`,
  ]);
}

/** Errors: `not-found`. */
export async function openRun(services: Services, { actor, id }: { actor: Staff; id: string }): Promise<Opened> {
  const { url, act, total } = await findOwnRun(services.sql, { userId: actor.id, id });
  const list = listAt(services.registries.lists, url);
  const label = list?.acts?.find((one) => one.id === act)?.label ?? act;
  const { singular, plural } = list?.asked?.noun ?? { singular: 'registro', plural: 'registros' };
  return { href: bulkUrl(id), name: `la acción «${label}» con ${countOf(total, singular, plural)}` };
}
