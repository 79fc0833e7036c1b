import { data } from '@remix-run/node';
import { formatDate, formatDateTime } from '#server/domain/dates.ts';
import type { OwnToken } from '#server/features/account/tokens.ts';
import type { Act } from '../forms/form-action.ts';
import { ACCOUNT_URL } from './account-url.ts';

/** Fields of the form for a new token, returned when it is refused. */
export interface TypedToken {
  nombre: string;
  days: string;
  /** A new key: the corrected form counts as another one. */
  formKey: string;
}

/** A new token: the only answer that ever contains it. */
export interface IssuedToken {
  nombre: string;
  token: string;
}

export function typedToken(text: Act['text']): TypedToken {
  return { nombre: text('nombre'), days: text('days'), formKey: crypto.randomUUID() };
}

export async function createToken({ portal, call, text }: Act) {
  const values = { nombre: text('nombre'), days: text('days') };
  const issued = await portal.tokens.issueToken({ ...call, values, formToken: text('formToken') });
  return data<IssuedToken>(issued, { headers: { 'Cache-Control': 'no-store' } });
}

export async function revokeToken({ portal, call, text, done }: Act): Promise<Response> {
  await portal.tokens.revokeOwnToken({ ...call, id: text('id') });
  return done(ACCOUNT_URL, 'Se revocó el acceso. Quien lo use ya no recibe nada.');
}

/** The tokens with their times formatted. */
export function shownTokens(tokens: readonly OwnToken[]) {
  return tokens.map(({ expiresAt, createdAt, lastUsedAt, ...token }) => ({
    ...token,
    created: formatDate(createdAt),
    end: formatDate(expiresAt),
    lastUsed: formatDateTime(lastUsedAt),
  }));
}
