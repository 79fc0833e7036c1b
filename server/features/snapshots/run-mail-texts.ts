import { formatDateTime, formatDateTimeSeconds } from '../../domain/dates.ts';
import { countOf } from '../../domain/text.ts';
import { escapeHtml } from '../../platform/escape-html.ts';
import type { Run } from './run-document.ts';

export interface MailTexts {
  subject: string;
  text: string;
  html: string;
}

interface Told {
  run: Pick<Run, 'asOf' | 'dueAt' | 'error' | 'rows'>;
  /** Of the schedule, or of the report. */
  title: string;
  /** Address of the run. */
  link: string;
  cooperativeName: string;
}

/** The e-mail with a finished report. `attached`: what of it comes along; `tooBig`: it was to come along and is too large. */
export function renderReportMail(
  { run, title, link, cooperativeName }: Told,
  { attached, tooBig }: { attached: number; tooBig: boolean },
): MailTexts {
  const asOf = formatDateTimeSeconds(run.asOf);
  const behind = run.asOf === null || run.asOf < run.dueAt;
  const lines = [
    `El reporte «${title}» del ${formatDateTime(run.dueAt)} está listo: ${countOf(run.rows, 'fila', 'filas')}.`,
    `Datos al ${asOf || 'momento desconocido'}.${behind ? ' Lo que se registró después, antes de la hora del reporte, no está incluido.' : ''}`,
    ...(attached > 0 ? [attached === 1 ? 'El archivo va adjunto.' : 'Los archivos van adjuntos.'] : []),
    ...(tooBig ? ['El archivo es demasiado grande para enviarlo por correo: descárguelo del portal.'] : []),
  ];
  return render({ subject: `${title} – ${formatDateTime(run.dueAt)}`, lines, link, label: 'Ver el reporte', cooperativeName });
}

/** The e-mail to administrators about a run that failed. */
export function renderFailureMail({ run, title, link, cooperativeName }: Told): MailTexts {
  const lines = [
    `El reporte programado «${title}» del ${formatDateTime(run.dueAt)} falló.`,
    `Motivo: ${run.error}`,
    'Mientras el motivo sea el mismo no se envían más avisos de este reporte.',
  ];
  return render({ subject: `Falló el reporte «${title}»`, lines, link, label: 'Ver la ejecución', cooperativeName });
}

function render(mail: { subject: string; lines: readonly string[]; link: string; label: string; cooperativeName: string }): MailTexts {
  const { subject, lines, link, label, cooperativeName } = mail;
  const href = escapeHtml(link);
  return {
    subject: `${subject} – ${cooperativeName}`,
    text: [...lines, `${label}:\n${link}`, cooperativeName].join('\n\n'),
    html: [
      '<!doctype html><html lang="es"><body style="font-family:Arial,sans-serif;font-size:16px;line-height:1.5;color:#1f2937">',
      ...lines.map((line) => `<p>${escapeHtml(line)}</p>`),
      `<p><a href="${href}" style="display:inline-block;padding:10px 18px;background:#14532d;color:#ffffff;text-decoration:none;border-radius:6px">${label}</a></p>`,
      `<p>Si el botón no funciona, copie esta dirección en su navegador:<br>${href}</p><p>${escapeHtml(cooperativeName)}</p></body></html>`,
    ].join(''),
  };
}
