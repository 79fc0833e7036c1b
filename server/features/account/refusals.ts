import { z } from 'zod';
import { AppError } from '../../domain/errors.ts';
import type { TrailAct } from '../../domain/audit-actions.ts';
import { countOf } from '../../domain/text.ts';
import { documentIdOf } from '../../platform/document-id.ts';
import { networkKey } from '../../platform/limits/network-key.ts';
import { defineJob } from '../../ports/queue/queue.ts';
import { storeAuditTrail, UNKNOWN_ACCOUNT, type Trace } from '../../records/trail.ts';
import type { Services } from '../../services.ts';

const WINDOW = '15 minutes';
/** Audit entries per window, for the rows with the most tries; the rest becomes one more entry per act. */
const ENTRIES_PER_WINDOW = 100;

export const auditRefusalsJob = defineJob({
  id: 'tell-refusals',
  payload: z.object({}),
  attempts: 3,
  backoffMs: 5_000,
  schedule: { everyMs: 60_000 },
});

export interface Refusal {
  act: Extract<
    TrailAct,
    'factorRefused' | 'ownPasswordRefused' | 'passwordResetAsked' | 'programRefused' | 'proofRefused' | 'signInBlocked' | 'signInRefused'
  >;
  /** As it was typed; recorded under the account that has it, if there is one. */
  email?: string;
  /** Whose account it is, if known. */
  uid?: string;
  ip: string;
}

/** Counts one more refusal for this account and network. The statement is the same whether the account exists or not. Never rejects. */
export async function countRefusal({ sql, log }: Pick<Services, 'log' | 'sql'>, { act, email = '', uid = '', ip }: Refusal): Promise<void> {
  await sql
    .query(
      `INSERT INTO identity.refusals AS r (began, act, user_id, network)
       SELECT date_bin('${WINDOW}', now(), 'epoch'), $1,
         coalesce(nullif($4, ''), (SELECT id FROM usuarios WHERE $2 <> '' AND lower(email) = $2 AND NOT source_deleted ORDER BY id LIMIT 1), ''), $3
       ON CONFLICT ON CONSTRAINT refusals_pkey DO UPDATE SET count = r.count + 1, last_at = now()`,
      [act, email.trim().toLowerCase().replaceAll('\0', ''), networkKey(ip), uid],
    )
    .catch((error: unknown) => log.error({ err: error, act }, 'refusal not counted'));
}

/** Refusals of signing in, by error code. */
export const SIGN_IN_REFUSALS = { unauthenticated: 'signInRefused', 'too-many-requests': 'signInBlocked' } as const;

/** For `catch`: counts an error with one of these codes, and rethrows it. */
export function createRefusalCounter(
  services: Pick<Services, 'log' | 'sql'>,
  acts: Readonly<Partial<Record<string, Refusal['act']>>>,
  of: Omit<Refusal, 'act'>,
): (error: unknown) => Promise<never> {
  return async (error) => {
    const act = error instanceof AppError ? acts[error.code] : undefined;
    if (act) await countRefusal(services, { act, ...of });
    throw error;
  };
}

interface Counted {
  act: Refusal['act'];
  began: Date;
  userId: string;
  /** null when the account is gone by now. */
  name: string | null;
  network: string;
  count: number;
  lastAt: Date;
}

/**
 * Writes one audit entry for each act, account and network of a past window. A window's rows are deleted once all of it is written; after a
 * worker that stopped in between, the same entries are written again with the same ids.
 */
export async function auditRefusals(services: Services): Promise<void> {
  const { rows } = await services.sql.query<Counted>(
    `SELECT r.act, r.began, r.user_id AS "userId", u.name, r.network, r.count, r.last_at AS "lastAt" FROM identity.refusals r
     LEFT JOIN usuarios u ON u.id = r.user_id WHERE r.began < now() - interval '${WINDOW}' ORDER BY r.began, r.count DESC, r.user_id, r.network`,
  );
  for (const time of new Set(rows.map(({ began }) => began.getTime()))) {
    const window = rows.filter(({ began }) => began.getTime() === time);
    for (const row of window.slice(0, ENTRIES_PER_WINDOW)) await storeAuditTrail(services, traceOf(row));
    for (const act of new Set(window.slice(ENTRIES_PER_WINDOW).map((row) => row.act)))
      await storeAuditTrail(
        services,
        traceOfRest(
          act,
          window.slice(ENTRIES_PER_WINDOW).filter((row) => row.act === act),
        ),
      );
    await services.sql.query('DELETE FROM identity.refusals WHERE began = $1', [new Date(time)]);
  }
}

function traceOf({ act, began, userId, name, network, count, lastAt }: Counted): Trace {
  return {
    act,
    actor: userId === '' ? UNKNOWN_ACCOUNT : { id: userId, name: name ?? userId },
    about: userId === '' ? `redes/${encodeURIComponent(network)}` : `usuarios/${userId}`,
    facts: { attempts: count, network, since: began, until: lastAt },
    id: documentIdOf(JSON.stringify(['refusals', act, began, userId, network])),
  };
}

function traceOfRest(act: Refusal['act'], rest: readonly Counted[]): Trace {
  const began = rest[0]?.began ?? new Date(0);
  return {
    act,
    actor: UNKNOWN_ACCOUNT,
    about: 'redes/otras',
    facts: {
      attempts: rest.reduce((sum, { count }) => sum + count, 0),
      reason: countOf(rest.length, 'cuenta o red más', 'cuentas y redes más'),
      since: began,
    },
    id: documentIdOf(JSON.stringify(['refusals', act, began, 'others'])),
  };
}
