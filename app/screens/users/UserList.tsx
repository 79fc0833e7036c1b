import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { menuHref } from '#server/domain/menu.ts';
import { formatCount } from '#server/domain/text.ts';
import type { ListedUser } from '#server/features/people/users.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { columnsOf } from '../../ui/ListTable.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { shortDateTime } from '../lists/short-dates.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { recordHref } from '../lists/record-links.ts';

const LIST_URL = menuHref('users');

const column = columnsOf<ListedUser>();
export const USER_COLUMNS = [
  column({
    name: 'name',
    label: 'Nombre',
    fields: ['id', 'name', 'email'],
    look: 'cut sm:w-1/4!',
    cell: ({ id, name, email }, back) => <a href={recordHref(LIST_URL, id, { back })}>{name || email}</a>,
  }),
  column({ name: 'email', label: 'Correo electrónico', fields: ['email'], look: 'cut', from: 'md' }),
  column({ name: 'role', label: 'Rol', fields: ['roleTitle'], look: 'cut', from: 'sm' }),
  column({ name: 'agency', label: 'Agencia', fields: ['agencyName'], look: 'cut', from: 'sm' }),
  column({ name: 'department', label: 'Departamento', fields: ['departmentName'], look: 'cut', from: 'xl' }),
  column({ name: 'position', label: 'Puesto', fields: ['positionName'], look: 'cut', from: 'xl' }),
  column({ name: 'state', label: 'Estado', fields: ['state'], cell: ({ state }) => <StateLabel on={state} /> }),
  column({ name: 'clicks', label: 'Clics', fields: ['clicks'], look: 'num', from: 'lg', cell: ({ clicks }) => formatCount(clicks) }),
  column({
    name: 'lastActivity',
    label: 'Última actividad',
    fields: ['lastActivityAt'],
    look: 'nowrap tabular',
    from: 'lg',
    cell: ({ lastActivityAt }) => shortDateTime(lastActivityAt),
  }),
];

export function loadUserList(args: LoaderFunctionArgs) {
  return loadList(args, { id: 'usuarios', url: LIST_URL, columns: USER_COLUMNS, find: args.context.portal.users.findUsers });
}

/** The staff: who they are, what they may do, how much they use the portal. */
export function UserList() {
  const data = useLoaderData<typeof loadUserList>();
  return (
    <ListScreen
      data={data}
      columns={USER_COLUMNS}
      searchLabel="Nombre, correo o puesto"
      editable
      actions={
        <>
          <ButtonLink href="/settings/roles" icon="shield-check" title="Roles">
            <span className="max-lg:sr-only">Roles</span>
          </ButtonLink>
          <ButtonLink href="/reports/user-activity" icon="chart-no-axes-column" title="Actividad">
            <span className="max-lg:sr-only">Actividad</span>
          </ButtonLink>
        </>
      }
      primary={
        <ButtonLink look="primary" icon="user-plus" href={recordHref(LIST_URL, 'new', { back: data.search.slice(1) })} data-key="n">
          <span>
            Nuevo <span className="max-sm:sr-only">usuario</span>
          </span>
        </ButtonLink>
      }
      empty={{ action: <ButtonLink href={recordHref(LIST_URL, 'new')}>Crear el primero</ButtonLink> }}
    />
  );
}
