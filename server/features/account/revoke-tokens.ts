import { isDocumentId } from '../../platform/document-id.ts';
import { AppError } from '../../domain/errors.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { setActive } from '../../records/set-active.ts';
import type { Call, Services } from '../../services.ts';
import { admitDeactivation } from '../../staff/rules.ts';
import { ownerOf, TOKEN_KIND, tokenNotFound } from './token-kind.ts';

type RevokeCall = Call & { id: string };

/** Revokes one of the person's own; the next request with it is refused. Errors: `not-found`, also for those of others. */
export async function revokeOwnToken(services: Services, { actor, requestId, id }: RevokeCall): Promise<void> {
  await setActive(services, TOKEN_KIND, {
    actor,
    requestId,
    ids: [id],
    isActive: false,
    admit: (stored) => {
      if (ownerOf(stored) !== actor.id) throw tokenNotFound(id);
    },
  });
}

/**
 * Revokes anybody's token. Allowed to people who may deactivate its owner: only administrators revoke one of an administrator. The token of
 * an owner who no longer exists can be revoked by everybody who may delete people. Errors: `forbidden`, `not-found`.
 */
export async function revokeToken(services: Services, { actor, requestId, id }: RevokeCall): Promise<void> {
  requireMenu(actor, 'users', 'delete');
  const stored = isDocumentId(id) ? await services.documents.main.get(`${TOKEN_KIND.collection}/${id}`) : null;
  if (!stored) throw tokenNotFound(id);
  const owner = ownerOf(stored);
  if (owner !== actor.id) {
    await admitDeactivation(services, { actor, id: owner }).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'not-found')) throw error;
    });
  }
  await setActive(services, TOKEN_KIND, { actor, requestId, ids: [id], isActive: false });
}
