import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { requireFresh } from '../../domain/proof.ts';
import { normalizeEmail } from '../../ports/identity/email.ts';
import { readText } from '../../read-model/field-readers.ts';
import { recordForm } from '../../records/record-form.ts';
import { checkValues } from '../../records/record-fields.ts';
import { text } from '../../records/fields.ts';
import { OPERATOR, storeAudit, type Acting } from '../../records/write-audit.ts';
import type { Call, Services } from '../../services.ts';
import { readRules, requireMayChange } from '../../staff/rules.ts';
import { readFactors, removeFactors } from './stored-factors.ts';
import { notifyPerson } from '../../staff/notify-person.ts';

const REASON = [
  text({ name: 'reason', label: 'Motivo', required: true, maxLength: 200, help: 'Queda en la auditoría y en el correo.' }),
] as const;
export const RESET_FORM = recordForm(REASON);

/** Whether there is something to reset; for people who administer users. Errors: `forbidden`. */
export async function countFactors(services: Services, { actor, id }: Call & { id: string }): Promise<number> {
  requireMenu(actor, 'users');
  return (await readFactors(services, { uid: id })).length;
}

/**
 * Removes every factor of somebody who can no longer give theirs. Allowed to people who may reset their password; their sessions end, and
 * they are told. Errors: `forbidden` (also requireFresh), `not-found`, `invalid-input` at `reason`, `conflict` where there is none.
 */
export async function resetFactors(services: Services, call: Call & { id: string; reason: string }): Promise<{ mailed: boolean }> {
  requireMenu(call.actor, 'users', 'change');
  const user = await services.restBackend.getUser(call.id);
  requireMayChange(await readRules(services, call.actor), user, {});
  requireFresh(call.actor);
  const { reason } = checkValues(REASON, { reason: call.reason });
  return clear(services, call, { id: user.id, name: user.name, email: user.email, reason });
}

/**
 * The same by a command on the server, when nobody is left who could do it in the portal. Errors: `not-found`, `conflict` where there is
 * none.
 */
export async function resetFactorsByCommand(services: Services, given: { email: string }): Promise<{ mailed: boolean }> {
  const email = normalizeEmail(given.email);
  const people = await services.documents.main.query({ collection: 'usuarios' });
  const person = people.find(({ data }) => normalizeEmail(readText(data, 'email')) === email);
  if (!person) throw new AppError('not-found', 'no such person', { userMessage: `Nadie tiene el correo ${email} en el portal.` });
  const name = readText(person.data, 'name');
  return clear(services, { actor: OPERATOR, requestId: '' }, { id: person.id, name, email, reason: 'Por una orden en el servidor.' });
}

async function clear(
  services: Services,
  acting: Acting,
  { id, name, email, reason }: { id: string; name: string; email: string; reason: string },
): Promise<{ mailed: boolean }> {
  const { documents, identity } = services;
  if ((await readFactors(services, { uid: id })).length === 0)
    throw new AppError('conflict', `user ${id} has no factor`, { userMessage: `${name || email} no tiene segundo factor.` });
  // Audited first: the stores share no transaction, and a reset without an entry is worse than one with two.
  await storeAudit(documents.main, {
    ...acting,
    action: AUDIT_ACTIONS.factorsReset,
    targetPath: `usuarios/${id}`,
    beforeData: null,
    newData: { motivo: reason },
  });
  // Whoever stole a device may have a session open on it. Before the factors go: without any left, an interrupted reset cannot be repeated.
  await identity.revokeSessions(id);
  await removeFactors(services, id);
  const mailed = await notifyPerson(services, {
    to: { name, address: email },
    subject: 'Se quitó su segundo factor',
    lines: [
      `${acting.actor.name} quitó las formas de confirmar que usted tenía para entrar al portal, y sus sesiones se cerraron.`,
      `Motivo: ${reason}`,
      'Si usted no lo pidió, avise a un Administrador.',
    ],
    path: '/account#factores',
    label: 'Agregar uno nuevo',
  });
  return { mailed };
}
