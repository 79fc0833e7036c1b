import { capitalize } from '../../domain/grammar.ts';
import { ENDING_DAYS, ENDING_PARAM } from '../../domain/publishing.ts';
import { figureTile, listFigure } from '../../lists/figures.ts';
import type { Tile } from '../../lists/tile.ts';
import { quoteIdentifier } from '../../platform/sql/sql-fragment.ts';
import { catalogList } from '../../catalogs/catalog-list.ts';
import type { CatalogDefinition } from '../../catalogs/definition.ts';

/** Content that members see, now or later, and whose last day is within the next seven, today included. */
export function endingTile(definitions: readonly CatalogDefinition[]): Tile {
  return figureTile({
    id: 'ending',
    title: 'Termina en 7 días',
    look: 'lines',
    empty: 'Nada termina en los próximos 7 días.',
    figures: definitions.flatMap((definition) => {
      const { id, noun, titleField, publishing } = definition;
      if (publishing?.until === undefined) return [];
      const until = `t.${quoteIdentifier(publishing.until)}`;
      const name = `coalesce(nullif(t.${quoteIdentifier(titleField)}, ''), t.id)`;
      return [
        listFigure({
          key: id,
          label: capitalize(noun.plural),
          list: catalogList(definition),
          params: () => ({ [ENDING_PARAM]: String(ENDING_DAYS) }),
          // The last day of a window is stored as text: `2026-11-26`.
          named: { text: `${name} || ' (' || right(${until}, 2) || '/' || substr(${until}, 6, 2) || ')'`, order: until },
        }),
      ];
    }),
  });
}
