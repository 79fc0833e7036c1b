import { arrivingMax } from '../../domain/bounded-text.ts';
import { invalidFields } from '../../platform/read-input.ts';
import { normalizeEmail } from './email.ts';

const MIN_PASSWORD_LENGTH = 10;
/** Bounds the work of one hash. */
export const MAX_PASSWORD_LENGTH = 128;

/** What is wrong with a new password, in Spanish; empty when it is good. */
export function passwordProblems(password: string, email: string): string[] {
  const tooLong = `La contraseña debe tener como máximo ${MAX_PASSWORD_LENGTH} caracteres.`;
  if (password.length > arrivingMax(MAX_PASSWORD_LENGTH)) return [tooLong];
  const problems: string[] = [];
  const length = [...password].length;
  const address = normalizeEmail(email);
  const typed = password.trim().toLowerCase();
  if (length < MIN_PASSWORD_LENGTH) problems.push(`La contraseña debe tener al menos ${MIN_PASSWORD_LENGTH} caracteres.`);
  if (length > MAX_PASSWORD_LENGTH) problems.push(tooLong);
  if (!/\p{L}/u.test(password) || !/\p{N}/u.test(password)) problems.push('La contraseña debe combinar letras y números.');
  if (address !== '' && (typed === address || typed === address.slice(0, address.indexOf('@')))) {
    problems.push('La contraseña no puede ser su correo electrónico.');
  }
  return problems;
}

/** @throws AppError `invalid-input` with the problems under `fields.password` */
export function requireGoodPassword(password: string, email: string): void {
  const problems = passwordProblems(password, email);
  if (problems.length > 0) throw invalidFields({ password: problems }, 'problems');
}
