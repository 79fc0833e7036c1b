import { requireMenu } from '../../domain/permissions.ts';
import { ADMIN_ROLE } from '../../domain/roles.ts';
import { allOf, fragment, trusted, type SqlFragment } from '../../platform/sql-fragment.ts';
import { presentRows } from '../../read-model/pages/page-source.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';
import type { Call, Services } from '../../services.ts';
import { DAYS_UNDER_WAY, IS_LATE } from './under-way.ts';

/** Packages under way from one agency to another; JSON for the browser. */
export interface TransitPair {
  fromId: string;
  fromName: string;
  toId: string;
  toName: string;
  count: number;
  lineCount: number;
  /** Under way for longer than LATE_AFTER_DAYS. */
  lateCount: number;
  /** The one that was sent first. */
  oldest: { id: string; code: string; sentAt: string | null; days: number };
}

/** An agency is one of few: more pairs than this are no board. */
const PAIRS_MAX = 2_000;

/**
 * What is under way, by pair of agencies, the longest under way first: administrators see all, others what leaves their agency and
 * what comes to it. Errors: `forbidden`.
 */
export async function findTransit({ sql }: Pick<Services, 'sql'>, { actor }: Call): Promise<TransitPair[]> {
  requireMenu(actor, 'packages-received');
  const mine = fragment`(${actor.agencyId} <> '' AND ${actor.agencyId} IN (t.from_agency, t."agencyId"))`;
  const where: SqlFragment[] = [presentRows('active'), fragment`t.status = 'SENT'`, ...(actor.role === ADMIN_ROLE ? [] : [mine])];
  return readForScreen(sql, (read) =>
    read<TransitPair & Record<string, unknown>>(
      fragment`WITH moving AS (SELECT t.id, t.code, t.from_agency, t."agencyId", t.line_count, t."sendedAt",
          ${trusted(DAYS_UNDER_WAY)} AS days, (${IS_LATE}) AS late
        FROM packages t WHERE ${allOf(where)})
      SELECT m.from_agency AS "fromId", coalesce(nullif(o.nombre, ''), m.from_agency) AS "fromName",
        m."agencyId" AS "toId", coalesce(nullif(d.nombre, ''), m."agencyId") AS "toName",
        count(*)::int AS count, sum(m.line_count)::int AS "lineCount", count(*) FILTER (WHERE m.late)::int AS "lateCount",
        (array_agg(jsonb_build_object('id', m.id, 'code', m.code, 'sentAt', m."sendedAt", 'days', m.days)
          ORDER BY m."sendedAt" NULLS LAST, m.id))[1] AS oldest
      FROM moving m LEFT JOIN agencias o ON o.id = m.from_agency LEFT JOIN agencias d ON d.id = m."agencyId"
      GROUP BY m.from_agency, o.nombre, m."agencyId", d.nombre
      ORDER BY max(m.days) DESC, count(*) DESC, "fromName", "toName" LIMIT ${PAIRS_MAX}`,
    ),
  );
}
