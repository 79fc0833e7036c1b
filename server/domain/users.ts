import { ADMIN_ROLE, findRole, type KnownRole } from './roles.ts';

/** Shown to people who forgot their password when the portal sends no e-mail. */
export const ASK_ADMINISTRATOR =
  'Pida a quien administra los usuarios del portal un enlace para elegir una nueva contraseña: lo obtiene en Sistema › Usuarios, con «Restablecer contraseña».';

export const MIN_PASSWORD_LENGTH = 12;
/** Help text under every field for a new password. */
export const PASSWORD_HELP = `Al menos ${MIN_PASSWORD_LENGTH} caracteres, sin palabras solas, nombres, fechas ni series conocidas.`;

export const USER_NAME_MAX = 120;
export const USER_POSITION_MAX = 120;
export const USER_FOLDERS_MAX = 500;
/** Most clicks that one flush may add; more cannot come from a person. */
export const CLICKS_MAX = 1_000;

/** Whether this is an active administrator, however their role is spelt: one must always remain. */
export function isActiveAdministrator(roles: readonly KnownRole[], { role, state }: { role: string; state: boolean }): boolean {
  return state && findRole(roles, role)?.id === ADMIN_ROLE;
}

/** `details.reason` when somebody cannot be deactivated: what they hold must be transferred first. */
export const HOLDS = 'holds';

/** Message for an invalid e-mail address, wherever one is typed. */
export const NOT_AN_EMAIL = 'Escriba un correo electrónico válido, como ana@correo.com.';
