import { useId } from 'react';
import { agree, capitalize } from '#server/domain/grammar.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { useMay } from '../../rights.ts';
import { ROW_CHOICE } from '../lists/BulkBar.tsx';
import { ImportLink } from '../lists/ImportLink.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { recordHref } from '../../record-links.ts';
import { useOrderedRows } from '../order/use-ordered-rows.tsx';
import { ConfirmDeactivation } from './ConfirmDeactivation.tsx';
import { CATALOG_CELLS, type CatalogCells } from './catalog-cells.tsx';
import type { CatalogListData } from './list-data.ts';

/** The list of any catalog. */
export function CatalogList({ data, own }: { data: CatalogListData; own?: CatalogCells }) {
  const { list, search, catalog } = data;
  const newHref = recordHref(catalog.listUrl, 'new', { back: search.slice(1) });
  const { noun } = list;
  return (
    <ListScreen
      {...useCatalogTable(data, own)}
      title={catalog.title}
      subtitle={catalog.orderField === '' ? undefined : `En el orden en que la aplicación ${noun.gender === 'f' ? 'las' : 'los'} muestra.`}
      above={<ConfirmDeactivation action={catalog.listUrl + search} cancelHref={catalog.listUrl + search} />}
      canDelete
      more={useMay()(list.menu, 'change') ? <ImportLink url={list.url} /> : null}
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

/** The table of a catalog, for its own screen or for the page of the parent record (ListBody). */
export function useCatalogTable(data: CatalogListData, own: CatalogCells = CATALOG_CELLS) {
  const { catalog, list, search, order } = data;
  const { rows, ...ordered } = useOrderedRows({ data, order, action: catalog.listUrl + search, form: useId() });
  return {
    data: { ...data, rows },
    own,
    searchLabel: `Buscar ${list.noun.plural}`,
    editable: true,
    order: ordered.order,
    choice: order ? { ...ROW_CHOICE, className: 'pick from-sm' } : ROW_CHOICE,
    note: catalog.orderField === '' ? null : ordered.note,
  };
}
