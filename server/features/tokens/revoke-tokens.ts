import { requireMenu } from '../../domain/permissions.ts';
import { setActive } from '../../records/set-active.ts';
import type { Call } from '../../services.ts';
import type { TokensServices } from './create-tokens.ts';
import { ownerOf, TOKEN_KIND, tokenNotFound } from './token-kind.ts';

type RevokeCall = Call & { id: string };

/** One of the person's own; it holds no more at the next request. Errors: `not-found`, also for those of others. */
export async function revokeOwnToken(services: TokensServices, { actor, requestId, id }: RevokeCall): Promise<void> {
  await setActive(services, TOKEN_KIND, {
    ...{ actor, requestId, ids: [id], isActive: false },
    admit: (stored) => {
      if (ownerOf(stored) !== actor.id) throw tokenNotFound(id);
    },
  });
}

/** Anybody's, by who administers people. Errors: `forbidden`, `not-found`. */
export async function revokeToken(services: TokensServices, { actor, requestId, id }: RevokeCall): Promise<void> {
  requireMenu(actor, 'users');
  await setActive(services, TOKEN_KIND, { actor, requestId, ids: [id], isActive: false });
}
