import { AUDIT_ACTIONS, TRAIL_LABELS, type TrailAct } from '../domain/audit-actions.ts';
import { countOf } from '../domain/text.ts';
import { networkKey } from '../platform/limits/network-key.ts';
import { withinTime } from '../platform/processes/within-time.ts';
import type { Fields } from '../ports/documents/document-store.ts';
import { readText } from '../read-model/field-readers.ts';
import type { Services } from '../services.ts';
import { readTarget } from './targets.ts';
import { storeAudit, storeAuditOnce, type Acting } from './write-audit.ts';

/** A store that is silent keeps nobody at the door. */
const STORE_MS = 2_000;

/** Whoever it was, in the audit. */
export const UNKNOWN_ACCOUNT: Acting['actor'] = { id: '', name: 'Cuenta desconocida' };

export interface Trace extends Acting {
  act: TrailAct;
  /** Path of what it is about; the person who acts unless said. */
  about?: string;
  /** Where the request came from; its network is kept, of an IPv6 address the /64. */
  ip?: string | undefined;
  /** What else is known, under the names of `COMMON_FIELDS`. Never what was typed. */
  facts?: Fields;
  /** Told once an hour for each of these, for what repeats itself. */
  once?: readonly string[];
  /** Id of the entry, where what is told may be told again. */
  id?: string;
}

/**
 * Keeps in the audit what somebody did at a door of the portal, or only looked at. Never rejects: who has signed in is in, and who was
 * refused is out, whether or not the store answers; what could not be kept stands in the log.
 */
export async function leaveTrail(services: Pick<Services, 'documents' | 'log'>, trace: Trace): Promise<void> {
  const kept = withinTime(keepTrail(services, trace), STORE_MS, () => new Error('the store is silent'));
  await kept.catch((error: unknown) => services.log.error({ err: error, act: trace.act, uid: trace.actor.id }, 'trail not kept'));
}

/** The same for who tries again later. Rejects when it could not be kept. */
export async function keepTrail({ documents: { main } }: Pick<Services, 'documents'>, trace: Trace): Promise<void> {
  const { act, actor, requestId, about = `usuarios/${actor.id}`, ip, facts = {}, once, id } = trace;
  const newData = { ...facts, ...(ip !== undefined && { network: networkKey(ip) }) };
  const entry = { action: AUDIT_ACTIONS[act], actor, requestId, targetPath: about, beforeData: null, newData };
  if (once) await storeAuditOnce(main, entry, [act, about, ...once]);
  else await storeAudit(main, { ...entry, ...(id !== undefined && { id }) });
}

/** Who looked at the record of that path, once an hour, where its kind says that it is kept. Never rejects. */
export async function leaveLook(
  services: Pick<Services, 'documents' | 'log' | 'registries'>,
  { actor, requestId, path }: Acting & { path: string },
): Promise<void> {
  const act = readTarget(services.registries.records, path).kind?.looked;
  if (act) await leaveTrail(services, { act, actor, requestId, about: path, once: [] });
}

/** How the line of an entry ends that tells a network. */
export const networkWords = (network: string) => `Red ${network}`;

/** The facts of such an entry in a line, the most telling first; '' of another entry. */
export function tellTrace(action: string, facts: Fields | null): string {
  if (!facts || !TRAIL_LABELS.includes(action)) return '';
  const attempts = Number(facts['attempts'] ?? 0);
  return [
    readText(facts, 'reason'),
    attempts > 0 ? countOf(attempts, 'intento', 'intentos') : '',
    readText(facts, 'device'),
    readText(facts, 'url'),
    readText(facts, 'network') && networkWords(readText(facts, 'network')),
  ]
    .filter(Boolean)
    .join(' · ');
}
