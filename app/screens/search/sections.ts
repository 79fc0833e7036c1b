import { deliveredTitle } from '#server/domain/menu-arrangement.ts';
import type { MenuGroup } from '#server/domain/menu.ts';
import { normalizeForSearch } from '#server/domain/normalize.ts';
import { nearnessOfTitle } from '#server/domain/search.ts';
import { countOf, formatCount, formatTotal, plural } from '#server/domain/text.ts';
import type { SearchAnswer } from './search-data.ts';

/** One thing to open. */
export interface SearchItem {
  title: string;
  detail: string;
  href: string;
  /** Form to send instead of following the link. */
  post?: SearchAnswer['actions'][number]['post'];
}

/** Things of one kind under a heading. */
export interface SearchSection {
  id: string;
  title: string;
  /** Total number of results, as shown; '' where it does not matter. */
  total: string;
  /** The same as a number; the real one is higher if `total` is capped. */
  count: number;
  totalIsCapped: boolean;
  /** Fuzzy matches: words that differ in one letter. */
  close: boolean;
  items: readonly SearchItem[];
  /** Link to all results. */
  all: { title: string; href: string } | null;
}

/**
 * The sections of a server answer, in its order: direct answers, then records whose title matches (a single word may occur in thousands),
 * other records by kind, and further actions; fuzzy matches come after exact ones.
 */
export function sectionsOf({ q, answers, groups, actions, recent }: Omit<SearchAnswer, 'cut'>): SearchSection[] {
  const isNamed = ({ title }: SearchItem) => nearnessOfTitle(title, q) > 0;
  const named = actions.filter(isNamed);
  const unnamed = actions.filter((action) => !isNamed(action));
  const found = groups.map(({ kind, title, total, totalIsCapped, close, href, hits }): SearchSection => {
    const text = formatTotal(total, totalIsCapped);
    const all = href !== null && (totalIsCapped || total > hits.length) ? { title: `Ver ${text} en ${title}`, href } : null;
    return { id: kind, title: close ? `${title}: parecidos` : title, total: text, count: total, totalIsCapped, close, items: hits, all };
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

/** The screens whose name contains the typed text: available before the server answers. */
export function screenSections(groups: readonly MenuGroup[], typed: string): SearchSection[] {
  const words = normalizeForSearch(typed).split(' ');
  const screens = groups.flatMap((group) => group.options.map(({ id, title, href }) => ({ title, detail: group.title, href, id })));
  // Also matches the portal's original name of a renamed screen.
  const holds = ({ id, title, detail }: SearchItem & { id: string }) =>
    words.every((word) => normalizeForSearch(`${detail} ${title} ${deliveredTitle(id)}`).includes(word));
  const items = screens.filter(holds).map(({ id: _id, ...item }) => item);
  return [section('pantallas', 'Pantallas', items)].filter((one) => one.items.length > 0);
}

function section(id: string, title: string, items: readonly SearchItem[]): SearchSection {
  return { id, title, total: '', count: items.length, totalIsCapped: false, close: false, items, all: null };
}

/** «12 resultados.» or «Se muestran 36 de 2 147.», for screen readers. */
export function countText(sections: readonly SearchSection[]): string {
  const shown = sections.reduce((sum, { items }) => sum + items.length, 0);
  const total = sections.reduce((sum, { count }) => sum + count, 0);
  if (shown === 0) return 'Sin resultados.';
  if (shown === total) return `${countOf(total, 'resultado', 'resultados')}.`;
  const more = sections.some(({ totalIsCapped }) => totalIsCapped) ? 'más de ' : '';
  return `Se ${plural(shown, 'muestra', 'muestran')} ${formatCount(shown)} de ${more}${formatCount(total)}.`;
}

export const CUT_NOTICE = 'Se buscó solo el principio: una búsqueda tiene hasta 200 letras.';
