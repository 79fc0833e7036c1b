import { newDocumentId } from '../../platform/document-id.ts';
import { AUDIT_ACTIONS } from '../../domain/audit-actions.ts';
import { AppError } from '../../domain/errors.ts';
import { ADMIN_ROLE } from '../../domain/roles.ts';
import { isActiveAdministrator } from '../../domain/users.ts';
import { OPERATOR, storeAudit } from '../../records/write-audit.ts';
import type { ResetLink } from '../../ports/identity/identity-provider.ts';
import { createUserBody } from '../../ports/rest-backend/schemas.ts';
import { readInput } from '../../platform/read-input.ts';
import { readStoredRoles } from '../../staff/stored-roles.ts';
import { randomPassword } from './create-user.ts';
import { storeUser } from './local/save-user.ts';
import { USER_KIND, userOf } from './local/user-kind.ts';
import type { Services } from '../../services.ts';

/**
 * Creates account and person for a portal that nobody can administer yet; only the account if other programs left a person with this
 * e-mail. Takes nothing away: refuses if there is an active administrator with an account. Without a mail server it gives that administrator
 * a link: nobody else could, after a restore without passwords or a forgotten one. Errors: `conflict`, `invalid-input`.
 */
export async function createFirstAdministrator(
  services: Pick<Services, 'documents' | 'identity' | 'readModel' | 'sql'>,
  given: { email: string; name: string },
): Promise<{ id: string; email: string; isNew: boolean; link: ResetLink }> {
  const { main } = services.documents;
  const roles = await readStoredRoles(main);
  const people = await main.query({ collection: USER_KIND.collection });
  const administrators = people.map(userOf).flatMap((user) => (user && isActiveAdministrator(roles, user) ? [user] : []));
  const newId = newDocumentId();
  const body = readInput(createUserBody, { ...given, id: newId, role: ADMIN_ROLE });
  const existing = administrators.find(({ email }) => email.trim().toLowerCase() === body.email);
  const id = existing?.id ?? newId;
  if (existing && !services.identity.mailsResets && (await services.identity.getAccount(id)))
    return { id, email: body.email, isNew: false, link: await lendLink(services, id) };
  for (const administrator of administrators)
    if (await services.identity.getAccount(administrator.id))
      throw new AppError('conflict', 'an active administrator exists', {
        userMessage: 'Ya hay un Administrador activo: pídale que cree al nuevo en Sistema › Usuarios.',
      });
  await services.identity.createAccount({ uid: id, email: body.email, password: randomPassword() });
  try {
    if (!existing) await storeUser(services, body, { actor: OPERATOR, requestId: '' });
  } catch (error) {
    await services.identity.deleteAccount(id);
    throw error;
  }
  return { id, email: body.email, isNew: true, link: await services.identity.createResetLink(id, null) };
}

async function lendLink({ documents, identity }: Pick<Services, 'documents' | 'identity'>, id: string): Promise<ResetLink> {
  const at = new Date();
  const targetPath = `${USER_KIND.collection}/${id}`;
  await storeAudit(documents.main, {
    actor: OPERATOR,
    action: AUDIT_ACTIONS.passwordLinkMade,
    targetPath,
    beforeData: null,
    newData: null,
    at,
  });
  return identity.createResetLink(id, null);
}
