import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { menuHref } from '#server/domain/menu.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { useMay } from '../../rights.ts';
import { Icon } from '../../ui/Icon.tsx';
import { MenuLink } from '../../ui/Menu.tsx';
import { formAction } from '../forms/form-action.ts';
import { bulkVerb } from '../lists/bulk-verb.ts';
import { ROW_CHOICE } from '../lists/BulkBar.tsx';
import { ImportLink } from '../lists/ImportLink.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { loadList } from '../lists/load-list.ts';
import { recordHref } from '../../record-links.ts';

const LIST_URL = menuHref('users');

export function loadUserList(args: LoaderFunctionArgs) {
  return loadList(args, { find: args.context.portal.users.findUsers });
}

export const actOnUserList = /* @__PURE__ */ formAction({ menu: 'users', of: 'la lista' }, { bulk: /* @__PURE__ */ bulkVerb(LIST_URL) });

/** The staff: who they are, their rights, and how much they use the portal. */
export function UserList() {
  const data = useLoaderData<typeof loadUserList>();
  const mayChange = useMay()('users', 'change');
  return (
    <ListScreen
      data={data}
      searchLabel="Nombre, correo o puesto"
      editable
      choice={ROW_CHOICE}
      more={
        <>
          {mayChange ? <ImportLink url={LIST_URL} /> : null}
          <MenuLink href="/settings/roles">
            <Icon name="shield-check" />
            Roles
          </MenuLink>
          <MenuLink href="/reports/user-activity">
            <Icon name="chart-no-axes-column" />
            Actividad de los usuarios
          </MenuLink>
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
