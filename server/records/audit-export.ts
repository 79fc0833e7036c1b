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
  /** What they are of, `exportaciones/<list>` or the document that keeps the file. */
  targetPath: string;
  title: string;
  /** Address of the same on a screen, with its filters. */
  url: string;
  /** The filters in words. */
  filters?: readonly string[];
  format: string;
  /** null when they were not counted. */
  rows: number | null;
  /** Id of the person who gets them, where it is not who acts. */
  sentTo?: string;
}

/** All that leaves of one list or report has one target. */
export const leavingPath = (url: string) => `exportaciones/${url.slice(1).replace(':id', '*').replaceAll('/', '.')}`;

/** So long the store may take to keep an entry, and the read model to show it. */
const TOLD_S = 30;

/**
 * Says that rows leave, before the first byte does: what cannot be told is not given. Members leave with who has not just proved who they
 * are in one file after another: each counts what the one before took. Errors: those of requireFreshForMembers.
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
 * A person who takes the same again within the hour is told once. It is a row at once: what somebody took counts for what they take
 * next.
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

/** Rows by the address that they are asked at: the same in two formats, or sent to two people, counts once. */
type Taken = ReadonlyMap<string, number>;

/** Whether an entry with this target tells of members who leave. */
export function isOfMembers({ registries }: Pick<Services, 'registries'>, targetPath: string): boolean {
  return membersPaths({ registries }).includes(targetPath);
}

const membersPaths = ({ registries }: Pick<Services, 'registries'>) =>
  registries.exportAddresses.flatMap(({ holdsMembers, url }) => (holdsMembers ? [leavingPath(url)] : []));

/** Members whom a person took in the last day; `before` an entry, in the day before it. */
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
 * Members leave in numbers only with who has just proved who they are, also when they leave a few at a time. Errors: `forbidden` (isProofNeeded).
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
