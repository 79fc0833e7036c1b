import { VIEWS_URL } from '../../domain/saved-views.ts';
import { formatTotal } from '../../domain/text.ts';
import type { Tile } from '../../lists/tile.ts';
import { countViews, readViews, type CountedView } from '../../lists/saved-views.ts';
import { readForScreen } from '../../read-model/pages/screen-query.ts';

/** The views that their owner put on Inicio; without any there is no tile. */
export const viewsTile: Tile = {
  id: 'views',
  title: 'Mis vistas',
  look: 'lines',
  empty: 'Ninguna de sus vistas se puede abrir ahora.',
  prepare: ({ actor }) => {
    if (!actor.hasHomeViews) return null;
    const counted = new Map<string, CountedView>();
    return {
      selects: [],
      others: async (services) => {
        const views = await readForScreen(services.sql, (read) => readViews(read, services, actor));
        const shown = views.filter(({ inicio, userId }) => inicio && userId === actor.id);
        for (const view of shown.length === 0 ? [] : await countViews(services, actor, shown)) counted.set(view.id, view);
        return [...counted.values()].map(({ id, title, count }) => ({
          key: id,
          name: title,
          detail: '',
          value: count ?? 0,
          before: 0,
          at: null,
        }));
      },
      more: { label: 'Todas', href: VIEWS_URL },
      show: () =>
        [...counted.values()].map(({ id, title, list, href, count, isCapped }) => ({
          key: id,
          label: title,
          detail: list,
          figure: count === null ? '–' : formatTotal(count, isCapped),
          count: count ?? 0,
          href,
        })),
    };
  },
};
