import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserPlus from 'lucide-react/icons/user-plus';
import { ButtonLink } from '../../ui/Button.tsx';
import { ListScreen } from '../lists/ListScreen.tsx';
import { ROLES_URL } from '../roles/role-links.ts';
import type { UserListData } from './list-data.ts';
import { USER_COLUMNS } from './user-columns.tsx';
import { ACTIVITY_URL, userHref } from './user-links.ts';

/** The staff: who they are, what they may do, how much they use the portal. */
export function UserList({ data }: { data: UserListData }) {
  return (
    <ListScreen
      data={data}
      columns={USER_COLUMNS}
      searchLabel="Nombre, correo, puesto o agencia"
      editable
      actions={
        <>
          <ButtonLink href={ROLES_URL} icon={ShieldCheck} title="Roles">
            <span className="max-lg:sr-only">Roles</span>
          </ButtonLink>
          <ButtonLink href={ACTIVITY_URL} icon={ChartNoAxesColumn} title="Actividad">
            <span className="max-lg:sr-only">Actividad</span>
          </ButtonLink>
        </>
      }
      primary={
        <ButtonLink look="primary" icon={UserPlus} href={userHref('new', { back: data.search.slice(1) })} data-key="n">
          <span>
            Nuevo <span className="max-sm:sr-only">usuario</span>
          </span>
        </ButtonLink>
      }
      empty={{ action: <ButtonLink href={userHref('new')}>Crear el primero</ButtonLink> }}
    />
  );
}
