import { ADMIN_ROLE, findRole, type KnownRole } from './roles.ts';

/** What somebody reads who forgot the password where no e-mail leaves. */
export const ASK_ADMINISTRATOR =
  'Pida a quien administra los usuarios del portal un enlace para elegir una nueva contraseña: lo obtiene en Sistema › Usuarios, con «Restablecer contraseña».';

export const MIN_PASSWORD_LENGTH = 12;
/** Under every field where one is chosen. */
export const PASSWORD_HELP = `Al menos ${MIN_PASSWORD_LENGTH} caracteres, sin palabras solas, nombres, fechas ni series conocidas.`;

export const USER_NAME_MAX = 120;
export const USER_POSITION_MAX = 120;
export const USER_FOLDERS_MAX = 500;
/** Clicks that one flush may add: more is no person. */
export const CLICKS_MAX = 1_000;

/** Someone who can mend everything, in whatever letters their role is stored: one of them must always remain. */
export function isActiveAdministrator(roles: readonly KnownRole[], { role, state }: { role: string; state: boolean }): boolean {
  return state && findRole(roles, role)?.id === ADMIN_ROLE;
}

/** `details.reason` of a refusal to deactivate somebody: what lies with them goes to somebody else first. */
export const HOLDS = 'holds';

/** Of an address that is none, wherever one is typed. */
export const NOT_AN_EMAIL = 'Escriba un correo electrónico válido, como ana@correo.com.';
