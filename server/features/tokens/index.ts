import { listVerbs } from '../../lists/list-verbs.ts';
import { bind } from '../../platform/bind.ts';
import type { Services } from '../../services.ts';
import { admitToken } from './admit-token.ts';
import { findOwnTokens } from './find-own-tokens.ts';
import { issueToken } from './issue-token.ts';
import { revokeOwnToken, revokeToken } from './revoke-tokens.ts';
import { TOKENS } from './token-list.ts';
import { STORED_FIELDS, TOKEN_FORM } from './tokens.ts';
import { tokensProjection } from './tokens.projection.ts';
import { declareList } from '../../lists/declared-list.ts';
import { pageAt } from '../../records/declared-record.ts';
import { feature } from '../feature.ts';

/** Accesses that people give to their programs, to read reports: `portal.tokens`. Each verb checks the permission itself. */
export function createTokens(services: Services) {
  const { findPage, findChoices, exportRows } = listVerbs(TOKENS);
  return {
    form: TOKEN_FORM,
    ...bind(services, {
      findTokens: findPage,
      findListChoices: findChoices,
      exportTokens: exportRows,
      admitToken,
      findOwnTokens,
      issueToken,
      revokeOwnToken,
      revokeToken,
    }),
  };
}

export const tokens = feature({
  verbs: { tokens: createTokens },
  records: {
    accesos_programas: {
      noun: TOKENS.noun,
      page: pageAt(TOKENS),
      names: { table: 'accesos_programas', name: 'nombre' },
      fields: STORED_FIELDS,
    },
  },
  projections: [tokensProjection],
  lists: [declareList(TOKENS, { isSearched: false })],
});
