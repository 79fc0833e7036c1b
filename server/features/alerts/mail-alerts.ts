import { ALERT_KINDS, ALERTS_URL, alertUrl } from '../../domain/alerts.ts';
import { formatDateTime } from '../../domain/dates.ts';
import { countOf } from '../../domain/text.ts';
import { documentIdOf } from '../../platform/document-id.ts';
import { MailNotSent, type MailMessage } from '../../ports/mail/mail.ts';
import { renderMail } from '../../ports/mail/render-mail.ts';
import type { Services } from '../../services.ts';
import { openFor } from '../../records/declared-record.ts';
import type { Staff } from '../../domain/permissions.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { ALERT_COLUMNS, textOf, type AlertRow } from './alerts.ts';

/** Lease on what a worker is sending; longer than a mail server may take (ports/mail). */
const LEASE_SECONDS = 120;
/** After opening so many records the lease is renewed: far fewer than can be opened while it lasts. */
const OPENED_PER_LEASE = 100;
/** Delay after each failed attempt; after the last one the e-mail is given up: the alert itself is in the portal. */
const RETRY_SECONDS = [120, 600, 3_600];
const PEOPLE_MAX = 50;
/** No e-mail lists more; the rest is a number. */
const NAMED_MAX = 20;

/**
 * Sends what is due, all alerts of one person in one e-mail, at most once: from right before the end of the message is handed over nobody
 * retries. Alerts that were read in the portal meanwhile, or whose record the person may no longer see, are not sent. What fails for one
 * person is logged, and thrown after all others. Alerts of a kind that only another version of the portal knows are left to that version.
 */
export async function mailAlerts(services: Services, signal: AbortSignal): Promise<void> {
  const { sql, mail } = services;
  // What could not be sent is no longer news once there is a mail server.
  if (!mail.canSend) return void (await sql.query('UPDATE alerts SET mail_at = NULL WHERE mail_at <= now()'));
  await sql.query('UPDATE alerts SET mail_at = NULL WHERE mail_at <= now() AND read_at IS NOT NULL');
  const { rows } = await sql.query<{ userId: string }>(
    `SELECT DISTINCT user_id AS "userId" FROM alerts WHERE mail_at <= now() AND kind = ANY($1) LIMIT ${PEOPLE_MAX}`,
    [ALERT_KINDS],
  );
  const failures: unknown[] = [];
  for (const { userId } of rows) {
    if (signal.aborted) return;
    await mailOne(services, userId).catch((error: unknown) => {
      services.log.error({ err: error, userId }, 'alerts of a person not sent');
      failures.push(error);
    });
  }
  if (failures.length > 0) throw failures[0];
}

/** Whoever leases an alert next has a higher number of attempts: after that a worker presumed dead changes nothing. */
const LEASED_BY_ATTEMPT = 'FROM unnest($1::text[], $2::int[]) AS l (id, attempts) WHERE a.id = l.id AND a.mail_attempts = l.attempts';

async function mailOne(services: Services, userId: string): Promise<void> {
  const { sql, log } = services;
  const { rows } = await sql.query<AlertRow & { attempts: number }>(
    `UPDATE alerts SET mail_at = now() + make_interval(secs => ${LEASE_SECONDS}), mail_attempts = mail_attempts + 1
     WHERE user_id = $1 AND kind = ANY($2) AND mail_at <= now() AND read_at IS NULL RETURNING ${ALERT_COLUMNS}, mail_attempts AS attempts`,
    [userId, ALERT_KINDS],
  );
  const leased = rows.sort((a, b) => b.at.getTime() - a.at.getTime());
  const lease = [leased.map(({ id }) => id), leased.map(({ attempts }) => attempts)];
  /** null: settles them. @returns how many were still leased */
  const setMailAt = async (afterSeconds: number | null, where = 'a.mail_at IS NOT NULL') => {
    const { rowCount } = await sql.query(
      `UPDATE alerts a SET mail_at = now() + make_interval(secs => $3) ${LEASED_BY_ATTEMPT} AND ${where}`,
      [...lease, afterSeconds],
    );
    return rowCount;
  };
  const person = await loadStaff(services, { uid: userId, sessionId: '' });
  const alerts = person && person.email !== '' ? await findStillVisible(services, person, leased, () => setMailAt(LEASE_SECONDS)) : [];
  if (!person || alerts.length === 0) return void (await setMailAt(null));
  try {
    await services.mail.send(composeMail(services, person, alerts), async () => {
      if ((await setMailAt(null)) !== leased.length) throw new Error('these alerts are no longer ours to send');
    });
  } catch (error) {
    log.warn({ err: error, alerts: leased.length }, 'e-mail of alerts not sent');
    if (error instanceof MailNotSent && error.why.kept) return;
    const after = RETRY_SECONDS[Math.max(...leased.map(({ attempts }) => attempts)) - 1] ?? null;
    // Also what is settled: only this attempt can have done so, right before the end that the server then refused.
    await setMailAt(after, 'a.read_at IS NULL');
  }
}

/** The alerts whose record the person may still see: an e-mail may leave a day after its alert. */
async function findStillVisible<Alert extends AlertRow>(
  services: Services,
  person: Staff,
  alerts: readonly Alert[],
  renewLease: () => Promise<unknown>,
): Promise<Alert[]> {
  const seen: Alert[] = [];
  for (let at = 0; at < alerts.length; at += OPENED_PER_LEASE) {
    for (const alert of alerts.slice(at, at + OPENED_PER_LEASE)) if (await openFor(services, person, alert.path)) seen.push(alert);
    // Also after the last ones, so that a whole lease is left for the sending.
    await renewLease();
  }
  return seen;
}

function composeMail(services: Services, { name, email }: { name: string; email: string }, alerts: readonly AlertRow[]): MailMessage {
  const { config, liveSettings, registries } = services;
  const { publicUrl } = config.web;
  const [first, ...others] = alerts;
  const only = others.length === 0 ? first : undefined;
  const texts = alerts.map((alert) => ({ ...alert, text: textOf(registries, alert) }));
  const lines = texts.slice(0, NAMED_MAX).map(({ text, at }) => (only ? text : `${formatDateTime(at)}: ${text}`));
  const rest = alerts.length - lines.length;
  return {
    to: { name, address: email },
    ...renderMail({
      subject: only ? textOf(registries, only).replace(/\.$/, '') : countOf(alerts.length, 'aviso del portal', 'avisos del portal'),
      lines: rest > 0 ? [...lines, `Y ${countOf(rest, 'aviso', 'avisos')} más.`] : lines,
      link: new URL(only ? alertUrl(only.id) : ALERTS_URL, publicUrl).href,
      label: only ? 'Abrirlo en el portal' : 'Ver mis avisos',
      cooperativeName: liveSettings.current().cooperativeName,
    }),
    messageId: `<${documentIdOf(`alerts\n${alerts.map(({ id }) => id).join('\n')}`)}@${publicUrl.hostname}>`,
    attachments: [],
  };
}
