import { requireVisible } from '../../digitized/access.ts';
import { documentKind, documentMissing, DOCUMENTS_COLLECTION, readDocument, requireDocuments } from '../../digitized/document-kind.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { dayOf } from '../../domain/dates.ts';
import type { Staff } from '../../domain/permissions.ts';
import { ENDING_DAYS } from '../../domain/publishing.ts';
import { fragment, toQuery } from '../../platform/sql/sql-fragment.ts';
import { readText } from '../../read-model/field-readers.ts';
import { alertsOfActs, readNamedRecord, type AlertSource, type AlertEvent } from '../../records/alert-source.ts';
import type { Opened } from '../../records/declared-record.ts';
import { pathOf } from '../../records/record-kind.ts';
import type { Services } from '../../services.ts';
import { DOCUMENTS, documentUrl, EXPIRES_AT } from './document-list.ts';

/** Errors: `forbidden`, `not-found`. */
export async function openDocument({ documents }: Services, { actor, id }: { actor: Staff; id: string }): Promise<Opened> {
  requireDocuments(actor);
  const stored = await documents.digitalization.get(pathOf(documentKind(), id));
  if (!stored) throw documentMissing(id);
  const { documentName } = requireVisible(actor, stored);
  return { href: documentUrl(id), name: `el documento «${documentName || id}»`, menu: DOCUMENTS.menu };
}

/** Tells holders of documents whose retention ends within the next seven days; nobody is told of documents without a holder. */
const EXPIRING: AlertSource = {
  kind: 'expires',
  many: {
    collection: DOCUMENTS_COLLECTION,
    params: ({ id }) => [
      ['userId', id],
      ['porVencer', 'true'],
    ],
  },
  async find({ sql }, { since, most }) {
    const source = fragment`${`${DOCUMENTS_COLLECTION}/`} || t.id || ' ' || guatemala_day(${EXPIRES_AT})::text`;
    const { rows } = await sql.query<{ id: string; source: string; to: string; at: Date }>(
      toQuery(fragment`SELECT t.id, ${source} AS source, t."userId" AS to, now() AS at
        FROM documentos t JOIN tipos_documento kept ON kept.id = t."documentId" AND kept."retencionAnios" IS NOT NULL
        WHERE t."isActive" AND NOT t.source_deleted AND t."userId" <> '' AND ${EXPIRES_AT} > ${since}
          AND guatemala_day(${EXPIRES_AT}) < guatemala_day(now()) + ${ENDING_DAYS}::int
          AND NOT EXISTS (SELECT 1 FROM alert_sources s WHERE s.kind = 'expires' AND s.source = ${source})
        ORDER BY t.id LIMIT ${most}`),
    );
    return rows.map(({ id, source: alertSource, to, at }): AlertEvent => ({
      source: alertSource,
      at,
      // Documents that come near their end on the same day make one alert.
      together: `${DOCUMENTS_COLLECTION} ${dayOf(at)}`,
      actorId: '',
      actorName: '',
      path: `${DOCUMENTS_COLLECTION}/${id}`,
      to: [to],
    }));
  },
};

export const DOCUMENT_ALERTS: readonly AlertSource[] = [
  alertsOfActs({
    kind: 'assigned',
    // Documents made of papers in a package are created already assigned.
    actions: [AUDIT_ACTIONS.digitizedFileAssigned, AUDIT_ACTIONS.digitizedFileCreated],
    findRecipients: async (_services, { newData }) => ({ to: [readText(newData, 'userId')] }),
    many: {
      collection: DOCUMENTS_COLLECTION,
      params: ({ id }) => [
        ['userId', id],
        ['status', 'ASSIGNED'],
      ],
    },
  }),
  alertsOfActs({
    kind: 'returned',
    actions: [AUDIT_ACTIONS.digitizedFileReturned],
    findRecipients: async ({ documents }, { path }) => {
      const stored = await readNamedRecord(documents.digitalization, path);
      return { to: stored ? [readDocument(stored.data).createdBy] : [] };
    },
    many: { collection: DOCUMENTS_COLLECTION, params: ({ id }) => [['devueltoA', id]] },
  }),
  EXPIRING,
];
