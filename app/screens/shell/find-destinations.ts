import { normalizeForSearch } from '#server/domain/search.ts';
import type { MenuGroup, MenuIcon } from '#server/domain/menu.ts';

export interface Destination {
  href: string;
  title: string;
  /** 'search' for a search in a list. */
  icon: MenuIcon | 'search';
  group: string;
}

const MAX_SEARCHED = 200;

/** Screens whose name holds what was typed, then the lists in which to look for it. Nothing typed: every screen. */
export function findDestinations(menu: readonly MenuGroup[], typed: string): Destination[] {
  const text = typed.trim().slice(0, MAX_SEARCHED);
  const words = normalizeForSearch(text).split(' ').filter(Boolean);
  const all = menu.flatMap((group) => group.options.map((option) => ({ ...option, group: group.title })));
  const screens = all
    .filter((entry) => words.every((word) => normalizeForSearch(`${entry.group} ${entry.title}`).includes(word)))
    .map(({ href, title, icon, group }) => ({ href, title, icon, group }));
  if (text === '') return screens;
  const lists = all
    .filter((entry) => /\/list-[^/]+$/.test(entry.href))
    .map((entry): Destination => ({
      href: `${entry.href}?${new URLSearchParams({ q: text }).toString()}`,
      title: `Buscar «${text}» en ${entry.title}`,
      icon: 'search',
      group: entry.group,
    }));
  return [...screens, ...lists];
}
