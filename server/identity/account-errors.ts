import { AppError } from '../domain/errors.ts';

export function invalidEmail(): AppError {
  const message = 'Escriba un correo electrónico válido.';
  return new AppError('invalid-input', 'not an e-mail address', { userMessage: message, fields: { email: [message] } });
}

export function takenEmail(cause: unknown): AppError {
  const message = 'Ya existe una cuenta con este correo electrónico.';
  return new AppError('conflict', 'e-mail or uid already has an account', { userMessage: message, fields: { email: [message] }, cause });
}

export function unknownAccount(uid: string): AppError {
  return new AppError('not-found', `no account ${uid}`, { userMessage: 'La cuenta no existe.' });
}
