import { MIN_PASSWORD_LENGTH } from '../../domain/users.ts';
import type { Services } from '../../services.ts';
import { safeRedirectPath } from './safe-redirect-path.ts';

const ACCOUNT = '/account';
/** Why a password is not good enough, by the word in the address: an address says nothing of its own on our page. */
const WEAK: Readonly<Record<string, string>> = {
  corta: `Tiene menos de ${MIN_PASSWORD_LENGTH} caracteres.`,
  conocida: 'Se adivina pronto: es una palabra, un nombre, una fecha o una serie que otros también usan.',
};

/**
 * Where somebody goes who signed in: to the page of a better password first while theirs is weak, which only the moment at which it
 * is typed can tell. They may do it later, and are asked again the next time.
 */
export async function afterSignIn(
  { judgePassword }: Pick<Services, 'judgePassword'>,
  { email, password }: { email: string; password: string },
  redirectTo: string,
): Promise<string> {
  if ((await judgePassword(password, { email })).length === 0) return redirectTo;
  const why = [...password].length < MIN_PASSWORD_LENGTH ? 'corta' : 'conocida';
  return `${ACCOUNT}?${new URLSearchParams({ clave: why, despues: redirectTo }).toString()}`;
}

/** What the page of a better password says, and where it leads afterwards; null for any other address. */
export function askedForBetter(
  { config }: Pick<Services, 'config'>,
  search: URLSearchParams,
): { key: string; why: string; later: string } | null {
  const key = search.get('clave') ?? '';
  const why = Object.hasOwn(WEAK, key) ? WEAK[key] : undefined;
  return why === undefined ? null : { key, why, later: safeRedirectPath(search.get('despues'), config.web.publicUrl.origin) };
}
