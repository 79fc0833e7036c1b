import { AUDIT_ACTIONS } from '../domain/audit-actions.ts';
import { MEMBERS_WITHOUT_PROOF_MAX, MEMBERS_WITHIN_HOURS } from '../domain/large-exports.ts';
import { requireFresh } from '../domain/proof.ts';
import { countOf } from '../domain/text.ts';
import { oneAtATime } from '../platform/limits/one-at-a-time.ts';
import { fragment, toQuery } from '../platform/sql/sql-fragment.ts';
import { readText } from '../read-model/field-readers.ts';
import type { Services } from '../services.ts';
import { sideOf } from './entry-sides.ts';
import { AUDIT_COLLECTION, storeAuditOnce, type Acting } from './write-audit.ts';

/** Rows that leave the portal for good, as a file or on paper. */
export interface ExportedRows extends Acting {
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
export const exportTargetPath = (url: string) => `exportaciones/${url.slice(1).replace(':id', '*').replaceAll('/', '.')}`;

/** Longest time for the store to save an entry and the read model to show it. */
const AUDIT_VISIBLE_WITHIN_S = 30;

/**
 * Audits an export before its first byte is sent: what cannot be audited is not exported. Exports of members by somebody whose identity
 * proof is not fresh run one at a time, so that each counts what the one before it took. Errors: those of requireFreshForMembers.
 */
export async function auditExport(
  services: Pick<Services, 'documents' | 'log' | 'rateLimitStore' | 'readModel' | 'registries' | 'sql'>,
  exported: ExportedRows,
): Promise<void> {
  const { actor, targetPath } = exported;
  if (!actor.signedInLongAgo || !isMemberExport(services, targetPath)) return recordAuditEntry(services, exported);
  await oneAtATime(services, { name: 'members-leaving', key: actor.id, longestSeconds: AUDIT_VISIBLE_WITHIN_S }, async () => {
    await requireFreshForMembers(services, actor, exported);
    await recordAuditEntry(services, exported);
  });
}

/**
 * Records the same export by a person once per hour. The entry is projected at once, because it counts towards the person's next export.
 */
async function recordAuditEntry(
  { documents, readModel }: Pick<Services, 'documents' | 'readModel'>,
  { actor, requestId, targetPath, title, url, filters = [], format, rows, sentTo }: ExportedRows,
): Promise<void> {
  const newData = { title, url, ...(filters.length > 0 && { filters }), format, rows, ...(sentTo !== undefined && { sentTo }) };
  const entry = { actor, requestId, action: AUDIT_ACTIONS.dataExported, targetPath, beforeData: null, newData };
  const path = await storeAuditOnce(documents.main, entry, [targetPath, url, format, ...(sentTo === undefined ? [] : [sentTo])]);
  await readModel.projectNow('main', [path]);
}

/** Row counts by address: the same rows in two formats, or sent to two people, count once. */
type ExportedCounts = ReadonlyMap<string, number>;

/** Whether an entry with this target is an export of members. */
export function isMemberExport({ registries }: Pick<Services, 'registries'>, targetPath: string): boolean {
  return memberExportPaths({ registries }).includes(targetPath);
}

const memberExportPaths = ({ registries }: Pick<Services, 'registries'>) =>
  registries.exportAddresses.flatMap(({ holdsMembers, url }) => (holdsMembers ? [exportTargetPath(url)] : []));

/** Members that a person exported within MEMBERS_WITHIN_HOURS before now, or before the entry `before`. */
export async function readExportedMembers(
  { documents, registries, sql }: Pick<Services, 'documents' | 'registries' | 'sql'>,
  { userId, before }: { userId: string; before?: { at: Date; id: string } },
): Promise<ExportedCounts> {
  const since = new Date((before?.at ?? new Date()).getTime() - MEMBERS_WITHIN_HOURS * 3_600_000);
  const until = before ? fragment`(e."createdAt", e.id) < (${before.at}, ${before.id})` : fragment`TRUE`;
  const { rows } = await sql.query<{ id: string }>(
    toQuery(fragment`SELECT e.id FROM auditoria e WHERE e."user" = ${userId} AND e."createdAt" > ${since} AND ${until}
      AND e.action = ${AUDIT_ACTIONS.dataExported} AND e."targetPath" = ANY(${memberExportPaths({ registries })}::text[])
      AND e.source_database = 'main' AND e."isActive" AND NOT e.source_deleted`),
  );
  const entries = await documents.main.getMany(rows.map(({ id }) => `${AUDIT_COLLECTION}/${id}`));
  return entries.reduce<ExportedCounts>((counts, entry) => {
    const auditedData = entry && sideOf(entry.data, 'newData');
    return auditedData ? withExport(counts, { url: readText(auditedData, 'url'), rows: Number(auditedData['rows'] ?? 0) }) : counts;
  }, new Map());
}

export function withExport(earlierCounts: ExportedCounts, { url, rows }: { url: string; rows: number }): ExportedCounts {
  return new Map([...earlierCounts, [url, Math.max(rows, earlierCounts.get(url) ?? 0)]]);
}

export function totalRows(rowCounts: ExportedCounts): number {
  return [...rowCounts.values()].reduce((sum, rows) => sum + rows, 0);
}

/**
 * Requires a fresh proof of identity for exporting many members, also when they are taken a few at a
 * time. Errors: `forbidden` (isProofNeeded).
 * @param rows null when they were not counted
 */
export async function requireFreshForMembers(
  services: Pick<Services, 'documents' | 'registries' | 'sql'>,
  actor: Acting['actor'],
  { url, rows }: Pick<ExportedRows, 'rows' | 'url'>,
): Promise<void> {
  if (!actor.signedInLongAgo) return;
  if (rows === null || rows > MEMBERS_WITHOUT_PROOF_MAX) return requireFresh(actor);
  const sum = totalRows(withExport(await readExportedMembers(services, { userId: actor.id }), { url, rows }));
  if (sum > MEMBERS_WITHOUT_PROOF_MAX)
    requireFresh(
      actor,
      `Confirme que es usted: con este archivo serían ${countOf(sum, 'asociado', 'asociados')} en ${MEMBERS_WITHIN_HOURS} horas, y más de ${MEMBERS_WITHOUT_PROOF_MAX} salen solo con quien lo confirma.`,
    );
}
