import type { Staff } from '../../domain/permissions.ts';
import { fragment, toQuery } from '../../platform/sql/sql-fragment.ts';
import type { AlertSource, AlertEvent } from '../../records/alert-source.ts';
import type { Opened } from '../../records/declared-record.ts';
import type { Services } from '../../services.ts';
import { getVisibleRun } from './get-run.ts';
import { RUNS_COLLECTION, runUrl } from './run-document.ts';

/** Errors: `forbidden`, `not-found`. */
export async function openRun(services: Services, call: { actor: Staff; id: string }): Promise<Opened> {
  const { asked, scheduleTitle } = await getVisibleRun(services, call);
  return { href: runUrl(call.id), name: `el reporte «${scheduleTitle || asked?.title || call.id}»` };
}

/** Told to the report's owner; administrators get an e-mail besides (docs/decisions/042-report-snapshots.md). */
export const RUN_FAILED: AlertSource = {
  kind: 'report-failed',
  async find({ sql }, { since, most }) {
    const { rows } = await sql.query<{ id: string; at: Date; userId: string }>(
      toQuery(fragment`SELECT r.id, r."finishedAt" AS at, r."userId" FROM reportes_ejecuciones r
        WHERE r.status = 'fallida' AND r."finishedAt" > ${since} AND r."isActive" AND NOT r.source_deleted
          AND NOT EXISTS (SELECT 1 FROM alert_sources s WHERE s.kind = 'report-failed' AND s.source = r.id)
        ORDER BY r."finishedAt", r.id LIMIT ${most}`),
    );
    return rows.map(({ id, at, userId }): AlertEvent => ({
      source: id,
      at,
      together: id,
      actorId: '',
      actorName: '',
      path: `${RUNS_COLLECTION}/${id}`,
      to: [userId],
    }));
  },
};
