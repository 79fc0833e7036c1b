import { visibleMenu } from '#server/domain/menu.ts';
import { countOf, joinWithAnd } from '#server/domain/text.ts';

/** What somebody with these menu ids finds in the sidebar, in one line: "Inicio, App móvil (5 pantallas) y Archivos". */
export function summarizeMenus(menus: readonly string[]): string {
  const parts = visibleMenu(new Set(menus)).map((group) => {
    const only = group.options.length === 1 ? group.options[0] : undefined;
    if (only) return only.title;
    return `${group.title} (${countOf(group.options.length, 'pantalla', 'pantallas')})`;
  });
  return parts.length === 0 ? 'Ninguna pantalla' : joinWithAnd(parts);
}
