import { dayOf } from '../../domain/dates.ts';
import { fragment, toQuery } from '../../platform/sql/sql-fragment.ts';
import { alertsOfActs, type AlertSource, type AlertEvent, type AuditedAct } from '../../records/alert-source.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { readText } from '../../read-model/field-readers.ts';
import type { Services } from '../../services.ts';
import { quotePath } from './get-quote.ts';
import { QUOTES_COLLECTION } from './quotes.projection.ts';

/** Tells who is newly in charge of a prospect: by its form, by a bulk act, or because somebody left. */
export const QUOTE_ASSIGNED = alertsOfActs({
  kind: 'assigned',
  of: QUOTES_COLLECTION,
  actions: [AUDIT_ACTIONS.recordCreated, AUDIT_ACTIONS.recordUpdated],
  findRecipients: async (services, act) => {
    const owner = readText(act.newData, 'responsable');
    return { to: owner === '' || (await isUndo(services, act)) ? [] : [owner] };
  },
  many: {
    collection: QUOTES_COLLECTION,
    params: ({ id }) => [
      ['responsable', id],
      ['estado', 'true'],
    ],
  },
});

/** A bulk act is undone under its own request id: a prospect that comes back to somebody is not new to them. */
async function isUndo({ sql }: Services, { id, at, path, action, requestId }: AuditedAct): Promise<boolean> {
  if (requestId === '') return false;
  const { rowCount } = await sql.query(
    `SELECT FROM auditoria WHERE "targetPath" = $1 AND "requestId" = $2 AND action = $3 AND "createdAt" < $4 AND id <> $5 LIMIT 1`,
    [path, requestId, action, at, id],
  );
  return rowCount === 1;
}

/**
 * Tells whoever is in charge that the day of the next contact has come. Contacts due on one day make one alert, as some people have many.
 */
export const CONTACT_DUE: AlertSource = {
  kind: 'contact',
  many: {
    collection: QUOTES_COLLECTION,
    params: ({ id }) => [
      ['responsable', id],
      ['contacto', 'vencido'],
      ['contacto', 'hoy'],
    ],
  },
  async find({ sql }, { since, most }) {
    const { rows } = await sql.query<{ id: string; source: string; to: string; at: Date }>(
      toQuery(fragment`SELECT t.id, t.id || ' ' || t."proximoContacto" || ' ' || t.responsable AS source, t.responsable AS to, now() AS at
        FROM cotizaciones t WHERE t.estado AND t."isActive" AND NOT t.source_deleted AND t.responsable <> ''
          AND t."proximoContacto" COLLATE "C" BETWEEN ${dayOf(since)} AND guatemala_day(now())::text
          AND NOT EXISTS (SELECT 1 FROM alert_sources s
            WHERE s.kind = 'contact' AND s.source = t.id || ' ' || t."proximoContacto" || ' ' || t.responsable)
        ORDER BY t.id LIMIT ${most}`),
    );
    return rows.map(({ id, source, to, at }): AlertEvent => ({
      source,
      at,
      together: dayOf(at),
      actorId: '',
      actorName: '',
      path: quotePath(id),
      to: [to],
    }));
  },
};
