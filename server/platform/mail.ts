import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { escapeHtml } from './escape-html.ts';
import type { Log } from './log.ts';

export interface PasswordResetMail {
  to: string;
  /** Address with the token; a secret until it is used. */
  link: string;
  validMinutes: number;
}

export interface Mail {
  /** Rejects when the mail server does not take the message. */
  sendPasswordReset(message: PasswordResetMail): Promise<void>;
  close(): Promise<void>;
}

const SMTP_TIMEOUT_MS = 10_000;

/**
 * E-mail over SMTP. Without SMTP_URL nothing is sent: development, tests and the demo (whose link leads to this very
 * machine) read the link in the log. Elsewhere the log only learns that a message had nowhere to go: the link would
 * open the account to whoever reads it.
 */
export function createMail(services: { config: Pick<Config, 'mail' | 'mode'>; cooperativeName: () => string; log: Log }): Mail {
  const { config, cooperativeName, log } = services;
  if (!config.mail) return createLoggedMail(config.mode, log);
  const { smtpUrl, from } = config.mail;
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    // A message is made of our own texts: never of files or addresses that a value in it could name.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const sending = new Set<Promise<unknown>>();
  return {
    async sendPasswordReset(message) {
      const sent = transport.sendMail({
        from: { name: cooperativeName(), address: from },
        to: { name: '', address: message.to },
        ...renderPasswordReset(message, cooperativeName()),
      });
      sending.add(sent);
      await sent.finally(() => sending.delete(sent));
    },
    /** Waits for the messages under way, each bounded by its time-outs. */
    async close() {
      await Promise.allSettled(sending);
      transport.close();
    },
  };
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

function createLoggedMail(mode: Config['mode'], log: Log): Mail {
  return {
    async sendPasswordReset({ to, link }) {
      if (mode === 'production' && !LOOPBACK.has(new URL(link).hostname)) log.error('password reset e-mail not sent: SMTP_URL is not set');
      else log.info({ to, link }, 'password reset e-mail (not sent: SMTP_URL is not set)');
    },
    close: async () => undefined,
  };
}

/** Spanish text and HTML of the reset e-mail; everything variable is escaped in the HTML. */
export function renderPasswordReset(message: PasswordResetMail, cooperativeName: string): { subject: string; text: string; html: string } {
  const minutes = message.validMinutes;
  const reason = 'Recibimos una solicitud para cambiar la contraseña de su cuenta en el portal interno.';
  const validity = `El enlace sirve una sola vez y vence en ${minutes} minutos.`;
  const otherwise = 'Si usted no lo solicitó, ignore este correo: su contraseña sigue siendo la misma.';
  const invitation = `Para elegir una nueva, abra este enlace:\n${message.link}`;
  const name = escapeHtml(cooperativeName);
  const link = escapeHtml(message.link);
  return {
    subject: `Restablezca su contraseña – ${cooperativeName}`,
    text: [reason, invitation, validity, otherwise, cooperativeName].join('\n\n'),
    html: [
      '<!doctype html><html lang="es"><body style="font-family:Arial,sans-serif;font-size:16px;line-height:1.5;color:#1f2937">',
      `<p>${reason}</p>`,
      `<p><a href="${link}" style="display:inline-block;padding:10px 18px;background:#14532d;color:#ffffff;text-decoration:none;border-radius:6px">Elegir una nueva contraseña</a></p>`,
      `<p>Si el botón no funciona, copie esta dirección en su navegador:<br>${link}</p>`,
      `<p>${validity}</p><p>${otherwise}</p><p>${name}</p></body></html>`,
    ].join(''),
  };
}
