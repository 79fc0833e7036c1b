import type { Staff } from '../../domain/permissions.ts';
import { ADMIN_ROLE } from '../../domain/roles.ts';
import { countOf } from '../../domain/text.ts';
import { documentIdOf } from '../../platform/document-id.ts';
import { MailNotSent, type MailMessage } from '../../ports/mail/mail.ts';
import { renderMail } from '../../ports/mail/render-mail.ts';
import { loadStaff } from '../../staff/load-staff.ts';
import { CONTENT_TYPES, scopeLines, type ExportFormat } from '../../workbooks/sheet.ts';
import { exportFileName } from '../../workbooks/export-file-name.ts';
import { findRunSource } from './run-source.ts';
import { sendRefusal } from './choose-recipients.ts';
import { headOfRun } from './get-run.ts';
import {
  renewMailLease,
  markHanding,
  RENEW_MS,
  retryMail,
  RETRY_AFTER_MS,
  settleMail,
  leaseMail,
  leaseUncertainMails,
  type OutboxMail,
} from './outbox.ts';
import { readRun, runPath, runUrl, type Run } from './run-document.ts';
import { readSchedule, type ScheduleValues } from './schedule.ts';
import { SCHEDULES_COLLECTION } from './schedules.projection.ts';
import { snapshotKeys } from './snapshot-files.ts';
import { fileExtension } from '../../domain/files-vocabulary.ts';
import { findChoiceName, PEOPLE } from '../../read-model/pages/choices.ts';
import { auditExport } from '../../records/audit-export.ts';
import type { Services } from '../../services.ts';
import { formatDateTime, formatDateTimeSeconds } from '../../domain/dates.ts';

/** Many mail servers refuse more in one message, once encoding has made it a third larger. */
const ATTACHED_MAX_BYTES = 7 * 1024 * 1024;

/** Sends one person's message about one run, unless somebody else does; failures are retried, with growing delays. */
export async function sendRunMail(
  services: Services,
  { runId, userId, retryAfterMs = RETRY_AFTER_MS }: Pick<OutboxMail, 'runId' | 'userId'> & { retryAfterMs?: readonly number[] },
): Promise<void> {
  const { sql, documents, mail, log } = services;
  const leasedMail = await leaseMail(sql, runId, userId);
  if (!leasedMail) return;
  const stored = await documents.main.get(runPath(runId));
  const run = stored && readRun(stored);
  const refusal = run ? await refusalReason(services, leasedMail, run) : 'La ejecución ya no existe.';
  if (!run || refusal !== '') return settleUnsent(services, leasedMail, 'refused', refusal);
  const renewing = setInterval(() => void renewMailLease(sql, leasedMail).catch(() => undefined), RENEW_MS);
  try {
    const { message, title } = await composeMail(services, leasedMail, run);
    await mail.send(message, async () => {
      await auditAttachments(services, leasedMail, { run, title, message });
      await markHanding(sql, leasedMail);
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ err: error, runId, attempts: leasedMail.attempts }, 'mail of a report run not sent');
    const failure = error instanceof MailNotSent ? error.why : null;
    if (failure?.kept) return settleUnsent(services, leasedMail, 'unknown', UNCERTAIN);
    const afterMs = retryAfterMs[leasedMail.attempts - 1];
    if (afterMs !== undefined) return retryMail(sql, leasedMail, { afterMs, reason });
    const attempts = countOf(leasedMail.attempts, 'intento', 'intentos');
    const refusal = failure?.rejectsAddress
      ? `El servidor de correo rechazó su dirección, en ${attempts}. Revise que esté bien escrita en Usuarios.`
      : `El servidor de correo no lo aceptó, en ${attempts}.`;
    return settleUnsent(services, leasedMail, 'failed', refusal);
  } finally {
    clearInterval(renewing);
  }
  // Not in the `try`: what the server accepted is never retried. If this fails, the message stays `handing`, and settleUncertain settles it.
  await settleMail(sql, leasedMail, 'sent');
}

