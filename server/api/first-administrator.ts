import { randomBytes } from 'node:crypto';
import { newDocumentId } from '../documents/document-store.ts';
import { AppError } from '../domain/errors.ts';
import { ADMIN_ROLE } from '../domain/roles.ts';
import { createUserBody } from '../rest-backend/schemas.ts';
import type { ApiServices } from './api-services.ts';
import { readInput } from './json-body.ts';
import { createUser } from './users/create-user.ts';
import { USERS_COLLECTION, userOf } from './users/user-document.ts';

const PASSWORD_BYTES = 18;
const OPERATOR = { id: 'operador', name: 'Operador del servidor' };

/**
 * Account and person for a portal that nobody can administer yet. Takes nothing away: with an active administrator it
 * refuses. Errors: `conflict`, `invalid-input`.
 */
export async function createFirstAdministrator(
  services: Pick<ApiServices, 'documents' | 'identity' | 'readModel'>,
  given: { email: string; name: string },
): Promise<{ id: string; email: string; password: string }> {
  const people = await services.documents.main.query({
    collection: USERS_COLLECTION,
    where: [{ field: 'role', op: '==', value: ADMIN_ROLE }],
  });
  if (people.map(userOf).some((user) => user?.state)) {
    throw new AppError('conflict', 'an active administrator exists', {
      userMessage: 'Ya hay un administrador activo: pídale que cree al nuevo en Sistema › Usuarios.',
    });
  }
  const id = newDocumentId();
  const body = readInput(createUserBody, { ...given, id, role: ADMIN_ROLE });
  // Letters and digits alone would do; the ending keeps the policy of passwords whatever the bytes are.
  const password = `${randomBytes(PASSWORD_BYTES).toString('base64url')}a1`;
  await services.identity.createAccount({ uid: id, email: body.email, password });
  try {
    await createUser(services, body, { actor: OPERATOR, requestId: '' });
  } catch (error) {
    await services.identity.deleteAccount(id);
    throw error;
  }
  return { id, email: body.email, password };
}
