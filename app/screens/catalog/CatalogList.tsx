import Plus from 'lucide-react/icons/plus';
import { agree, capitalize } from '#server/domain/grammar.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { rowChoice } from '../lists/BulkBar.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { recordHref } from '../lists/record-links.ts';
import { catalogColumns, titleOf, type CatalogListRow } from './columns.tsx';
import type { CatalogListData } from './list-data.ts';
import { orderCell, OrderForm } from './RowOrder.tsx';

/** The list of any catalog. */
export function CatalogList({ data }: { data: CatalogListData }) {
  const { catalog, list, search } = data;
  const { url, noun } = list;
  const newHref = recordHref(url, 'new', { back: search.slice(1) });
  const movable = showsOrder(data);
  const choice = rowChoice((row: CatalogListRow) => titleOf(catalog, row));
  return (
    <ListScreen
      data={data}
      columns={catalogColumns(catalog)}
      searchLabel={`Buscar ${noun.plural}`}
      editable
      choice={movable ? { ...choice, className: 'pick from-sm' } : choice}
      after={movable ? moveCell(data) : undefined}
      below={movable ? <OrderForm action={url + search} /> : null}
      primary={
        <ButtonLink look="primary" icon={Plus} href={newHref} data-key="n">
          <span>
            {capitalize(agree(noun, 'nuevo'))} <span className="max-sm:sr-only">{noun.singular}</span>
          </span>
        </ButtonLink>
      }
      empty={{ action: <ButtonLink href={newHref}>Crear {noun.gender === 'f' ? 'la primera' : 'el primero'}</ButtonLink> }}
    />
  );
}

/** Rows can be moved while the list shows all of them, in their own order. */
function showsOrder({ catalog: { orderField }, query }: CatalogListData): boolean {
  return orderField !== '' && query.sort === orderField && query.dir === 'asc' && query.q === '' && Object.keys(query.filters).length === 0;
}

function moveCell({ catalog, previous, next, rows }: CatalogListData) {
  return {
    head: 'Mover',
    className: 'nowrap px-1!',
    cell: (row: CatalogListRow, place: number) => {
      const isFirst = previous === null && place === 0;
      const isLast = next === null && place === rows.length - 1;
      return orderCell({ id: row.id, title: titleOf(catalog, row), isFirst, isLast });
    },
  };
}