/**
 * Messages whose sender died while handing them over, or could not record that they were accepted, may have been sent: they are not sent
 * again, and the run says so.
 */
export async function settleUncertain(services: Services): Promise<void> {
  for (const mail of await leaseUncertainMails(services.sql)) await settleUnsent(services, mail, 'unknown', UNCERTAIN);
}

const UNCERTAIN = 'No se sabe si el correo salió: la entrega se interrumpió al final. No se envía otra vez.';

async function settleUnsent(services: Services, mail: OutboxMail, state: 'failed' | 'refused' | 'unknown', reason: string): Promise<void> {
  // The run must not say that nobody got what another sender sends.
  if (!(await renewMailLease(services.sql, mail))) return;
  if (mail.kind === 'report') await noteNotSent(services, mail, reason);
  await settleMail(services.sql, mail, state, reason);
}

/** Notes on the run who got nothing, once for each person. */
async function noteNotSent({ documents, readModel }: Services, { runId, userId }: Pick<OutboxMail, 'runId' | 'userId'>, reason: string) {
  const path = runPath(runId);
  await documents.main.transaction(async (tx) => {
    const stored = await tx.get(path);
    if (!stored) return;
    const { notSentTo } = readRun(stored);
    if (notSentTo.some((entry) => entry.userId === userId)) return;
    tx.update(path, { notSentTo: [...notSentTo, { userId, reason }].map((entry) => ({ ...entry })) });
  });
  await readModel.projectNow('main', [path]);
}

/** Rights count when the message leaves, not when it was planned. */
async function refusalReason(services: Services, { kind, userId }: OutboxMail, run: Run): Promise<string> {
  if (kind === 'failure') {
    const person = await loadStaff(services, { uid: userId, sessionId: '' });
    return person?.role === ADMIN_ROLE && person.email !== '' ? '' : 'Ya no es Administrador.';
  }
  const source = findRunSource(services, run);
  if (!source || run.status !== 'lista') return 'La ejecución no tiene un reporte que enviar.';
  const person = await loadStaff(services, { uid: userId, sessionId: '' });
  return sendRefusal(services, source, { person, rights: run.readers[userId] ?? '' });
}

async function composeMail(services: Services, { kind, userId }: OutboxMail, run: Run): Promise<{ message: MailMessage; title: string }> {
  const { config, documents, liveSettings } = services;
  const person = await loadStaff(services, { uid: userId, sessionId: '' });
  const stored = run.scheduleId === '' ? null : await documents.main.get(`${SCHEDULES_COLLECTION}/${run.scheduleId}`);
  const schedule = stored && readSchedule(stored.data);
  const title = schedule?.title || findRunSource(services, run)?.title || run.reportId;
  const mailFacts = {
    run,
    title,
    link: new URL(runUrl(run.id), config.web.publicUrl).href,
    cooperativeName: liveSettings.current().cooperativeName,
  };
  const { attachments, tooBig } = kind === 'report' ? await readAttachments(services, run, schedule) : { attachments: [], tooBig: false };
  const message: MailMessage = {
    to: addressOf(person),
    ...(kind === 'report'
      ? renderReportMail(mailFacts, { scope: (await headOfRun(services, run))?.scope ?? '', attached: attachments.length, tooBig })
      : renderFailureMail(mailFacts)),
    messageId: `<${documentIdOf(`mail\n${run.id}\n${userId}`)}@${config.web.publicUrl.hostname}>`,
    attachments,
  };
  return { message, title };
}

function addressOf(person: Pick<Staff, 'email' | 'name'> | null): MailMessage['to'] {
  return { name: person?.name ?? '', address: person?.email ?? '' };
}

