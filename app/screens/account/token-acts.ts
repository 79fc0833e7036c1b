import { data, type ActionFunctionArgs } from '@remix-run/node';
import { formatDate, formatDateTime } from '#server/domain/dates.ts';
import { formText } from '#server/domain/form-text.ts';
import type { Staff } from '#server/domain/permissions.ts';
import type { OwnToken } from '#server/features/tokens/tokens.ts';
import { redirectDone } from '../../redirect-with-notice.ts';
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

type Context = ActionFunctionArgs['context'];

export function typedToken(form: FormData): TypedToken {
  return { nombre: formText(form, 'nombre'), days: formText(form, 'days'), formKey: crypto.randomUUID() };
}

export async function createToken(context: Context, actor: Staff, form: FormData) {
  const issued = await context.portal.tokens.issueToken({
    actor,
    requestId: context.requestId,
    nombre: formText(form, 'nombre'),
    days: formText(form, 'days'),
    formToken: formText(form, 'formToken'),
  });
  return data<IssuedToken>(issued, { headers: { 'Cache-Control': 'no-store' } });
}

export async function revokeToken(context: Context, actor: Staff, form: FormData): Promise<Response> {
  await context.portal.tokens.revokeOwnToken({ actor, requestId: context.requestId, id: formText(form, 'id') });
  return redirectDone(context, ACCOUNT_URL, 'Se revocó el acceso. Quien lo use ya no recibe nada.');
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
