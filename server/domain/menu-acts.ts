import { MENU_IDS, menuTitle, type MenuId } from './menu.ts';
import { joinWithAnd } from './text.ts';

/** What a person may do on a screen besides looking: create and change, delete and restore, export as a file or print. */
export const MENU_ACTS = ['change', 'delete', 'export'] as const;
export type MenuAct = (typeof MENU_ACTS)[number];
/** Any kind of use of a screen: viewing it, or one of its acts. */
export type Act = MenuAct | 'view';

export const ACT_LABELS: Readonly<Record<Act, string>> = { view: 'ver', change: 'cambiar', delete: 'borrar', export: 'exportar' };

/** An act denied to people of a role on a screen that it opens, as `permisos_rol` stores it: `customers:export`. */
export type WithheldAct = `${MenuId}:${MenuAct}`;

export function withheldAct(menu: MenuId, act: MenuAct): WithheldAct {
  return `${menu}:${act}`;
}

/** For screens that lack an act. Code that writes, deletes or exports checks the same menu (a test in tests/access compares both). */
const SOME_ACTS: Readonly<Partial<Record<MenuId, readonly MenuAct[]>>> = {
  home: [],
  // For writing notes about a customer.
  customers: ['change', 'export'],
  quotes: ['change', 'export'],
  reports: ['export'],
  'settings-identity': ['change'],
  'settings-constants': ['change'],
  'settings-machinery': ['change', 'export'],
  audit: ['export'],
  // Administrators alone change and delete sets, and nothing is withheld from them.
  'document-permissions': ['export'],
  'packages-sent': ['change', 'export'],
  'packages-received': ['change', 'export'],
  'briefcase-reports': ['export'],
};

/** The acts that a screen has. */
export function actsOf(menu: MenuId): readonly MenuAct[] {
  return SOME_ACTS[menu] ?? MENU_ACTS;
}

/** Every act that a role can be denied, in the order of the menu. */
export const WITHHELD_ACTS: readonly WithheldAct[] = MENU_IDS.flatMap((menu) => actsOf(menu).map((act) => withheldAct(menu, act)));

/** Its label: `App móvil › Asociados: exportar`. */
export function withheldTitle(withheld: WithheldAct): string {
  const { menu, act } = partsOf(withheld);
  return `${menuTitle(menu)}: ${ACT_LABELS[act]}`;
}

/** One line per screen: `App móvil › Asociados: cambiar y exportar`. */
export function describeWithheldActs(withheld: readonly WithheldAct[]): string[] {
  const parts = withheld.map(partsOf);
  const menus = [...new Set(parts.map(({ menu }) => menu))];
  return menus.map(
    (menu) => `${menuTitle(menu)}: ${joinWithAnd(parts.filter((part) => part.menu === menu).map(({ act }) => ACT_LABELS[act]))}`,
  );
}

/** The stored acts that are withheld on these screens, in menu order; unknown entries are ignored. */
export function withheldIn(stored: readonly string[], menus: readonly MenuId[]): WithheldAct[] {
  const named = new Set(stored);
  return WITHHELD_ACTS.filter((withheld) => named.has(withheld) && menus.includes(partsOf(withheld).menu));
}

/** The acts of these screens that are not withheld. */
export function permittedActs(menus: readonly string[], withheld: readonly string[]): WithheldAct[] {
  return WITHHELD_ACTS.filter((one) => menus.includes(partsOf(one).menu) && !withheld.includes(one));
}

function partsOf(withheld: WithheldAct): { menu: MenuId; act: MenuAct } {
  const [menu, act] = withheld.split(':') as [MenuId, MenuAct];
  return { menu, act };
}
