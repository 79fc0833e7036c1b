import { listVerbs } from '../../lists/list-verbs.ts';
import { bind } from '../../platform/bind.ts';
import { createRateLimiter } from '../../platform/rate-limits.ts';
import type { Call, Services } from '../../services.ts';
import { admitToken } from './admit-token.ts';
import { findOwnTokens } from './find-own-tokens.ts';
import { issueToken } from './issue-token.ts';
import { revokeOwnToken, revokeToken } from './revoke-tokens.ts';
import { TOKENS } from './token-list.ts';

export interface TokensServices extends Pick<Services, 'documents' | 'liveSettings' | 'log' | 'readModel' | 'sql'> {
  limits: ReturnType<typeof createLimits>;
  /** Whether the actor may deactivate this person; throws. */
  admit: (call: Call & { id: string }) => Promise<void>;
}

/** Accesses that people give to their programs, to read reports: `portal.tokens`. Each verb checks the permission itself. */
export function createTokens(
  services: Omit<TokensServices, 'admit' | 'limits'> & Pick<Services, 'rateLimitStore'>,
  { admit }: Pick<TokensServices, 'admit'>,
) {
  const { findPage, findChoices, exportRows } = listVerbs(TOKENS);
  return bind(
    { ...services, admit, limits: createLimits(services) },
    {
      findTokens: findPage,
      findListChoices: findChoices,
      exportTokens: exportRows,
      admitToken,
      findOwnTokens,
      issueToken,
      revokeOwnToken,
      revokeToken,
    },
  );
}

/**
 * A report of a million rows has a thousand pages: one program may read it within the quarter of an hour. Whole agencies share one
 * address, so wrong tokens of one program must not stop the right ones of another: only wrong ones count there.
 */
function createLimits(services: Pick<Services, 'log' | 'rateLimitStore'>) {
  const limit = (name: string, points: number, whenStoreIsDown: 'allow' | 'refuse') =>
    createRateLimiter(services, { name, points, durationSeconds: 900, whenStoreIsDown });
  return {
    readsByToken: limit('token-reads', 1_500, 'allow'),
    wrongByNetwork: limit('token-wrong-network', 60, 'refuse'),
  };
}
