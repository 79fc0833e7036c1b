import { MIN_PASSWORD_LENGTH } from '../../domain/users.ts';
import type { Services } from '../../services.ts';
import { safeRedirectPath } from './safe-redirect-path.ts';

const ACCOUNT = '/account';
/** Why a password is not good enough, by the word in the address: our page never shows text that an address brings along. */
const WEAK: Readonly<Record<string, string>> = {
  corta: `Tiene menos de ${MIN_PASSWORD_LENGTH} caracteres.`,
  conocida: 'Se adivina pronto: es una palabra, un nombre, una fecha o una serie que otros también usan.',
};

/**
 * Where somebody goes after signing in: first to the page for a better password while theirs is weak, which can be judged only at the
 * moment it is typed. They may postpone it, and are asked again next time.
 */
export async function pathAfterSignIn(
  { judgePassword }: Pick<Services, 'judgePassword'>,
  { email, password }: { email: string; password: string },
  redirectTo: string,
): Promise<string> {
  if ((await judgePassword(password, { email })).length === 0) return redirectTo;
  const why = [...password].length < MIN_PASSWORD_LENGTH ? 'corta' : 'conocida';
  return `${ACCOUNT}?${new URLSearchParams({ clave: why, despues: redirectTo }).toString()}`;
}

/** What the page for a better password says, and where it leads afterwards; null for any other address. */
export function readPasswordAdvice(
  { config }: Pick<Services, 'config'>,
  search: URLSearchParams,
): { key: string; why: string; later: string } | null {
  const key = search.get('clave') ?? '';
  const why = Object.hasOwn(WEAK, key) ? WEAK[key] : undefined;
  return why === undefined ? null : { key, why, later: safeRedirectPath(search.get('despues'), config.web.publicUrl.origin) };
}
