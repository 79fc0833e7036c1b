import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { viewHref, VIEWS_URL } from '#server/domain/saved-views.ts';
import type { ViewRow } from '#server/features/views/view-list.ts';
import type { RowExtra } from '../../ui/ListTable.tsx';
import { recordHref } from '../../record-links.ts';
import { requireStaff } from '../../context.ts';
import { ownCell, titleOfRow, type ShownRow } from '../lists/cells.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';

const CELLS = {
  nombre: ownCell<ViewRow>()(['id', 'lista', 'consulta'], (view, shown) => <a href={viewHref(view)}>{shown}</a>),
};

export async function loadViewList(args: LoaderFunctionArgs) {
  const { id, role } = requireStaff(args.context);
  const listed = await loadList(args, { find: args.context.portal.views.findViewPage, own: CELLS, also: ['userId'] });
  return { ...listed, rows: listed.rows.map((row) => ({ ...row, mayChange: row.userId === id || role === 'admin' })) };
}

const EDIT: RowExtra<ShownRow & { mayChange: boolean }> = {
  head: <span className="sr-only">Editar</span>,
  className: 'nowrap',
  cell: ({ id, mayChange, cells }) =>
    mayChange ? (
      <a className="text-link" href={recordHref(VIEWS_URL, id)} aria-label={`Editar ${titleOfRow({ cells })}`}>
        Editar
      </a>
    ) : null,
};

/** The person's saved views, and those shared by others. */
export function ViewList() {
  const data = useLoaderData<typeof loadViewList>();
  return (
    <ListScreen
      data={data}
      own={CELLS}
      title="Mis vistas"
      searchLabel="Buscar vistas"
      after={EDIT}
      empty={{
        title: 'Todavía no guardó ninguna vista.',
        text: 'Filtre una lista como la necesita y elija «Guardar vista»: queda en el menú, bajo esa lista, con cuántas filas tiene.',
      }}
    />
  );
}
