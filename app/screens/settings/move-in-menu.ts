import type { MenuArrangement } from '#server/domain/menu-arrangement.ts';
import { stepped } from '../order/order-places.ts';

/** The menu with a group, or an entry within its group, moved one step up (-1) or down (1). */
export function moveInMenu(menu: MenuArrangement, id: string, by: -1 | 1): MenuArrangement {
  if (menu.some((group) => group.id === id)) return sorted(menu, stepped(idsOf(menu), id, by));
  return menu.map((group) =>
    group.entries.some((entry) => entry.id === id)
      ? { ...group, entries: sorted(group.entries, stepped(idsOf(group.entries), id, by)) }
      : group,
  );
}

export const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id);

/** `all` in the order of `ids`. */
export function sorted<One extends { id: string }>(all: readonly One[], ids: readonly string[]): One[] {
  return ids.flatMap((id) => all.find((one) => one.id === id) ?? []);
}
