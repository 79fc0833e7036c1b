import { newDocumentId } from '../../platform/document-id.ts';
import { AppError } from '../../domain/errors.ts';
import { ADMIN_ROLE } from '../../domain/roles.ts';
import { isActiveAdministrator } from '../../domain/users.ts';
import { OPERATOR } from '../../records/write-audit.ts';
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
 * e-mail. Takes nothing away: refuses if there is an active administrator with an account. Errors: `conflict`, `invalid-input`.
 */
export async function createFirstAdministrator(
  services: Pick<Services, 'documents' | 'identity' | 'readModel'>,
  given: { email: string; name: string },
): Promise<{ id: string; email: string; link: ResetLink }> {
  const { main } = services.documents;
  const roles = await readStoredRoles(main);
  const people = await main.query({ collection: USER_KIND.collection });
  const administrators = people.map(userOf).flatMap((user) => (user && isActiveAdministrator(roles, user) ? [user] : []));
  for (const { id } of administrators)
    if (await services.identity.getAccount(id))
      throw new AppError('conflict', 'an active administrator exists', {
        userMessage: 'Ya hay un Administrador activo: pídale que cree al nuevo en Sistema › Usuarios.',
      });
  const newId = newDocumentId();
  const body = readInput(createUserBody, { ...given, id: newId, role: ADMIN_ROLE });
  const existing = administrators.find(({ email }) => email.trim().toLowerCase() === body.email);
  const id = existing?.id ?? newId;
  await services.identity.createAccount({ uid: id, email: body.email, password: randomPassword() });
  try {
    if (!existing) await storeUser(services, body, { actor: OPERATOR, requestId: '' });
  } catch (error) {
    await services.identity.deleteAccount(id);
    throw error;
  }
  return { id, email: body.email, link: await services.identity.createResetLink(id) };
}
