import { data } from '@remix-run/node';
import { formatDate, formatDateTime } from '#server/domain/dates.ts';
import type { OwnToken } from '#server/features/account/tokens.ts';
import type { Act } from '../forms/form-action.ts';
import { ACCOUNT_URL } from './account-url.ts';

/** What was typed into the form of a new access; it comes back when it is refused. */
export interface TypedToken {
  nombre: string;
  days: string;
  /** The form is sent again as another one. */
  formKey: string;
}

/** A new access: the only answer that ever holds its token. */
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

/** With their times in words. */
export function shownTokens(tokens: readonly OwnToken[]) {
  return tokens.map(({ expiresAt, createdAt, lastUsedAt, ...token }) => ({
    ...token,
    created: formatDate(createdAt),
    end: formatDate(expiresAt),
    lastUsed: formatDateTime(lastUsedAt),
  }));
}
