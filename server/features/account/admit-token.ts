import { AppError } from '../../domain/errors.ts';
import { mapOutage } from '../../platform/sql/database-outage.ts';
import { loadVisit, type Visit } from '../../staff/load-staff.ts';
import { recordAuditTrail } from '../../records/trail.ts';
import { countRead, countWrongToken } from './token-limits.ts';
import { hashToken, isWholeToken } from './token-text.ts';
import type { Services } from '../../services.ts';

interface ProgramCall {
  token: string;
  ip: string;
  /** The address that the program reads. */
  address: string;
  requestId?: string;
}

interface Row {
  id: string;
  userId: string;
  /** The noted last use is an hour or more ago, or there is none. */
  isUseToldLate: boolean;
}

/**
 * Loads the person behind a token as the read model has them at this request: once they are deactivated or lose a menu, their programs lose
 * it too. Wrong tokens count against the network that they come from, right ones against themselves.
 * Errors: `unauthenticated`, `too-many-requests`, `unavailable`.
 */
export async function admitToken(services: Services, { token, ip, address, requestId }: ProgramCall): Promise<Visit> {
  const row = isWholeToken(token) ? await findToken(services, hashToken(token)) : null;
  const visit = row && (await loadVisit(services, { uid: row.userId, sessionId: `token ${row.id}` }));
  // Somebody whose role requires a second factor cannot use the portal before setting one up; neither can their programs.
  if (!row || !visit || visit.needs === 'setup') {
    await countWrongToken(services, ip);
    throw refusal(isWholeToken(token));
  }
  await countRead(services, row.id);
  if (row.isUseToldLate) await noteUse(services, row.id);
  await recordAuditTrail(services, {
    act: 'programRead',
    actor: visit.staff,
    requestId,
    ip,
    about: `accesos_programas/${row.id}`,
    facts: { channel: 'API', url: address },
    once: [address],
  });
  return visit;
}

async function findToken({ sql }: Pick<Services, 'sql'>, hash: string): Promise<Row | null> {
  const query = sql.query<Row>({
    name: 'access token',
    text: `SELECT t.id, t."userId", coalesce(u.last_used_at < now() - interval '1 hour', true) AS "isUseToldLate"
           FROM accesos_programas t LEFT JOIN identity.token_uses u ON u.token_id = t.id
           WHERE t.huella = $1 AND t."isActive" AND NOT t.source_deleted AND t."expiresAt" > now() LIMIT 1`,
    values: [hash],
  });
  return (await mapOutage(query)).rows[0] ?? null;
}

/** Best effort: the program gets its answer also when its use cannot be noted. */
async function noteUse({ sql, log }: Pick<Services, 'log' | 'sql'>, id: string): Promise<void> {
  await sql
    .query(
      `INSERT INTO identity.token_uses AS u (token_id, last_used_at) VALUES ($1, now())
       ON CONFLICT (token_id) DO UPDATE SET last_used_at = now() WHERE u.last_used_at < now() - interval '1 hour'`,
      [id],
    )
    .catch((error: unknown) => log.warn({ err: error }, 'use of a token not noted'));
}

/** The same sentence for unknown, revoked and expired tokens: it must not reveal which tokens existed. */
function refusal(isWhole: boolean): AppError {
  return new AppError('unauthenticated', isWhole ? 'no such token in force' : 'no whole token', {
    userMessage: isWhole
      ? 'La clave de acceso no vale: venció, se revocó o su dueño ya no tiene acceso al portal. Cree otra en Mi cuenta.'
      : 'La clave de acceso está incompleta o mal copiada. Cópiela completa, con «pcp_» al principio.',
  });
}
