import type { FormBase, FormValue } from './conflict.ts';
import { deliveredTitle, inOrder, type ArrangedEntry, type ArrangedGroup, type MenuArrangement } from './menu-arrangement.ts';
import type { MenuIcon } from './menu.ts';

/** An arrangement as values by the names of its form's controls, so that a save can tell who changed what. */
export function menuValues(menu: MenuArrangement): FormBase {
  const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id);
  const values = menu.flatMap((group): [string, FormValue][] => [
    [`entry.${group.id}`, idsOf(group.entries)],
    [`title.${group.id}`, group.title],
    [`shown.${group.id}`, group.isShown],
    ...group.entries.flatMap(({ id, title, icon, isShown }): [string, FormValue][] => [
      [`title.${id}`, title],
      [`icon.${id}`, icon],
      [`shown.${id}`, isShown],
    ]),
  ]);
  return { group: idsOf(menu), ...Object.fromEntries(values) };
}

/** `menu` with these values. */
export function withMenuValues(menu: MenuArrangement, values: FormBase): MenuArrangement {
  const named = <One extends ArrangedEntry | ArrangedGroup>(one: One) => ({
    ...one,
    title: values[`title.${one.id}`] as string,
    isShown: values[`shown.${one.id}`] as boolean,
  });
  return inOrder(menu, values['group'] as string[]).map((group) => ({
    ...named(group),
    entries: inOrder(group.entries, values[`entry.${group.id}`] as string[]).map((entry) => ({
      ...named(entry),
      icon: values[`icon.${entry.id}`] as MenuIcon,
    })),
  }));
}

/** What one of the `menuValues` is, in words. */
export function menuValueLabel(name: string): string {
  const [what = '', id = ''] = name.split('.');
  const words: Readonly<Record<string, string>> = {
    group: 'Orden de los grupos',
    entry: 'Orden de',
    title: 'Nombre de',
    icon: 'Icono de',
    shown: 'Mostrar',
  };
  return `${words[what] ?? what}${id === '' ? '' : ` ${deliveredTitle(id) || 'lo que no tiene grupo'}`}`;
}
