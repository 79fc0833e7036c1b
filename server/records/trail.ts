import { AUDIT_ACTIONS, TRAIL_LABELS, type TrailAct } from '../domain/audit-actions.ts';
import { countOf } from '../domain/text.ts';
import { networkKey } from '../platform/limits/network-key.ts';
import { withinTime } from '../platform/processes/within-time.ts';
import type { Fields } from '../ports/documents/document-store.ts';
import { readText } from '../read-model/field-readers.ts';
import type { Services } from '../services.ts';
import { readTarget } from './targets.ts';
import { storeAudit, storeAuditOnce, type Acting } from './write-audit.ts';

/** Timeout of a silent store, so that it holds up no sign-in. */
const STORE_MS = 2_000;

/** The actor of an audit entry when the account is unknown. */
export const UNKNOWN_ACCOUNT: Acting['actor'] = { id: '', name: 'Cuenta desconocida' };

export interface Trace extends Acting {
  act: TrailAct;
  /** Path of the record concerned. Default: the acting person. */
  about?: string;
  /** Address of the request; only its network is stored, for IPv6 the /64. */
  ip?: string | undefined;
  /** Further facts, named as in `COMMON_FIELDS`. Never what was typed. */
  facts?: Fields;
  /** Deduplicates repeated events: stored once per hour for equal values. */
  once?: readonly string[];
  /** Id of the entry, so that a retry does not store it twice. */
  id?: string;
}

/**
 * Audits a security event, such as a sign-in or a refusal, or a look at something. Never rejects: people who signed in are in, and people
 * who were refused are out, whether or not the store answers; a failure is logged.
 */
export async function recordAuditTrail(services: Pick<Services, 'documents' | 'log'>, trace: Trace): Promise<void> {
  const stored = withinTime(storeAuditTrail(services, trace), STORE_MS, () => new Error('the store is silent'));
  await stored.catch((error: unknown) => services.log.error({ err: error, act: trace.act, uid: trace.actor.id }, 'trail not kept'));
}

/** As recordAuditTrail, for callers that retry. Rejects when the store fails. */
export async function storeAuditTrail({ documents: { main } }: Pick<Services, 'documents'>, trace: Trace): Promise<void> {
  const { act, actor, requestId, about = `usuarios/${actor.id}`, ip, facts = {}, once, id } = trace;
  const newData = { ...facts, ...(ip !== undefined && { network: networkKey(ip) }) };
  const entry = { action: AUDIT_ACTIONS[act], actor, requestId, targetPath: about, beforeData: null, newData };
  if (once) await storeAuditOnce(main, entry, [act, about, ...once]);
  else await storeAudit(main, { ...entry, ...(id !== undefined && { id }) });
}

/** Audits that somebody looked at a record, once per hour, if its kind has `looked`. Never rejects. */
export async function recordAuditView(
  services: Pick<Services, 'documents' | 'log' | 'registries'>,
  { actor, requestId, path }: Acting & { path: string },
): Promise<void> {
  const act = readTarget(services.registries.records, path).kind?.looked;
  if (act) await recordAuditTrail(services, { act, actor, requestId, about: path, once: [] });
}

/** End of an entry's line that names a network. */
export const networkText = (network: string) => `Red ${network}`;

/** The facts of a trail entry in one line, the most telling first; '' for any other entry. */
export function describeTrace(action: string, facts: Fields | null): string {
  if (!facts || !TRAIL_LABELS.includes(action)) return '';
  const attempts = Number(facts['attempts'] ?? 0);
  return [
    readText(facts, 'reason'),
    attempts > 0 ? countOf(attempts, 'intento', 'intentos') : '',
    readText(facts, 'device'),
    readText(facts, 'url'),
    readText(facts, 'network') && networkText(readText(facts, 'network')),
  ]
    .filter(Boolean)
    .join(' · ');
}
