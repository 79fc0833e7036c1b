import { z } from 'zod';
import { MAX_EMAIL_LENGTH, normalizeEmail } from '../../ports/identity/email.ts';
import { NOT_AN_EMAIL } from '../../domain/users.ts';

/** Longer than any password that the policy allows; bounds the work of a check. */
const MAX_TYPED_PASSWORD = 256;
const MAX_TOKEN = 4_096;

/** One value only: a field that comes twice (`FormData.getAll`) is refused, not the last one taken. */
function oneText(message: string) {
  const text = z.string(message);
  return z.union([text, z.tuple([text]).transform(([only]) => only)], message);
}

/** `abort`: one sentence per mistake, without those of later checks. */
const stop = (error: string) => ({ error, abort: true });

const email = oneText('Escriba su correo electrónico.')
  .transform(normalizeEmail)
  .pipe(
    z
      .string()
      .min(1, stop('Escriba su correo electrónico.'))
      .max(MAX_EMAIL_LENGTH, stop('El correo electrónico es demasiado largo.'))
      .check(z.email(NOT_AN_EMAIL)),
  );

const typed = (missing: string, max: number, tooLong: string) => oneText(missing).pipe(z.string().min(1, missing).max(max, tooLong));
const password = (missing: string) => typed(missing, MAX_TYPED_PASSWORD, 'La contraseña es demasiado larga.');

export const signInSchema = z.strictObject({ email, password: password('Escriba su contraseña.') });
export const requestResetSchema = z.strictObject({ email });
export const resetSchema = z.strictObject({
  token: typed('Falta el enlace del correo.', MAX_TOKEN, 'El enlace no es válido.'),
  password: password('Escriba su nueva contraseña.'),
});

/** A value that a form sent once, whether it arrived as text or as a list. */
export function single(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : value;
}
