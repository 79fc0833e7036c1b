import { AppError } from '../../domain/errors.ts';
import { menuTitle } from '../../domain/menu.ts';
import { createRateLimiter } from '../../platform/limits/rate-limits.ts';
import { fragment, identifier, toQuery } from '../../platform/sql/sql-fragment.ts';
import { recordAuditTrail } from '../../records/trail.ts';
import type { Call, Services } from '../../services.ts';

/** More than a person comes upon by accident; a program that tries addresses cannot bury the rest. */
const DENIAL_LIMIT = { name: 'told-denials', points: 100, durationSeconds: 3_600, whenStoreIsDown: 'allow' } as const;

interface Denial extends Call {
  error: AppError;
  /** The address without its query, which may hold what was typed. */
  address: string;
  ip: string;
}

/**
 * Audits that somebody was refused something that exists: a screen without its menu, a record or file that is hidden from them. At most
 * once an hour for each. The answer does not wait for it, so that its timing does not reveal whether there is such a record. Never rejects.
 */
export async function auditDenial(services: Services, { actor, requestId, error, address, ip }: Denial): Promise<void> {
  const { sought, permission, menu } = error;
  if (sought === undefined && permission === undefined) return;
  try {
    await createRateLimiter(services, DENIAL_LIMIT).consume(actor.id);
    if (sought !== undefined && !(await isStored(services, sought))) return;
  } catch (failure) {
    const isTooMany = failure instanceof AppError && failure.code === 'too-many-requests';
    return services.log.warn({ err: isTooMany ? undefined : failure, uid: actor.id }, 'denial not told');
  }
  await recordAuditTrail(services, {
    act: 'openingDenied',
    actor,
    requestId,
    ip,
    about: sought ?? `pantallas/${address.slice(1).replaceAll('/', '.')}`,
    facts: {
      url: address,
      // A record has a name of its own.
      ...(sought === undefined && { name: menu ? menuTitle(menu) : address }),
      ...(permission !== undefined && { reason: `Le falta «${permission}»` }),
    },
    once: [],
  });
}

async function isStored({ sql, registries }: Services, path: string): Promise<boolean> {
  const [collection = '', id = ''] = path.split('/');
  const table = registries.projections.find((one) => one.collection === collection)?.table;
  if (table === undefined) return false;
  const { rows } = await sql.query(
    toQuery(fragment`SELECT 1 FROM ${identifier(table)} t WHERE t.id = ${id.replaceAll('\0', '')} AND NOT t.source_deleted`),
  );
  return rows.length > 0;
}
