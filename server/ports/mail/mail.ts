import { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import type { Config } from '../../config/config.ts';
import type { Log } from '../../platform/log/log.ts';
import { withinTime } from '../../platform/processes/within-time.ts';
import { renderMail } from './render-mail.ts';

export interface PasswordResetMail {
  to: string;
  /** Address with the token; secret until it is used. */
  link: string;
  validMinutes: number;
}

export interface MailMessage {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** Same for every attempt, so that mailboxes recognise duplicates. */
  messageId: string;
  attachments: readonly { filename: string; contentType: string; content: Readable }[];
}

interface WhyNotSent {
  /** The server may have received the whole message and send it, although it never confirmed. */
  kept: boolean;
  /** The server permanently rejects the recipient's address (5xx at RCPT). */
  rejectsAddress: boolean;
}

export class MailNotSent extends Error {
  constructor(
    readonly why: WhyNotSent,
    cause: unknown,
  ) {
    super(cause instanceof Error ? cause.message : 'the mail server did not take the message', { cause });
    this.name = 'MailNotSent';
  }
}

export interface PasswordResets {
  /** False: there is no mail server, and sending always fails. */
  canSend: boolean;
  /** Whether the mail server responds and accepts the credentials now. Never rejects. */
  answers(): Promise<boolean>;
  /** Rejects when the mail server does not accept the message. */
  sendPasswordReset(message: PasswordResetMail): Promise<void>;
}

export interface Mail extends PasswordResets {
  /**
   * Resolves when the server has accepted the message. `beforeEnd` runs once everything but the end of the message is sent; if it fails, or
   * exceeds `SEND_TIMEOUT_MS`, the end is never sent. Errors: `MailNotSent`.
   */
  send(message: MailMessage, beforeEnd: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const SMTP_TIMEOUT_MS = 10_000;
/** Total time limit: a server that sends something now and then never triggers the idle timeout. */
const SEND_TIMEOUT_MS = 50_000;

/** E-mail over SMTP. Without SMTP_URL nothing is sent, and every attempt is rejected. */
export function createMail(services: { config: Pick<Config, 'mail'>; cooperativeName: () => string; log: Log }): Mail {
  const { config, cooperativeName, log } = services;
  if (!config.mail) return NO_MAIL;
  const { smtpUrl, from } = config.mail;
  const sender = () => ({ name: cooperativeName(), address: from });
  const transport = openTransport(smtpUrl);
  const sending = new Set<Promise<unknown>>();
  const trackSending = async (sent: Promise<unknown>) => {
    sending.add(sent);
    await sent.finally(() => sending.delete(sent));
  };
  return {
    canSend: true,
    answers: () =>
      transport.verify().then(
        () => true,
        (error: unknown) => {
          log.error({ err: error }, 'mail server does not answer');
          return false;
        },
      ),
    send: (message, beforeEnd) => trackSending(sendOnce(smtpUrl, { ...message, from: sender() }, beforeEnd)),
    sendPasswordReset: (message) =>
      trackSending(
        transport.sendMail({
          from: sender(),
          to: { name: '', address: message.to },
          ...renderPasswordReset(message, cooperativeName()),
        }),
      ),
    /** Waits for messages being sent, each bounded by its timeouts. */
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
    // Messages consist only of the portal's own texts: a value must not be able to include a file or address.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
}

/** A separate transport, because holding back the end affects only this message. */
async function sendOnce(url: string, message: MailMessage & { from: MailMessage['to'] }, beforeEnd: () => Promise<void>): Promise<void> {
  const transport = openTransport(url);
  let isLate = false;
  let isEnding = false;
  const assertInTime = () => {
    if (isLate) throw new Error('the mail server took too long');
  };
  const end = async () => {
    assertInTime();
    await beforeEnd();
    assertInTime();
    isEnding = true;
  };
  transport.use('stream', (mail, done) => {
    mail.message.processFunc((input) => Readable.from(withEnd(input, end), { objectMode: false }));
    done();
  });
  try {
    const sent = transport.sendMail({ ...message, attachments: [...message.attachments] });
    await withinTime(sent, SEND_TIMEOUT_MS, () => new Error('the mail server took too long'));
  } catch (error) {
    isLate = true;
    const { responseCode, rejected = [] } = error as { responseCode?: number; rejected?: readonly string[] };
    throw new MailNotSent(
      {
        // A server that answered with a code has not accepted the message.
        kept: isEnding && responseCode === undefined,
        rejectsAddress: rejected.length > 0 && responseCode !== undefined && responseCode >= 500,
      },
      error,
    );
  } finally {
    // If the server never asked for the text, nobody has read the attachments, and their files would stay open.
    for (const { content } of message.attachments) content.destroy();
    transport.close();
  }
}

/** A generator starts only when the server has asked for the text; a transform would reach its end in buffers before anything is sent. */
async function* withEnd(message: NodeJS.ReadableStream, end: () => Promise<void>): AsyncGenerator<Buffer | string> {
  for await (const chunk of message) yield chunk;
  await end();
}

const notSent = () => Promise.reject(new MailNotSent({ kept: false, rejectsAddress: false }, new Error('SMTP_URL is not set')));
const NO_MAIL: Mail = {
  canSend: false,
  answers: async () => false,
  send: notSent,
  sendPasswordReset: notSent,
  close: async () => undefined,
};

export function renderPasswordReset(message: PasswordResetMail, cooperativeName: string): ReturnType<typeof renderMail> {
  return renderMail({
    subject: 'Restablezca su contraseña',
    lines: [
      'Recibimos una solicitud para cambiar la contraseña de su cuenta en el portal interno.',
      `El enlace de abajo sirve una sola vez y vence en ${message.validMinutes} minutos.`,
      'Si usted no lo solicitó, ignore este correo: su contraseña sigue siendo la misma.',
    ],
    link: message.link,
    label: 'Elegir una nueva contraseña',
    cooperativeName,
  });
}
