import type { DocumentTransaction } from '../../../documents/document-store.ts';
import { AppError } from '../../../domain/errors.ts';
import { ADMIN_ROLE } from '../../../domain/roles.ts';
import { isActiveAdministrator, type UserFields } from '../../../domain/users.ts';
import { USERS_COLLECTION, userOf } from './user-document.ts';

/**
 * Somebody must always be able to let the others in again. Called inside the transaction of every change of a person,
 * before its first write: the query holds the set of administrators until the transaction ends, so that two
 * administrators who demote each other at once come one after the other, and the second is refused.
 * Errors: `conflict`.
 */
export async function requireRemainingAdministrator(
  tx: DocumentTransaction,
  id: string,
  stored: UserFields,
  wanted: UserFields,
): Promise<void> {
  if (!isActiveAdministrator(stored) || isActiveAdministrator(wanted)) return;
  const administrators = await tx.query({ collection: USERS_COLLECTION, where: [{ field: 'role', op: '==', value: ADMIN_ROLE }] });
  const others = administrators.map(userOf).filter((user) => user !== null && user.id !== id && isActiveAdministrator(user));
  if (others.length > 0) return;
  throw new AppError('conflict', `user ${id} is the last active administrator`, {
    userMessage: 'Debe quedar al menos un administrador activo. Nombre antes a otra persona como administrador.',
    details: { reason: 'last-administrator' },
  });
}
