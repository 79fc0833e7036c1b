import { useId } from 'react';
import { agree, capitalize } from '#server/domain/grammar.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { rowChoice } from '../lists/BulkBar.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { recordHref } from '../lists/record-links.ts';
import { useOrderedRows } from '../order/use-ordered-rows.tsx';
import { AskedDeactivation } from './AskedDeactivation.tsx';
import { catalogColumns, titleOf, type CatalogListRow, type ListParts } from './columns.tsx';
import type { CatalogListData } from './list-data.ts';

/** The list of any catalog. */
export function CatalogList({ data, parts }: { data: CatalogListData; parts?: ListParts }) {
  const { list, search, catalog, order } = data;
  const newHref = recordHref(catalog.listUrl, 'new', { back: search.slice(1) });
  const { noun } = list;
  const choice = rowChoice((row: CatalogListRow) => titleOf(catalog, row));
  return (
    <ListScreen
      {...useCatalogTable(data, parts)}
      title={catalog.title}
      subtitle={catalog.orderField === '' ? undefined : `En el orden en que la aplicación ${noun.gender === 'f' ? 'las' : 'los'} muestra.`}
      above={<AskedDeactivation action={catalog.listUrl + search} cancelHref={catalog.listUrl + search} />}
      choice={order ? { ...choice, className: 'pick from-sm' } : choice}
      primary={
        <ButtonLink look="primary" icon="plus" href={newHref} data-key="n">
          <span>
            {capitalize(agree(noun, 'nuevo'))} <span className="max-sm:sr-only">{noun.singular}</span>
          </span>
        </ButtonLink>
      }
      empty={{ action: <ButtonLink href={newHref}>Crear {noun.gender === 'f' ? 'la primera' : 'el primero'}</ButtonLink> }}
    />
  );
}

/** The table of a catalog, for its own screen or the page of the record above (ListBody). */
export function useCatalogTable(data: CatalogListData, parts: ListParts = {}) {
  const { catalog, list, search, order } = data;
  const titleOfRow = (row: CatalogListRow) => titleOf(catalog, row);
  const { rows, ...ordered } = useOrderedRows({
    data,
    order,
    action: catalog.listUrl + search,
    form: useId(),
    titleOf: titleOfRow,
  });
  return {
    data: { ...data, rows },
    // Where rows can be moved, their place stands beside the buttons.
    columns: catalogColumns(catalog, parts).filter(({ name }) => !order || name !== catalog.orderField),
    searchLabel: `Buscar ${list.noun.plural}`,
    editable: true,
    order: ordered.order,
    note: catalog.orderField === '' ? null : ordered.note,
  };
}
