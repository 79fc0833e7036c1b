import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { qrPathOf } from '../../platform/qr-code.ts';
import { storeAudit } from '../../records/write-audit.ts';
import type { Call, Services } from '../../services.ts';
import { notifyPerson } from '../../staff/notify-person.ts';
import type { PasswordInvitation } from './users.ts';

/**
 * Lets a person choose a password by a link: sent by e-mail, or, if mail is not set up or does not leave, returned for the actor to hand
 * over. The audit says which. The link appears in this answer only. Errors: `not-found`, `unavailable`.
 */
export async function inviteToChoosePassword(
  services: Services,
  { actor, requestId }: Call,
  { uid, email, name }: { uid: string; email: string; name: string },
): Promise<PasswordInvitation> {
  const { documents, identity, mail } = services;
  const link = await identity.createResetLink(uid, actor.id);
  const mailed = await notifyPerson(services, {
    to: { name, address: email },
    subject: 'Elija su contraseña',
    lines: [
      `${actor.name} le pide elegir la contraseña con la que entrará al portal.`,
      `El enlace sirve una sola vez y vence en ${link.validHours} horas. Después, pida otro a un Administrador.`,
    ],
    path: link.href,
    label: 'Elegir contraseña',
  });
  await storeAudit(documents.main, {
    actor,
    action: mailed ? AUDIT_ACTIONS.passwordResetSent : AUDIT_ACTIONS.passwordLinkMade,
    targetPath: `usuarios/${uid}`,
    beforeData: null,
    newData: null,
    at: new Date(),
    requestId,
  });
  return mailed ? { mailed } : { mailed, mailFailed: mail.canSend, link: { ...link, qr: qrPathOf(link.href) } };
}
