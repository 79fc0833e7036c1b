import type { AlertKind } from '../domain/alerts.ts';
import type { AuditAction } from '../domain/audit-actions.ts';
import { fragment, toQuery } from '../platform/sql/sql-fragment.ts';
import { isDocumentPath } from '../ports/documents/document-path.ts';
import type { DatabaseName, DocumentStore, Fields, StoredDocument } from '../ports/documents/document-store.ts';
import type { MenuId } from '../domain/menu.ts';
import type { Staff } from '../domain/permissions.ts';
import type { Services } from '../services.ts';
import { sideOf } from './entry-sides.ts';
import { AUDIT_COLLECTION } from './write-audit.ts';

declare module '../services.ts' {
  interface Registries {
    alertSources: readonly AlertSource[];
  }
}

/** An event that people are alerted to. */
export interface AlertEvent {
  /** Permanent id within the kind: the same event is not announced twice. */
  source: string;
  at: Date;
  /** The same for everything that one act did: each person gets one alert for it. */
  together: string;
  /** '' where no person acted; likewise `actorName`. */
  actorId: string;
  actorName: string;
  /** Path of the record concerned. */
  path: string;
  /** Ids of people. The one who acted gets no alert. */
  to: readonly string[];
  /** Why `to` could not be determined: the event is processed once it can. */
  failure?: unknown;
}

/** A source of alerts, declared by a feature; a worker polls it every few seconds (features/alerts). */
export interface AlertSource {
  kind: AlertKind;
  /** The oldest events since then that were not yet processed, including those that concern nobody. */
  find(services: Services, query: { since: Date; most: number }): Promise<AlertEvent[]>;
  /** Where an alert about several records of `collection` leads: their list with these filters. Without it, the whole list. */
  many?: { collection: string; params: (actor: Staff) => [name: string, value: string][]; menu?: MenuId };
}

/** An audit entry as a source of alerts reads it. */
export interface AuditedAct {
  database: DatabaseName;
  id: string;
  at: Date;
  /** Id of the person who acted. */
  user: string;
  action: AuditAction;
  path: string;
  /** '' where the entry has none. */
  requestId: string;
  beforeData: Fields;
  newData: Fields;
}

/** The record that an entry names, as it is now; null also where the entry of another program names none. */
export async function readNamedRecord(store: DocumentStore, path: string): Promise<StoredDocument | null> {
  return isDocumentPath(path) ? store.get(path) : null;
}

interface Row {
  database: DatabaseName;
  id: string;
  action: AuditAction;
  at: Date;
  user: string;
  userName: string;
  requestId: string;
  targetPath: string;
}

type RecipientsOfAct = Pick<AlertEvent, 'to'> & Partial<Pick<AlertEvent, 'actorId' | 'path' | 'failure'>>;

/**
 * Alerts from all audit entries with these actions, limited to collection `of` where the actions are used by several. `findRecipients` says who is
 * alerted, and the record and the actor where they differ from the entry's.
 */
export function alertsOfActs({
  kind,
  actions,
  of = '',
  findRecipients: recipientsOf,
  many,
}: Pick<AlertSource, 'kind' | 'many'> & {
  actions: readonly AuditAction[];
  of?: string;
  findRecipients: (services: Services, act: AuditedAct) => Promise<RecipientsOfAct>;
}): AlertSource {
  return {
    kind,
    ...(many && { many }),
    async find(services, { since, most }) {
      const { rows } = await services.sql.query<Row>(
        toQuery(fragment`SELECT e.source_database AS database, e.id, e.action, e."createdAt" AS at, e."user", e."userName", e."requestId", e."targetPath"
          FROM auditoria e WHERE e.action = ANY(${[...actions]}::text[]) AND e."createdAt" > ${since} AND e."isActive" AND NOT e.source_deleted
            AND (${of} = '' OR starts_with(e."targetPath", ${`${of}/`}))
            AND NOT EXISTS (SELECT 1 FROM alert_sources s WHERE s.kind = ${kind} AND s.source = e.source_database || '/' || e.id)
          ORDER BY e."createdAt", e.id LIMIT ${most}`),
      );
      const entries = await readEntries(services, rows);
      return Promise.all(
        rows.map(async ({ database, id, action, at, user, userName, requestId, targetPath }) => {
          const source = `${database}/${id}`;
          const alerted = await recipientsOf(services, {
            database,
            id,
            at,
            user,
            action,
            path: targetPath,
            requestId,
            ...(entries.get(source) ?? NO_SIDES),
          }).catch((failure: unknown): RecipientsOfAct => ({ to: [], failure }));
          return {
            source,
            at,
            // Other collections get their own alert, even from the same act.
            together: requestId ? `${requestId}${of}` : source,
            actorId: user,
            actorName: userName,
            path: targetPath,
            ...alerted,
          };
        }),
      );
    },
  };
}

type Sides = Pick<AuditedAct, 'beforeData' | 'newData'>;
const NO_SIDES: Sides = { beforeData: {}, newData: {} };

/** The sides of the entries, which their rows do not hold. */
async function readEntries({ documents }: Services, rows: readonly Row[]): Promise<Map<string, Sides>> {
  const found = new Map<string, Sides>();
  for (const database of ['main', 'digitalization'] as const) {
    const ids = rows.filter((row) => row.database === database).map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const entry of await documents[database].getMany(ids.map((id) => `${AUDIT_COLLECTION}/${id}`))) {
      if (entry)
        found.set(`${database}/${entry.id}`, {
          beforeData: sideOf(entry.data, 'beforeData') ?? {},
          newData: sideOf(entry.data, 'newData') ?? {},
        });
    }
  }
  return found;
}
