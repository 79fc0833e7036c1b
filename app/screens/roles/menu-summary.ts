import { visibleMenu, type MenuGroup } from '#server/domain/menu.ts';
import { countOf, joinWithAnd } from '#server/domain/text.ts';

/** A one-line summary of the sidebar for these menu ids: "Inicio, App móvil (5 pantallas) y Archivos". */
export function summarizeMenus(menus: readonly string[]): string {
  const parts = visibleMenu(new Set(menus)).map((group) => {
    const only = group.options.length === 1 ? group.options[0] : undefined;
    if (only) return only.title;
    return `${group.title} (${countOf(group.options.length, 'pantalla', 'pantallas')})`;
  });
  return parts.length === 0 ? 'Ninguna pantalla' : joinWithAnd(parts);
}

/** `menus`: those that the form offers; `kept`: those of screens that do not exist yet, which the form carries along. */
export function splitMenus(groups: readonly MenuGroup[], menus: readonly string[]): { menus: string[]; kept: string[] } {
  const offered: ReadonlySet<string> = new Set(groups.flatMap((group) => group.options.map((option) => option.id)));
  return { menus: menus.filter((menu) => offered.has(menu)), kept: menus.filter((menu) => !offered.has(menu)) };
}
