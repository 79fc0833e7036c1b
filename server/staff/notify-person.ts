import { randomUUID } from 'node:crypto';
import { renderMail } from '../ports/mail/render-mail.ts';
import type { Services } from '../services.ts';

interface AccountMail {
  to: { name: string; address: string };
  subject: string;
  lines: readonly string[];
  /** Path in the portal, for the button below the lines. */
  path: string;
  label: string;
}

/** Sends an e-mail about the person's own account. Never rejects. @returns whether it was sent; a failure is logged */
export async function notifyPerson(services: Services, { to, path, ...message }: AccountMail): Promise<boolean> {
  const { config, liveSettings, log, mail } = services;
  if (!mail.canSend || to.address === '') return false;
  const { publicUrl } = config.web;
  const { cooperativeName } = liveSettings.current();
  try {
    const rendered = renderMail({ ...message, link: new URL(path, publicUrl).href, cooperativeName });
    await mail.send({ to, ...rendered, messageId: `<${randomUUID()}@${publicUrl.hostname}>`, attachments: [] }, () => Promise.resolve());
    return true;
  } catch (error) {
    log.error({ err: error, subject: message.subject }, 'e-mail about an account not sent');
    return false;
  }
}
