import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserPlus from 'lucide-react/icons/user-plus';
import { formatTotal } from '#server/domain/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { SortHead, TableFrame } from '../../ui/table.tsx';
import type { UserListData } from './list-data.ts';
import { ACTIVITY_URL, ROLES_URL, USERS_URL, userHref } from './user-links.ts';

const PAGE_SIZES = [10, 25, 50, 100] as const;

/** The staff: who they are, what they may do, how much they use the portal. */
export function UserList({ data }: { data: UserListData }) {
  const { search, page, rows, selects, chips } = data;
  return (
    <>
      <PageHead
        title="Usuarios"
        count={formatTotal(page.total, page.totalIsCapped)}
        secondary={
          <>
            <ButtonLink href={ROLES_URL} icon={ShieldCheck}>
              Roles
            </ButtonLink>
            <ButtonLink href={ACTIVITY_URL} icon={ChartNoAxesColumn}>
              Actividad
            </ButtonLink>
            <ExportMenu action={`${USERS_URL}/export`} search={search} total={page.total} totalIsCapped={page.totalIsCapped} />
          </>
        }
        primary={
          <ButtonLink look="primary" icon={UserPlus} href={userHref('new', { back: search.slice(1) })} data-key="n">
            Nuevo usuario
          </ButtonLink>
        }
      />
      <FilterBar search={search} q={page.query.q} searchLabel="Buscar por nombre, correo o puesto" selects={selects} chips={chips} />
      {rows.length === 0 ? (
        <NobodyFound filtered={chips.length > 0} />
      ) : (
        <>
          <UserTable data={data} />
          <Pager {...page} shown={rows.length} search={search} pageSizes={PAGE_SIZES} />
        </>
      )}
    </>
  );
}

/** Rows are plain elements: a component per cell makes server rendering several times slower. */
function UserTable({ data: { rows, search, page } }: { data: UserListData }) {
  const back = search.slice(1);
  const sorting = { current: page.query, search };
  return (
    <TableFrame caption="Usuarios" wide>
      <thead>
        <tr>
          <SortHead name="name" label="Nombre" {...sorting} />
          <SortHead name="email" label="Correo electrónico" {...sorting} />
          <th scope="col">Rol</th>
          <th scope="col">Agencia</th>
          <th scope="col">Puesto</th>
          <th scope="col">Estado</th>
          <SortHead name="clicks" label="Clics" numeric {...sorting} />
          <th scope="col">Última actividad</th>
          <th scope="col">Departamento</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="key cut" title={row.name}>
              <a href={userHref(row.id, { back })}>{row.name}</a>
            </td>
            <td className="cut max-w-44!" title={row.email}>
              {row.email}
            </td>
            <td className="nowrap">{row.roleTitle}</td>
            <td className="cut max-w-40!" title={row.agencyName}>
              {row.agencyName}
            </td>
            <td className="cut max-w-36!" title={row.position}>
              {row.position}
            </td>
            <td>
              <StateLabel on={row.state} />
            </td>
            <td className="num">{row.clicks}</td>
            <td className="nowrap tabular">{row.lastActivity}</td>
            <td className="cut max-w-40!" title={row.departmentName}>
              {row.departmentName}
            </td>
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}

function NobodyFound({ filtered }: { filtered: boolean }) {
  if (filtered) return <EmptyState title="Ningún usuario coincide con lo que busca." actions={<ButtonLink href={USERS_URL}>Quitar búsqueda y filtros</ButtonLink>} />;
  return <EmptyState title="Todavía no hay usuarios." actions={<ButtonLink href={userHref('new')}>Crear el primero</ButtonLink>} />;
}
