import { isDocumentId } from '../../platform/document-id.ts';
import { AppError } from '../../domain/errors.ts';
import { requireMenu } from '../../domain/permissions.ts';
import { setActive } from '../../records/set-active.ts';
import type { Call, Services } from '../../services.ts';
import { admitDeactivation } from '../../staff/rules.ts';
import { ownerOf, TOKEN_KIND, tokenNotFound } from './token-kind.ts';

type RevokeCall = Call & { id: string };

/** One of the person's own; it holds no more at the next request. Errors: `not-found`, also for those of others. */
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
 * Anybody's, by who may deactivate them: whose work is an administrator's keeps it from who is none. Of somebody who is gone everybody
 * who administers people takes it. Errors: `forbidden`, `not-found`.
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
