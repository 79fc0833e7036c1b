import { z } from 'zod';
import { ALERT_KINDS, ALERT_MAILS, ALERT_WORDS, alertText, type AlertKind, type AlertMail } from '../../domain/alerts.ts';
import { AppError } from '../../domain/errors.ts';
import { menuHref } from '../../domain/menu.ts';
import { NOTES_ANCHOR } from '../../domain/notes.ts';
import { canOpen, type Staff } from '../../domain/permissions.ts';
import { readInput } from '../../platform/read-input.ts';
import { mapOutage } from '../../platform/sql/database-outage.ts';
import { openFor } from '../../records/declared-record.ts';
import type { Call, Services } from '../../services.ts';

/** At most so many on a page; somebody with more reads these first. */
const SHOWN_MAX = 100;

export interface AlertRow {
  id: string;
  kind: AlertKind;
  actor: string;
  path: string;
  name: string;
  count: number;
  at: Date;
  isRead: boolean;
}

export const ALERT_COLUMNS = 'id, kind, actor, path, name, count, at, read_at IS NOT NULL AS "isRead"';

/** Rows of another version of the portal may have a kind that this one does not know. */
const isKnownKind = ({ kind }: Pick<AlertRow, 'kind'>): boolean => ALERT_KINDS.includes(kind);

/** One's own alerts, newest first: the unread ones, or all. */
export async function findAlerts({ sql, registries }: Services, { actor, all }: Call & { all: boolean }) {
  const query = sql.query<AlertRow>(
    `SELECT ${ALERT_COLUMNS} FROM alerts WHERE user_id = $1 AND (read_at IS NULL OR $2) ORDER BY at DESC, id LIMIT ${SHOWN_MAX + 1}`,
    [actor.id, all],
  );
  const { rows } = await mapOutage(query);
  const shown = rows.filter(isKnownKind).slice(0, SHOWN_MAX);
  return {
    alerts: shown.map((row) => ({ id: row.id, text: textOf(registries, row), at: row.at.toISOString(), isRead: row.isRead })),
    hasMore: rows.length > SHOWN_MAX,
  };
}

export function textOf({ records }: Pick<Services['registries'], 'records'>, row: AlertRow): string {
  return alertText(row, records[row.path.split('/')[0] ?? '']?.noun);
}

/**
 * Where an alert leads: the record, or its list for an act on many; the alert counts as read from then on. null: the record is gone, or the
 * person may no longer see it. Errors: `not-found`, also for somebody else's.
 */
export async function openAlert(services: Services, { actor, id }: Call & { id: string }): Promise<{ href: string | null }> {
  const query = services.sql.query<AlertRow>(
    `UPDATE alerts SET read_at = coalesce(read_at, now()) WHERE id = $1 AND user_id = $2 RETURNING ${ALERT_COLUMNS}`,
    [id.replaceAll('\0', ''), actor.id],
  );
  const [alert] = (await mapOutage(query)).rows;
  if (!alert) throw new AppError('not-found', 'no such alert', { userMessage: 'Ese aviso no existe, o ya no se guarda.' });
  const href = alert.count > 1 ? manyHref(services, actor, alert) : null;
  if (href !== null) return { href };
  const opened = await openFor(services, actor, alert.path);
  return { href: opened && (alert.kind === 'mention' ? `${opened.href}#${NOTES_ANCHOR}` : opened.href) };
}

/** The list of its records, with the filters that the source declares; null for somebody who may not open it. */
function manyHref({ registries }: Services, actor: Staff, { kind, path }: AlertRow): string | null {
  const collection = path.split('/')[0] ?? '';
  const many = registries.alertSources.find((source) => source.kind === kind && source.many?.collection === collection)?.many;
  const menu = many?.menu ?? registries.records[collection]?.page?.menu;
  if (!menu || !canOpen(actor, menu)) return null;
  return many ? `${menuHref(menu)}?${new URLSearchParams(many.params(actor)).toString()}` : menuHref(menu);
}

/** Marks one as read, or with '' all of the person's. Alerts of others stay as they are. */
export async function readAlerts({ sql }: Services, { actor, id }: Call & { id: string }): Promise<void> {
  await mapOutage(
    sql.query(`UPDATE alerts SET read_at = now() WHERE user_id = $1 AND read_at IS NULL AND ($2::text IS NULL OR id = $2)`, [
      actor.id,
      id === '' ? null : id.replaceAll('\0', ''),
    ]),
  );
}

type Choices = Readonly<Record<AlertKind, AlertMail>>;

/** For which kinds the person gets e-mails, and whether the portal can send any. */
export async function getAlertMails({ sql, mail }: Services, { actor }: Call) {
  const query = sql.query<{ chosen: Partial<Record<string, string>> }>(
    'SELECT alert_mail AS chosen FROM identity.preferences WHERE uid = $1',
    [actor.id],
  );
  const chosen = (await mapOutage(query)).rows[0]?.chosen ?? {};
  return {
    canSend: mail.canSend,
    kinds: ALERT_KINDS.map((kind) => ({
      kind,
      label: ALERT_WORDS[kind].label,
      mail: ALERT_MAILS.find((one) => one === chosen[kind]) ?? 'none',
    })),
  };
}

const choicesSchema = z.strictObject(
  Object.fromEntries(ALERT_KINDS.map((kind) => [kind, z.enum(ALERT_MAILS, 'Elija una opción de la lista.')])) as Record<
    AlertKind,
    z.ZodEnum<{ none: 'none'; now: 'now'; daily: 'daily' }>
  >,
);

/** Applies to what happens from then on. Errors: `invalid-input` with `fields`. */
export async function setAlertMails({ sql }: Services, { actor, choices }: Call & { choices: unknown }): Promise<void> {
  const chosen: Choices = readInput(choicesSchema, choices, 'La elección de avisos no es válida.');
  await mapOutage(
    sql.query(
      `INSERT INTO identity.preferences (uid, alert_mail) VALUES ($1, $2) ON CONFLICT (uid) DO UPDATE SET alert_mail = $2, updated_at = now()`,
      [actor.id, JSON.stringify(chosen)],
    ),
  );
}
