import type { Request } from 'express';
import type { AuditedChange } from '../records/write-audit.ts';
import { AppError } from '../domain/errors.ts';
import { ACTING_REQUEST_HEADER, ACTING_USER_HEADER, documentId } from '../rest-backend/schemas.ts';
import type { ApiServices } from './api-services.ts';
import { userOf, userPath } from './users/user-document.ts';

/** Whom an audit entry names, and the request that it belongs to. */
export type Acting = Pick<AuditedChange, 'actor'> & { requestId: string };

/** The external system itself, when it says of nobody that it acts for them. */
const API_ACTOR = { id: 'api', name: 'API' };

/**
 * For whom a call is made. The caller holds the token, so its word counts, but only for people who exist: an audit entry
 * never names somebody who is not there. Errors: `invalid-input`.
 */
export async function actingUser({ documents }: Pick<ApiServices, 'documents'>, request: Request): Promise<Acting> {
  const ownRequest = String(request.res?.locals.requestId ?? '');
  const named = request.get(ACTING_REQUEST_HEADER) ?? '';
  const requestId = /^[A-Za-z0-9-]{8,64}$/.test(named) ? named : ownRequest;
  const header = request.get(ACTING_USER_HEADER);
  if (header === undefined) return { actor: API_ACTOR, requestId };
  const id = documentId.safeParse(decoded(header));
  const user = id.success ? userOf(await documents.main.get(userPath(id.data))) : null;
  if (!user)
    throw new AppError('invalid-input', 'acting user unknown', {
      userMessage: `La persona del encabezado ${ACTING_USER_HEADER} no existe.`,
    });
  return { actor: { id: user.id, name: user.name }, requestId };
}

/** Percent-encoded, for headers hold no letters with accents. */
function decoded(header: string): string | null {
  try {
    return decodeURIComponent(header);
  } catch {
    return null;
  }
}
