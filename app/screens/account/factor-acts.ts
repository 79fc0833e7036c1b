import { data } from '@remix-run/node';
import { formatDate, formatDateTime } from '#server/domain/dates.ts';
import type { OwnFactors } from '#server/features/account/second-factor.ts';
import type { Act } from '../forms/form-action.ts';
import { ACCOUNT_URL } from './account-url.ts';

/** Recovery codes that were just created. */
export interface IssuedCodes {
  codes: string[];
}

/** Part of the account's address while a factor is being added. */
export const ADD_FACTOR = 'agregar';
const CARD = `${ACCOUNT_URL}#factores`;

/** Fields of the form for a new factor. */
export function newFactorIn(text: Act['text']) {
  return { name: text('name'), sealed: text('sealed'), code: text('code'), passkey: text('passkey') };
}

/** The only answer that ever contains recovery codes. */
function answerCodes(codes: string[]) {
  return data<IssuedCodes>({ codes }, { headers: { 'Cache-Control': 'no-store' } });
}

export const FACTOR_ACTS = {
  'add-factor': async ({ portal, call, text, done, context }: Act) => {
    const codes = await portal.factors.addFactor({ ...call, ...newFactorIn(text), origin: context.client.origin });
    return codes ? answerCodes(codes) : done(CARD, 'Se agregó. Desde ahora también sirve para entrar.');
  },
  'remove-factor': async ({ portal, call, text, done }: Act) => {
    await portal.factors.removeOwnFactor({ ...call, id: text('id') });
    return done(CARD, 'Se quitó. Ya no sirve para entrar.');
  },
  'renew-codes': async ({ portal, call }: Act) => answerCodes(await portal.factors.renewCodes(call)),
};

/** The factors with their times formatted. */
export function shownFactors({ factors, codesLeft }: OwnFactors) {
  return {
    codesLeft,
    list: factors.map(({ createdAt, lastUsedAt, ...factor }) => ({
      ...factor,
      created: formatDate(createdAt),
      lastUsed: formatDateTime(lastUsedAt),
    })),
  };
}
