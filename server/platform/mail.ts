import { Transform, type Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import { escapeHtml } from './escape-html.ts';
import type { Log } from './log.ts';
import { withinTime } from './within-time.ts';

export interface PasswordResetMail {
  to: string;
  /** Address with the token; a secret until it is used. */
  link: string;
  validMinutes: number;
}

export interface MailMessage {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** The same for every attempt, so that mailboxes know a copy again. */
  messageId: string;
  attachments: readonly { filename: string; contentType: string; content: Readable }[];
}

/** `kept`: whether the server may have the whole message and send it, though it never said so. */
export class MailNotSent extends Error {
  constructor(
    readonly kept: boolean,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : 'the mail server did not take the message', { cause });
    this.name = 'MailNotSent';
  }
}

export interface PasswordResets {
  /** Rejects when the mail server does not take the message. */
  sendPasswordReset(message: PasswordResetMail): Promise<void>;
}

export interface Mail extends PasswordResets {
  /** False: there is no mail server, `send` always fails. */
  canSend: boolean;
  /**
   * Resolves when the server has taken the message. `beforeEnd` runs once all of it but its end is handed over; when it fails,
   * or takes the message past `SEND_TIMEOUT_MS`, the server is never told the end. Errors: `MailNotSent`.
   */
  send(message: MailMessage, beforeEnd: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const SMTP_TIMEOUT_MS = 10_000;
/** A server that says a word now and then never falls silent for long. */
export const SEND_TIMEOUT_MS = 50_000;

/**
 * E-mail over SMTP. Without SMTP_URL nothing is sent: development, tests and the demo (whose link leads to this very
 * machine) read the link in the log. Elsewhere the log only learns that a message had nowhere to go: the link would
 * open the account to whoever reads it.
 */
export function createMail(services: { config: Pick<Config, 'mail' | 'mode'>; cooperativeName: () => string; log: Log }): Mail {
  const { config, cooperativeName, log } = services;
  if (!config.mail) return createLoggedMail(config.mode, log);
  const { smtpUrl, from } = config.mail;
  const sender = () => ({ name: cooperativeName(), address: from });
  const transport = openTransport(smtpUrl);
  const sending = new Set<Promise<unknown>>();
  const keep = async (sent: Promise<unknown>) => {
    sending.add(sent);
    await sent.finally(() => sending.delete(sent));
  };
  return {
    canSend: true,
    send: (message, beforeEnd) => keep(sendOnce(smtpUrl, { ...message, from: sender() }, beforeEnd)),
    sendPasswordReset: (message) =>
      keep(
        transport.sendMail({
          from: sender(),
          to: { name: '', address: message.to },
          ...renderPasswordReset(message, cooperativeName()),
        }),
      ),
    /** Waits for the messages under way, each bounded by its time-outs. */
    async close() {
      await Promise.allSettled(sending);
      transport.close();
    },
  };
}

function openTransport(url: string) {
  return createTransport({
    url,
    connectionTimeout: SMTP_TIMEOUT_MS,
    greetingTimeout: SMTP_TIMEOUT_MS,
    socketTimeout: SMTP_TIMEOUT_MS,
    // A message is made of our own texts: never of files or addresses that a value in it could name.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** A transport of its own: what holds back the end of a message belongs to that message. */
async function sendOnce(url: string, message: MailMessage & { from: MailMessage['to'] }, beforeEnd: () => Promise<void>): Promise<void> {
  const transport = openTransport(url);
  let isLate = false;
  let isEnding = false;
  const end = async () => {
    if (isLate) throw new Error('the mail server took too long');
    await beforeEnd();
    isEnding = true;
  };
  transport.use('stream', (mail, done) => {
    mail.message.transform(() => withEnd(end));
    done();
  });
  try {
    const sent = transport.sendMail({ ...message, attachments: [...message.attachments] });
    await withinTime(sent, SEND_TIMEOUT_MS, () => new Error('the mail server took too long'));
  } catch (error) {
    isLate = true;
    // Who answers with a code has not taken the message.
    const answered = typeof error === 'object' && error !== null && 'responseCode' in error && typeof error.responseCode === 'number';
    throw new MailNotSent(isEnding && !answered, error);
  } finally {
    transport.close();
  }
}

function withEnd(end: () => Promise<void>): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, chunk),
    flush(done) {
      end().then(() => done(), done);
    },
  });
}

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

function createLoggedMail(mode: Config['mode'], log: Log): Mail {
  return {
    canSend: false,
    send: () => Promise.reject(new MailNotSent(false, new Error('SMTP_URL is not set'))),
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
