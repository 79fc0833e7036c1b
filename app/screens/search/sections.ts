import { deliveredTitle } from '#server/domain/menu-arrangement.ts';
import type { MenuGroup } from '#server/domain/menu.ts';
import { normalizeForSearch } from '#server/domain/normalize.ts';
import { nearnessOfTitle } from '#server/domain/search.ts';
import { countOf, formatTotal } from '#server/domain/text.ts';
import type { SearchAnswer } from './search-data.ts';

/** One thing to open. */
export interface SearchItem {
  title: string;
  detail: string;
  href: string;
  /** What is sent instead of going there. */
  post?: SearchAnswer['actions'][number]['post'];
}

/** Things of one kind under a heading. */
export interface SearchSection {
  id: string;
  title: string;
  /** How many there are; '' where that says nothing. */
  total: string;
  /** Found by words in which one letter differs. */
  close: boolean;
  items: readonly SearchItem[];
  /** The way to all of them. */
  all: { title: string; href: string } | null;
}

/**
 * What an answer of the server shows, in its order: what it answers, what is called as was typed, for thousands of records may hold the same
 * word, records by kind, then what else can be done; records that are only like it behind what is just that.
 */
export function sectionsOf({ q, answers, groups, actions, recent }: Omit<SearchAnswer, 'cut'>): SearchSection[] {
  const isNamed = ({ title }: SearchItem) => nearnessOfTitle(title, q) > 0;
  const named = actions.filter(isNamed);
  const unnamed = actions.filter((action) => !isNamed(action));
  const found = groups.map(({ kind, title, total, totalIsCapped, close, href, hits }): SearchSection => {
    const text = formatTotal(total, totalIsCapped);
    const all = href !== null && (totalIsCapped || total > hits.length) ? { title: `Ver ${text} en ${title}`, href } : null;
    return { id: kind, title: close ? `${title}: parecidos` : title, total: text, close, items: hits, all };
  });
  const others = [section('acciones', 'Acciones', unnamed)];
  const areClose = actions.some(({ close }) => close);
  const lately = recent.map(({ kind, title, href }) => ({ title, detail: kind, href }));
  return [
    section('respuestas', '¿Dónde está?', answers),
    section('pantallas', 'Pantallas y acciones', named),
    ...found.filter(({ close }) => !close),
    section('recientes', 'Abiertos hace poco', lately),
    ...(areClose ? [] : others),
    ...found.filter(({ close }) => close),
    ...(areClose ? others : []),
  ].filter(({ items }) => items.length > 0);
}

/** The screens whose name holds what was typed: what the browser knows while the server has not answered. */
export function screenSections(groups: readonly MenuGroup[], typed: string): SearchSection[] {
  const words = normalizeForSearch(typed).split(' ');
  const screens = groups.flatMap((group) => group.options.map(({ id, title, href }) => ({ title, detail: group.title, href, id })));
  // By the name that the portal itself has for it, too.
  const holds = ({ id, title, detail }: SearchItem & { id: string }) =>
    words.every((word) => normalizeForSearch(`${detail} ${title} ${deliveredTitle(id)}`).includes(word));
  const items = screens.filter(holds).map(({ id: _id, ...item }) => item);
  return [section('pantallas', 'Pantallas', items)].filter((one) => one.items.length > 0);
}

function section(id: string, title: string, items: readonly SearchItem[]): SearchSection {
  return { id, title, total: '', close: false, items, all: null };
}

/** `12 resultados`, as a screen reader is told it. */
export function countText(sections: readonly SearchSection[]): string {
  const count = sections.reduce((sum, { items }) => sum + items.length, 0);
  return count === 0 ? 'Sin resultados.' : `${countOf(count, 'resultado', 'resultados')}.`;
}

export const CUT_NOTICE = 'Se buscó solo el principio: una búsqueda tiene hasta 200 letras.';
