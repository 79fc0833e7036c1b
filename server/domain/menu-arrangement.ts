import { arrange } from './home-arrangement.ts';
import { MENU, sidebarMenu, WHOLE_SETTINGS, type MenuGroup, type MenuIcon, type MenuOption } from './menu.ts';

/** A sidebar entry with the name and icon that the cooperative chose. */
export interface ArrangedEntry {
  id: string;
  title: string;
  icon: MenuIcon;
  isShown: boolean;
}

export interface ArrangedGroup {
  id: string;
  /** '' for entries without a group. */
  title: string;
  isShown: boolean;
  /** Collapsible, like all groups with a title; stored by other programs. */
  collapsible: boolean;
  entries: readonly ArrangedEntry[];
}

/** The whole sidebar in order: names, icons and positions only. It does not decide what a person may open. */
export type MenuArrangement = readonly ArrangedGroup[];

export const MENU_TITLE_MAX = 40;

/** Entries that are always shown, so that nobody can hide the way back. */
const ALWAYS_SHOWN: ReadonlySet<string> = new Set(['home', WHOLE_SETTINGS]);

export const isAlwaysShown = ({ id }: Pick<ArrangedEntry, 'id'>) => ALWAYS_SHOWN.has(id);

/** A group that holds an always shown entry cannot be hidden either. */
export const hasAlwaysShown = ({ entries }: Pick<ArrangedGroup, 'entries'>) => entries.some(isAlwaysShown);

const everyGroup: readonly MenuGroup[] = sidebarMenu(new Set(MENU.flatMap(({ options }) => options.map(({ id }) => id))));

/** The default menu. */
export const DELIVERED_MENU: MenuArrangement = everyGroup.map(({ id, title, collapsible, options }) => ({
  id,
  title,
  collapsible,
  isShown: true,
  entries: options.map((option) => ({ id: option.id, title: option.title, icon: option.icon, isShown: true })),
}));

/** The default title of an entry or group; '' for an unknown id. */
export function deliveredTitle(id: string): string {
  const all = DELIVERED_MENU.flatMap(({ entries, ...group }) => [group, ...entries]);
  return all.find((one) => one.id === id)?.title ?? '';
}

export function deliveredHref(id: string): string {
  return everyGroup.flatMap(({ options }) => options).find((option) => option.id === id)?.href ?? '';
}

/**
 * Applies an arrangement to the groups and entries that somebody may open; null keeps the default. Entries that no arrangement
 * contains (cards) come last.
 * @param withHidden includes entries that are only hidden from the sidebar
 */
export function arrangeMenu(
  groups: readonly MenuGroup[],
  arrangement: MenuArrangement | null,
  { withHidden = false }: { withHidden?: boolean } = {},
): MenuGroup[] {
  if (!arrangement) return [...groups];
  return arrangement
    .flatMap(({ id, title, collapsible, isShown, entries }) => {
      const group = groups.find((one) => one.id === id);
      if (!group) return [];
      const options = arrange(
        group.options.map((option) => option.id),
        { order: entries.map((entry) => entry.id), hidden: [] },
      ).flatMap((optionId): MenuOption[] => {
        const option = group.options.find((one) => one.id === optionId);
        const entry = entries.find((one) => one.id === optionId);
        if (!option || (entry && !withHidden && !(isAlwaysShown(entry) || (isShown && entry.isShown)))) return [];
        return [entry ? { ...option, title: entry.title, icon: entry.icon } : option];
      });
      return [{ ...group, title, collapsible: collapsible && title !== '', options }];
    })
    .filter(({ options }) => options.length > 0);
}

/** Entries of a group, or groups, in the order of a list that may miss some and contain unknown ones. */
export function inOrder<One extends { id: string }>(all: readonly One[], order: readonly string[]): One[] {
  return arrange(
    all.map(({ id }) => id),
    { order, hidden: [] },
  ).flatMap((id) => all.find((one) => one.id === id) ?? []);
}
