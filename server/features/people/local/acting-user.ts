import { AppError } from '../../../domain/errors.ts';
import type { AuditedChange } from '../../../records/write-audit.ts';
import type { ActingFor } from '../../../rest-backend/people.ts';
import { ACTING_USER_HEADER, documentId } from '../../../rest-backend/schemas.ts';
import type { PeopleServices } from './local-people.ts';
import { userOf, userPath } from './user-document.ts';

/** Whom an audit entry names, and the request that it belongs to. */
export type Acting = Pick<AuditedChange, 'actor' | 'requestId'>;

/** The calling system itself, when it says of nobody that it acts for them. */
const API_ACTOR = { id: 'api', name: 'API' };

/** The caller's word counts, but only for people who exist: an audit entry names nobody who is not there. Errors: `invalid-input`. */
export async function actingUser({ documents }: Pick<PeopleServices, 'documents'>, { userId, requestId }: ActingFor): Promise<Acting> {
  if (userId === undefined) return { actor: API_ACTOR, requestId };
  const user = documentId.safeParse(userId).success ? userOf(await documents.main.get(userPath(userId))) : null;
  if (user) return { actor: { id: user.id, name: user.name }, requestId };
  throw new AppError('invalid-input', 'acting user unknown', {
    userMessage: `La persona del encabezado ${ACTING_USER_HEADER} no existe.`,
  });
}
