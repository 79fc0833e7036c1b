import { arrange } from './home-arrangement.ts';
import { MENU, sidebarMenu, WHOLE_SETTINGS, type MenuGroup, type MenuIcon, type MenuOption } from './menu.ts';

/** An entry of the sidebar as the cooperative calls and shows it. */
export interface ArrangedEntry {
  id: string;
  title: string;
  icon: MenuIcon;
  isShown: boolean;
}

export interface ArrangedGroup {
  id: string;
  /** '' for the group that stands without one. */
  title: string;
  isShown: boolean;
  /** Folds, as the groups with a title do; stored by other programs. */
  collapsible: boolean;
  entries: readonly ArrangedEntry[];
}

/** All of the sidebar, in its order: names, pictures and places alone. What a person may open does not follow from it. */
export type MenuArrangement = readonly ArrangedGroup[];

export const MENU_TITLE_MAX = 40;

/** Those that always show, so that nobody hides the way back. */
const KEPT: ReadonlySet<string> = new Set(['home', WHOLE_SETTINGS]);

export const isKept = ({ id }: Pick<ArrangedEntry, 'id'>) => KEPT.has(id);

/** A group that holds an entry which always shows is not hidden either. */
export const holdsKept = ({ entries }: Pick<ArrangedGroup, 'entries'>) => entries.some(isKept);

const everyGroup: readonly MenuGroup[] = sidebarMenu(new Set(MENU.flatMap(({ options }) => options.map(({ id }) => id))));

/** As the portal has it of its own. */
export const DELIVERED_MENU: MenuArrangement = everyGroup.map(({ id, title, collapsible, options }) => ({
  id,
  title,
  collapsible,
  isShown: true,
  entries: options.map((option) => ({ id: option.id, title: option.title, icon: option.icon, isShown: true })),
}));

/** What the portal itself calls an entry or a group; '' for none of them. */
export function deliveredTitle(id: string): string {
  const all = DELIVERED_MENU.flatMap(({ entries, ...group }) => [group, ...entries]);
  return all.find((one) => one.id === id)?.title ?? '';
}

/** Where an entry leads. */
export function deliveredHref(id: string): string {
  return everyGroup.flatMap(({ options }) => options).find((option) => option.id === id)?.href ?? '';
}

/**
 * Groups of the menu, with the entries that somebody may open, as they are arranged; null: as delivered. Entries that are in no
 * arrangement (cards) come last.
 * @param withHidden also those that are only taken out of the sidebar
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
        if (!option || (entry && !withHidden && !(isKept(entry) || (isShown && entry.isShown)))) return [];
        return [entry ? { ...option, title: entry.title, icon: entry.icon } : option];
      });
      return [{ ...group, title, collapsible: collapsible && title !== '', options }];
    })
    .filter(({ options }) => options.length > 0);
}

/** `ids` of one group's entries, or of the groups, in the order of a list that may lack some and hold others. */
export function inOrder<One extends { id: string }>(all: readonly One[], order: readonly string[]): One[] {
  return arrange(
    all.map(({ id }) => id),
    { order, hidden: [] },
  ).flatMap((id) => all.find((one) => one.id === id) ?? []);
}
