import { newDocumentId } from '../../platform/document-id.ts';
import { AppError } from '../../domain/errors.ts';
import { ADMIN_ROLE } from '../../domain/roles.ts';
import { isActiveAdministrator } from '../../domain/users.ts';
import { OPERATOR } from '../../records/write-audit.ts';
import { createUserBody } from '../../ports/rest-backend/schemas.ts';
import { readInput } from '../../platform/read-input.ts';
import { readStoredRoles } from '../../staff/stored-roles.ts';
import { randomPassword } from './create-user.ts';
import { storeUser } from './local/save-user.ts';
import { USER_KIND, userOf } from './local/user-kind.ts';
import type { Services } from '../../services.ts';

/**
 * Account and person for a portal that nobody can administer yet; an account alone where other programs left the person, by their e-mail.
 * Takes nothing away: with an active administrator who has an account it refuses. Errors: `conflict`, `invalid-input`.
 */
export async function createFirstAdministrator(
  services: Pick<Services, 'documents' | 'identity' | 'readModel'>,
  given: { email: string; name: string },
): Promise<{ id: string; email: string; password: string }> {
  const { main } = services.documents;
  const roles = await readStoredRoles(main);
  const people = await main.query({ collection: USER_KIND.collection });
  const administrators = people.map(userOf).filter((user) => user !== null && isActiveAdministrator(roles, user));
  for (const administrator of administrators)
    if (administrator && (await services.identity.getAccount(administrator.id)))
      throw new AppError('conflict', 'an active administrator exists', {
        userMessage: 'Ya hay un administrador activo: pídale que cree al nuevo en Sistema › Usuarios.',
      });
  const password = randomPassword();
  const email = given.email.trim().toLowerCase();
  const left = administrators.find((administrator) => administrator?.email.trim().toLowerCase() === email);
  if (left) {
    await services.identity.createAccount({ uid: left.id, email, password });
    return { id: left.id, email, password };
  }
  const id = newDocumentId();
  const body = readInput(createUserBody, { ...given, id, role: ADMIN_ROLE });
  await services.identity.createAccount({ uid: id, email: body.email, password });
  try {
    await storeUser(services, body, { actor: OPERATOR, requestId: '' });
  } catch (error) {
    await services.identity.deleteAccount(id);
    throw error;
  }
  return { id, email: body.email, password };
}
