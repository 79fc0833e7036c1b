import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { MEMBERS_FREELY, MEMBERS_WITHIN_HOURS } from '../domain/large-exports.ts';
import { requireFresh } from '../domain/proof.ts';
import { countOf } from '../domain/text.ts';
import { oneAtATime } from '../platform/limits/one-at-a-time.ts';
import { fragment, toQuery } from '../platform/sql/sql-fragment.ts';
import { readText } from '../read-model/field-readers.ts';
import type { Services } from '../services.ts';
import { sideOf } from './entry-sides.ts';
import { AUDIT_COLLECTION, storeAuditOnce, type Acting } from './write-audit.ts';

/** Rows that leave the portal for good, as a file or on paper. */
export interface LeavingRows extends Acting {
  /** Target of the entry: `exportaciones/<list>`, or the document that keeps the file. */
  targetPath: string;
  title: string;
  /** Address of the screen with the same rows and filters. */
  url: string;
  /** The filters in words. */
  filters?: readonly string[];
  format: string;
  /** null when they were not counted. */
  rows: number | null;
  /** Id of the recipient, where it is not the actor. */
  sentTo?: string;
}

/** All exports of one list or report share this target. */
export const leavingPath = (url: string) => `exportaciones/${url.slice(1).replace(':id', '*').replaceAll('/', '.')}`;

/** Longest time for the store to save an entry and the read model to show it. */
const TOLD_S = 30;

/**
 * Audits an export before its first byte is sent: what cannot be audited is not exported. Exports of members by somebody whose identity
 * proof is not fresh run one at a time, so that each counts what the one before it took. Errors: those of requireFreshForMembers.
 */
export async function auditExport(
  services: Pick<Services, 'documents' | 'log' | 'rateLimitStore' | 'readModel' | 'registries' | 'sql'>,
  leaving: LeavingRows,
): Promise<void> {
  const { actor, targetPath } = leaving;
  if (!actor.signedInLongAgo || !isOfMembers(services, targetPath)) return tell(services, leaving);
  await oneAtATime(services, { name: 'members-leaving', key: actor.id, longestSeconds: TOLD_S }, async () => {
    await requireFreshForMembers(services, actor, leaving);
    await tell(services, leaving);
  });
}

/**
 * Records the same export by a person once per hour. The entry is projected at once, because it counts towards the person's next export.
 */
async function tell(
  { documents, readModel }: Pick<Services, 'documents' | 'readModel'>,
  { actor, requestId, targetPath, title, url, filters = [], format, rows, sentTo }: LeavingRows,
): Promise<void> {
  const newData = { title, url, ...(filters.length > 0 && { filters }), format, rows, ...(sentTo !== undefined && { sentTo }) };
  const entry = { actor, requestId, action: AUDIT_ACTIONS.dataExported, targetPath, beforeData: null, newData };
  const path = await storeAuditOnce(documents.main, entry, [targetPath, url, format, ...(sentTo === undefined ? [] : [sentTo])]);
  await readModel.projectNow('main', [path]);
}

/** Row counts by address: the same rows in two formats, or sent to two people, count once. */
type Taken = ReadonlyMap<string, number>;

/** Whether an entry with this target is an export of members. */
export function isOfMembers({ registries }: Pick<Services, 'registries'>, targetPath: string): boolean {
  return membersPaths({ registries }).includes(targetPath);
}

const membersPaths = ({ registries }: Pick<Services, 'registries'>) =>
  registries.exportAddresses.flatMap(({ holdsMembers, url }) => (holdsMembers ? [leavingPath(url)] : []));

/** Members that a person exported within MEMBERS_WITHIN_HOURS before now, or before the entry `before`. */
export async function readTakenMembers(
  { documents, registries, sql }: Pick<Services, 'documents' | 'registries' | 'sql'>,
  { userId, before }: { userId: string; before?: { at: Date; id: string } },
): Promise<Taken> {
  const since = new Date((before?.at ?? new Date()).getTime() - MEMBERS_WITHIN_HOURS * 3_600_000);
  const until = before ? fragment`(e."createdAt", e.id) < (${before.at}, ${before.id})` : fragment`TRUE`;
  const { rows } = await sql.query<{ id: string }>(
    toQuery(fragment`SELECT e.id FROM auditoria e WHERE e."user" = ${userId} AND e."createdAt" > ${since} AND ${until}
      AND e.action = ${AUDIT_ACTIONS.dataExported} AND e."targetPath" = ANY(${membersPaths({ registries })}::text[])
      AND e.source_database = 'main' AND e."isActive" AND NOT e.source_deleted`),
  );
  const entries = await documents.main.getMany(rows.map(({ id }) => `${AUDIT_COLLECTION}/${id}`));
  return entries.reduce<Taken>((taken, entry) => {
    const told = entry && sideOf(entry.data, 'newData');
    return told ? takenWith(taken, { url: readText(told, 'url'), rows: Number(told['rows'] ?? 0) }) : taken;
  }, new Map());
}

export function takenWith(taken: Taken, { url, rows }: { url: string; rows: number }): Taken {
  return new Map([...taken, [url, Math.max(rows, taken.get(url) ?? 0)]]);
}

export function sumOf(taken: Taken): number {
  return [...taken.values()].reduce((sum, rows) => sum + rows, 0);
}

/**
 * Requires a fresh proof of identity for exporting many members, also when they are taken a few at a
 * time. Errors: `forbidden` (isProofNeeded).
 * @param rows null when they were not counted
 */
export async function requireFreshForMembers(
  services: Pick<Services, 'documents' | 'registries' | 'sql'>,
  actor: Acting['actor'],
  { url, rows }: Pick<LeavingRows, 'rows' | 'url'>,
): Promise<void> {
  if (!actor.signedInLongAgo) return;
  if (rows === null || rows > MEMBERS_FREELY) return requireFresh(actor);
  const sum = sumOf(takenWith(await readTakenMembers(services, { userId: actor.id }), { url, rows }));
  if (sum > MEMBERS_FREELY)
    requireFresh(
      actor,
      `Confirme que es usted: con este archivo serían ${countOf(sum, 'asociado', 'asociados')} en ${MEMBERS_WITHIN_HOURS} horas, y más de ${MEMBERS_FREELY} salen solo con quien lo confirma.`,
    );
}
