import type { AlertKind } from '../domain/alerts.ts';
import type { AuditAction } from '../domain/audit-actions.ts';
import { fragment, toQuery } from '../platform/sql/sql-fragment.ts';
import type { DatabaseName, Fields, FieldValue } from '../ports/documents/document-store.ts';
import { isPlainMap } from '../ports/documents/document-values.ts';
import type { MenuId } from '../domain/menu.ts';
import type { Staff } from '../domain/permissions.ts';
import type { Services } from '../services.ts';
import { AUDIT_COLLECTION } from './write-audit.ts';

declare module '../services.ts' {
  interface Registries {
    alertSources: readonly AlertSource[];
  }
}

/** Something that happened, of which people are told. */
export interface Happening {
  /** Names it for ever, within the kind: what was told once is not told again. */
  source: string;
  at: Date;
  /** The same for all that one act did: one alert for each person. */
  together: string;
  /** '' where nobody acted, as `actorName`. */
  actorId: string;
  actorName: string;
  /** Path of the record that it is about. */
  path: string;
  /** Ids of people. Who acted is not told. */
  to: readonly string[];
}

/** What people are told of, for features to declare; a worker asks for it every few seconds (features/alerts). */
export interface AlertSource {
  kind: AlertKind;
  /** The oldest since then that nobody was told of; also those that concern nobody. */
  find(services: Services, asked: { since: Date; most: number }): Promise<Happening[]>;
  /** Where many of a collection are that it told of at once; the whole list of their records without. */
  many?: { collection: string; params: (actor: Staff) => [name: string, value: string][]; menu?: MenuId };
}

/** An entry of the audit, as it tells of an act. */
export interface ToldAct {
  database: DatabaseName;
  id: string;
  at: Date;
  /** Id of the person who acted. */
  user: string;
  action: AuditAction;
  path: string;
  /** '' where the entry tells none. */
  requestId: string;
  beforeData: Fields;
  newData: Fields;
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

/**
 * Everything under these actions in the audit, of one collection where these are actions of many. `tell` says who is told, of which record where it is another one, and who acted where that
 * is not the person of the entry.
 */
export function alertsOfActs({
  kind,
  actions,
  of = '',
  tell,
  many,
}: Pick<AlertSource, 'kind' | 'many'> & {
  actions: readonly AuditAction[];
  of?: string;
  tell: (services: Services, act: ToldAct) => Promise<Pick<Happening, 'to'> & Partial<Pick<Happening, 'actorId' | 'path'>>>;
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
          const told = await tell(services, {
            database,
            id,
            at,
            user,
            action,
            path: targetPath,
            requestId,
            ...(entries.get(source) ?? NO_SIDES),
          });
          return {
            source,
            at,
            // Of another collection it is another alert, whatever else the act did.
            together: requestId ? `${requestId}${of}` : source,
            actorId: told.actorId ?? user,
            actorName: userName,
            path: told.path ?? targetPath,
            to: told.to,
          };
        }),
      );
    },
  };
}

type Sides = Pick<ToldAct, 'beforeData' | 'newData'>;
const NO_SIDES: Sides = { beforeData: {}, newData: {} };

/** What the entries say that their rows do not. */
async function readEntries({ documents }: Services, rows: readonly Row[]): Promise<Map<string, Sides>> {
  const found = new Map<string, Sides>();
  for (const database of ['main', 'digitalization'] as const) {
    const ids = rows.filter((row) => row.database === database).map(({ id }) => id);
    if (ids.length === 0) continue;
    for (const entry of await documents[database].getMany(ids.map((id) => `${AUDIT_COLLECTION}/${id}`))) {
      if (entry)
        found.set(`${database}/${entry.id}`, { beforeData: mapIn(entry.data['beforeData']), newData: mapIn(entry.data['newData']) });
    }
  }
  return found;
}

function mapIn(side: FieldValue | undefined): Fields {
  return side !== undefined && isPlainMap(side) ? side : {};
}
