import { AppError } from '../../domain/errors.ts';
import type { Staff } from '../../domain/permissions.ts';
import { ADMIN_ROLE } from '../../domain/roles.ts';
import { PERMISSION_FIELDS, type User, type UserFields } from '../../domain/users.ts';

/**
 * Who may change what of whom. The menu `users` is asked for before; that an administrator remains is kept by the REST
 * backend, for all its callers.
 */

export function isOwn(actor: Staff, target: Pick<User, 'id'>): boolean {
  return actor.id === target.id;
}

/** Administrators are made, changed and deactivated by administrators: otherwise `users` alone would be every permission. */
export function mayAdminister(actor: Staff, role: string): boolean {
  return actor.role === ADMIN_ROLE || role !== ADMIN_ROLE;
}

/** Errors: `forbidden`. */
export function requireMayGrant(actor: Staff, role: string | undefined): void {
  if (role === undefined || mayAdminister(actor, role)) return;
  throw forbidden(`staff ${actor.id} may not grant ${role}`, 'Solo un Administrador puede dar el rol de Administrador.');
}

/**
 * Nobody raises their own role or edits their own permissions; nobody but an administrator touches an administrator.
 * Errors: `forbidden`.
 */
export function requireMayChange(actor: Staff, target: User, changes: Partial<UserFields>): void {
  if (!mayAdminister(actor, target.role))
    throw forbidden(`staff ${actor.id} may not change an administrator`, 'Solo un Administrador puede modificar a otro Administrador.');
  requireMayGrant(actor, changes.role);
  if (!isOwn(actor, target)) return;
  const own = PERMISSION_FIELDS.filter((field) => changes[field] !== undefined && comparable(changes[field]) !== comparable(target[field]));
  if (own.length > 0)
    throw forbidden(
      `staff ${actor.id} may not change their own ${own.join(', ')}`,
      'No puede cambiar su propio rol, estado ni permisos. Pídaselo a otro Administrador.',
    );
}

/** The folders are a set: in which order a form lists them changes nothing. */
function comparable(value: UserFields[(typeof PERMISSION_FIELDS)[number]] | undefined): string {
  return JSON.stringify(typeof value === 'object' ? [...value.folders].sort() : value);
}

function forbidden(message: string, userMessage: string): AppError {
  return new AppError('forbidden', message, { userMessage, permission: 'Administrador' });
}