/** The files of a run, if they are to be attached and are not too big. */
async function readAttachments(
  { snapshotFiles }: Services,
  run: Run,
  schedule: ScheduleValues | null,
): Promise<{ attachments: MailMessage['attachments']; tooBig: boolean }> {
  const keys = snapshotKeys(run);
  if (schedule?.delivery !== 'adjunto' || !keys) return { attachments: [], tooBig: false };
  const formats: ExportFormat[] = schedule.format === 'ambos' ? ['xlsx', 'csv'] : [schedule.format];
  const sizes = await Promise.all(formats.map((format) => snapshotFiles.stat(keys[format])));
  const bytes = sizes.reduce((sum, found) => sum + (found?.bytes ?? 0), 0);
  // If the format was changed since, its file does not exist; the message has the link in any case.
  const present = formats.filter((_format, index) => sizes[index] !== null);
  if (bytes > ATTACHED_MAX_BYTES) return { attachments: [], tooBig: true };
  const attachments = await Promise.all(
    present.map(async (format) => ({
      filename: exportFileName(schedule.title, format, run.dueAt),
      contentType: CONTENT_TYPES[format],
      content: await snapshotFiles.open(keys[format]),
    })),
  );
  return { attachments, tooBig: false };
}

/** Audits attached files like a download, as an act of the schedule's owner, before the mail server has all of them. */
async function auditAttachments(
  services: Services,
  { userId }: OutboxMail,
  { run, title, message: { attachments } }: { run: Run; title: string; message: MailMessage },
): Promise<void> {
  if (attachments.length === 0) return;
  const actor = { id: run.userId, name: await findChoiceName(services.sql, PEOPLE, run.userId) };
  await auditExport(services, {
    actor,
    // One act, however many people it is sent to.
    requestId: run.id,
    targetPath: findRunSource(services, run)?.leaves ?? runPath(run.id),
    title,
    url: runUrl(run.id),
    format: `correo (${attachments.map(({ filename }) => fileExtension(filename)).join(', ')})`,
    rows: run.rows,
    sentTo: userId,
  });
}

interface MailTexts {
  subject: string;
  text: string;
  html: string;
}

interface MailFacts {
  run: Pick<Run, 'asOf' | 'dueAt' | 'error' | 'rows'>;
  /** Title of the schedule, or of the report. */
  title: string;
  /** Address of the run. */
  link: string;
  cooperativeName: string;
}

/**
 * The e-mail with a finished report. `scope`: what its owner's permissions left of it; `attached`: number of attached files; `tooBig`: they
 * are too large to attach.
 */
function renderReportMail(
  { run, title, link, cooperativeName }: MailFacts,
  { scope, attached, tooBig }: { scope: string; attached: number; tooBig: boolean },
): MailTexts {
  const asOf = formatDateTimeSeconds(run.asOf);
  const behind = run.asOf === null || run.asOf < run.dueAt;
  const lines = [
    `El reporte «${title}» del ${formatDateTime(run.dueAt)} está listo: ${countOf(run.rows, 'fila', 'filas')}.`,
    ...scopeLines(scope).map(([label, value]) => `${label}: ${value}.`),
    `Datos al ${asOf || 'momento desconocido'}.${behind ? ' Lo que se registró después, antes de la hora del reporte, puede faltar.' : ''}`,
    ...(attached > 0 ? [attached === 1 ? 'El archivo va adjunto.' : 'Los archivos van adjuntos.'] : []),
    ...(tooBig ? ['El archivo es demasiado grande para enviarlo por correo: descárguelo del portal.'] : []),
  ];
  return renderMail({ subject: `${title} – ${formatDateTime(run.dueAt)}`, lines, link, label: 'Ver el reporte', cooperativeName });
}

/** The e-mail to administrators about a run that failed. */
function renderFailureMail({ run, title, link, cooperativeName }: MailFacts): MailTexts {
  const lines = [
    `El reporte programado «${title}» del ${formatDateTime(run.dueAt)} falló.`,
    `Motivo: ${run.error}`,
    'Mientras el motivo sea el mismo no se envían más avisos de este reporte.',
  ];
  return renderMail({ subject: `Falló el reporte «${title}»`, lines, link, label: 'Ver la ejecución', cooperativeName });
}
