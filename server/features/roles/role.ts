import { z } from 'zod';
import { WITHHELD_ACTS, withheldTitle, type WithheldAct } from '../../domain/menu-acts.ts';
import { MENU_IDS, isMenuId, menuTitle, WHOLE_SETTINGS, type MenuId } from '../../domain/menu.ts';
import { comparableName } from '../../domain/names.ts';
import { knownMenus, lockedMenus, ROLE_TITLE_MAX } from '../../domain/roles.ts';
import { joinWithAnd } from '../../domain/text.ts';
import { field, flag, text } from '../../records/fields.ts';
import { WITHHELD_FIELD } from '../../staff/stored-roles.ts';
import { checkValues, type SubmittedValues, type ValuesOf } from '../../records/record-fields.ts';
import { recordForm } from '../../records/record-form.ts';

/** No form of the portal sends more. */
const MENUS_MAX = 200;

const TITLE = text({ name: 'title', label: 'Nombre', required: true, maxLength: ROLE_TITLE_MAX });

/** `roles/{id}`: title of a role, from which its id is made, and its switches. */
export const LABEL_FIELDS = [
  {
    ...TITLE,
    schema: TITLE.schema.refine(
      (title) => title === '' || /[\p{L}\p{N}]/u.test(comparableName(title)),
      '«Nombre» necesita al menos una letra o un número.',
    ),
  },
  flag({
    name: 'segundoFactor',
    label: 'Segundo factor',
    initial: false,
    words: ['Exigido', 'A elección de cada persona'],
    help: 'Exigido: quien tenga el rol y todavía no tenga uno lo configura al entrar, y no ve nada más antes.',
  }),
  flag({
    name: 'soloAgencia',
    label: 'Solo su agencia',
    initial: false,
    words: ['Solo la de cada persona', 'Todas las agencias'],
    help: 'Solo la de cada persona: quien tenga el rol ve asociados, prospecciones y documentos digitalizados de su propia agencia, y de ninguna otra; sin agencia, ninguno.',
  }),
  flag({
    name: 'equipoPropio',
    label: 'Equipo propio',
    initial: false,
    words: ['Permitido', 'No permitido'],
    help: 'Permitido: quien tenga el rol puede marcar «Este equipo es mío» al entrar: su sesión espera sin uso hasta 8 horas. Darlo rige desde la próxima entrada; quitarlo, al momento.',
  }),
] as const;

/** `permisos_rol/{id}`: the menus that a role opens, in the menu's order, and the acts that its people may not do there. */
export const PERMISSION_FIELDS = [
  field<'menus', readonly MenuId[]>(
    'ids',
    { name: 'menus', label: 'Menús', maxItems: MENUS_MAX, options: MENU_IDS.map((id) => ({ value: id, label: menuTitle(id) })) },
    [],
    z
      .array(z.string())
      .refine(
        (given) => given.length <= MENUS_MAX && given.every((id) => id === WHOLE_SETTINGS || isMenuId(id)),
        'Hay opciones que el portal no conoce. Vuelva a cargar la página.',
      )
      .transform((given) => {
        const known = new Set(knownMenus(given));
        return MENU_IDS.filter((id) => known.has(id));
      }),
  ),
  field<'accionesNegadas', readonly WithheldAct[]>(
    'ids',
    {
      name: WITHHELD_FIELD,
      label: 'Acciones negadas',
      maxItems: WITHHELD_ACTS.length,
      options: WITHHELD_ACTS.map((act) => ({ value: act, label: withheldTitle(act) })),
    },
    [],
    z
      .array(z.enum(WITHHELD_ACTS, 'Hay acciones que el portal no conoce. Vuelva a cargar la página.'))
      .transform((given) => WITHHELD_ACTS.filter((act) => given.includes(act))),
  ),
] as const;

/** Values of a role's form, stored in two documents. */
const ROLE_FIELDS = [...LABEL_FIELDS, ...PERMISSION_FIELDS] as const;
export type RoleValues = ValuesOf<typeof ROLE_FIELDS>;

/** A new role may start with the menus of another one. */
export const ROLE_FORM = recordForm([
  ...ROLE_FIELDS,
  text({
    name: 'copyFrom',
    label: 'Copiar de',
    help: 'Empieza con los menús de otro rol; abajo puede cambiarlos. Si no marca ninguno, se copian todos los de ese rol.',
  }),
]);

/**
 * Checks only the given fields. Errors: `invalid-input` by field, at `menus` also if the administrator would lose a menu that it must keep.
 */
export function checkRole(role: string, given: SubmittedValues): Partial<RoleValues> {
  return checkValues(ROLE_FIELDS, given, ({ menus }, problems) => {
    const missing = menus ? lockedMenus(role).filter((menu) => !menus.includes(menu)) : [];
    const requiredMenus = joinWithAnd(missing.map((menu) => `«${menuTitle(menu)}»`));
    if (requiredMenus !== '')
      problems['menus'] = [`El rol Administrador debe conservar ${requiredMenus}: sin eso nadie podría devolver los permisos.`];
    return {};
  });
}
