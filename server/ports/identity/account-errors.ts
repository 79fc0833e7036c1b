import { AppError } from '../../domain/errors.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { NOT_AN_EMAIL } from '../../domain/users.ts';

export function invalidEmail(): AppError {
  return invalidFields({ email: [NOT_AN_EMAIL] }, 'problems');
}

export function emailInUse(cause: unknown): AppError {
  const message = 'Ya existe una cuenta con este correo electrónico.';
  return new AppError('conflict', 'e-mail or uid already has an account', { userMessage: message, fields: { email: [message] }, cause });
}

export function unknownAccount(uid: string): AppError {
  return new AppError('not-found', `no account ${uid}`, { userMessage: 'La cuenta no existe.' });
}

/** For a provider that refuses a password which the portal's own policy accepts. */
export function refusedPassword(cause: unknown): AppError {
  const message = 'El servicio de cuentas no acepta esta contraseña. Elija una más larga, con mayúsculas, números y símbolos.';
  return new AppError('invalid-input', 'the provider refuses the password', {
    userMessage: message,
    fields: { password: [message] },
    cause,
  });
}
