import { Writable } from 'node:stream';
import pino from 'pino';
import { createEmbeddedIdentity } from '../ports/identity/embedded/embedded.ts';
import type { IdentityProvider } from '../ports/identity/identity-provider.ts';
import { createPasswordHasher, type PasswordHasher } from '../ports/identity/embedded/password-hasher.ts';
import { createPasswordJudge } from '../ports/identity/password-policy.ts';
import type { Log } from '../platform/log/log.ts';
import type { PasswordResets, PasswordResetMail } from '../ports/mail/mail.ts';
import type { Sql } from '../platform/sql/sql.ts';

/** Real argon2id with cheap parameters: tests check many passwords. */
export const cheapHasher = () => createPasswordHasher({ memoryCost: 1_024, timeCost: 1, parallelism: 1 });

export interface TestIdentity {
  identity: IdentityProvider;
  /** E-mails that were passed on for sending, oldest first. */
  mails: PasswordResetMail[];
  /** Token of the newest reset e-mail to the address, null when there is none. */
  lastToken: (email: string) => string | null;
}

/** A password judge that knows no names to refuse. */
export const testJudge = createPasswordJudge({
  cooperativeName: () => 'Cooperativa Demostración',
  nameOf: () => Promise.resolve(''),
  samplePassword: null,
});

/** The embedded identity on a test database; e-mails are kept instead of sent. */
export function createTestIdentity(
  sql: Sql,
  options: { log?: Log; mail?: PasswordResets; hasher?: PasswordHasher; sessionSecret?: string } = {},
): TestIdentity {
  const mails: PasswordResetMail[] = [];
  const recordingMail: PasswordResets = {
    canSend: true,
    answers: async () => true,
    sendPasswordReset: async (message) => void mails.push(message),
  };
  const identity = createEmbeddedIdentity({
    sql,
    log: options.log ?? pino({ level: 'silent' }),
    mail: options.mail ?? recordingMail,
    publicUrl: new URL('https://portal.demo.coop'),
    sessionHours: () => 12,
    restMinutes: () => 30,
    sessionSecret: options.sessionSecret ?? 'una clave larga que solo sirve en las pruebas',
    judgePassword: testJudge,
    hasher: options.hasher ?? cheapHasher(),
  });
  const lastToken = (email: string) => {
    const mail = mails.findLast((message) => message.to === email);
    return mail ? new URL(mail.link).searchParams.get('token') : null;
  };
  return { identity, mails, lastToken };
}

/** A log whose lines a test can read. */
export function createReadableLog(): { log: Log; text: () => string } {
  const lines: string[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  return { log: pino({ level: 'trace' }, stream), text: () => lines.join('') };
}
