import { tidyWithin } from '../../domain/bounded-text.ts';
import { isMenuId, MENU_IDS, menuTitle, WHOLE_SETTINGS, type MenuId } from '../../domain/menu.ts';
import { comparableName } from '../../domain/names.ts';
import { knownMenus, lockedMenus, ROLE_TITLE_MAX, roleNamedAlike, type KnownRole } from '../../domain/roles.ts';
import { joinWithAnd } from '../../domain/text.ts';
import { invalidFields } from '../../platform/read-input.ts';

const CONTROL = /[\p{Cc}\p{Cs}]/u;
/** No form of ours sends more. */
const MENUS_MAX = 200;

/** Errors: `invalid-input` at `title`. */
export function readTitle(given: string): string {
  const title = tidyWithin(given, ROLE_TITLE_MAX);
  const problem = titleProblem(title);
  if (problem) throw titleError(problem);
  return title;
}

function titleProblem(title: string): string | null {
  if (title === '') return 'Escriba el nombre del rol.';
  if (title.length > ROLE_TITLE_MAX) return `El nombre del rol admite hasta ${ROLE_TITLE_MAX} caracteres.`;
  if (CONTROL.test(title)) return 'El nombre del rol tiene caracteres que no se pueden guardar.';
  return /[\p{L}\p{N}]/u.test(comparableName(title)) ? null : 'El nombre del rol necesita al menos una letra o un número.';
}

/** People tell roles apart by their titles. Errors: `invalid-input` at `title`. */
export function requireOwnTitle(roles: readonly KnownRole[], title: string, id: string): void {
  const other = roleNamedAlike(roles, title, id);
  if (other)
    throw titleError(`Ya hay un rol que se llama «${other.title}»${other.isActive ? '' : ', retirado: restáurelo'} o use otro nombre.`);
}

function titleError(message: string) {
  return invalidFields({ title: [message] }, 'problems');
}

/** In the menu's order. Errors: `invalid-input` at `menus` for one that no screen has, or for the administrator's own taken away. */
export function readMenus(role: string, given: readonly string[]): MenuId[] {
  const menus = new Set(knownMenus(given.slice(0, MENUS_MAX)));
  if (given.length > MENUS_MAX || !given.every((id) => id === WHOLE_SETTINGS || isMenuId(id)))
    throw invalidFields({ menus: ['Hay opciones que el portal no conoce. Vuelva a cargar la página.'] }, 'problems');
  const missing = lockedMenus(role).filter((menu) => !menus.has(menu));
  if (missing.length > 0) {
    const kept = joinWithAnd(missing.map((menu) => `«${menuTitle(menu)}»`));
    throw invalidFields(
      { menus: [`El rol Administrador debe conservar ${kept}: sin eso nadie podría devolver los permisos.`] },
      'problems',
    );
  }
  return MENU_IDS.filter((id) => menus.has(id));
}
