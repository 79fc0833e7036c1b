import { CONTENT_MENUS } from '../../domain/app-contents.ts';
import { CONTENT_HEALTH_URL, FINDING_KINDS } from '../../domain/content-findings.ts';
import { canOpen } from '../../domain/permissions.ts';
import { countText } from '../../lists/figures.ts';
import { tileRows, type Tile } from '../../lists/tile.ts';
import { rowsBehind } from '../../lists/list.ts';
import { fragment, trusted } from '../../platform/sql/sql-fragment.ts';
import { rowsOf } from '../../read-model/pages/page-source.ts';
import { findingList } from './finding-list.ts';

/** What members see wrong in the contents that the person looks after, by kind. */
export const contentTile: Tile = {
  id: 'content',
  title: 'Salud del contenido',
  look: 'lines',
  empty: 'Nada que corregir en la aplicación.',
  prepare({ actor }) {
    if (!CONTENT_MENUS.some((menu) => canOpen(actor, menu))) return null;
    const list = findingList(actor);
    const { where } = rowsBehind(list, actor, {});
    return {
      more: { label: 'Ver todo', href: CONTENT_HEALTH_URL },
      selects: [
        tileRows({
          key: trusted('t.kind'),
          value: trusted('count(*)'),
          from: fragment`${rowsOf(list.source)} t WHERE ${where} GROUP BY t.kind`,
        }),
      ],
      show: (rows) =>
        FINDING_KINDS.flatMap(({ id, label }) => {
          const { value = 0 } = rows.find(({ key }) => key === id) ?? {};
          if (value === 0) return [];
          return [{ key: id, label, figure: countText(value), count: value, href: `${CONTENT_HEALTH_URL}?tipo=${id}` }];
        }),
    };
  },
};
