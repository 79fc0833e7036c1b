import ChartNoAxesColumn from 'lucide-react/icons/chart-no-axes-column';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserPlus from 'lucide-react/icons/user-plus';
import { PAGE_SIZES } from '#server/domain/page-sizes.ts';
import { formatTotal } from '#server/domain/text.ts';
import { ButtonLink } from '../../ui/Button.tsx';
import { ExportMenu } from '../../ui/ExportMenu.tsx';
import { FilterBar } from '../../ui/FilterBar.tsx';
import { FreshnessNote } from '../../ui/FreshnessNote.tsx';
import { ListTable, shownColumns } from '../../ui/ListTable.tsx';
import { PageHead } from '../../ui/PageHead.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ColumnChoice } from '../lists/ColumnChoice.tsx';
import type { UserListData } from './list-data.ts';
import { userColumns } from './user-columns.tsx';
import { ACTIVITY_URL, USERS_URL, userHref } from './user-links.ts';
import { ROLES_URL } from '../roles/role-links.ts';

/** The staff: who they are, what they may do, how much they use the portal. */
export function UserList({ data }: { data: UserListData }) {
  const { search, page, rows, selects, chips, chosen } = data;
  const columns = userColumns(search.slice(1));
  const shown = shownColumns(columns, chosen);
  return (
    <>
      <PageHead
        title="Usuarios"
        count={formatTotal(page.total, page.totalIsCapped)}
        freshness={<FreshnessNote {...data.freshness} />}
        secondary={
          <>
            <ButtonLink href={ROLES_URL} icon={ShieldCheck} title="Roles">
              <span className="max-lg:sr-only">Roles</span>
            </ButtonLink>
            <ButtonLink href={ACTIVITY_URL} icon={ChartNoAxesColumn} title="Actividad">
              <span className="max-lg:sr-only">Actividad</span>
            </ButtonLink>
            <ColumnChoice columns={columns} shown={shown} chosen={chosen !== null} search={search} />
            <ExportMenu action={`${USERS_URL}/export`} search={search} total={page.total} totalIsCapped={page.totalIsCapped} />
          </>
        }
        primary={
          <ButtonLink look="primary" icon={UserPlus} href={userHref('new', { back: search.slice(1) })} data-key="n">
            <span>
              Nuevo <span className="max-sm:sr-only">usuario</span>
            </span>
          </ButtonLink>
        }
      />
      <FilterBar search={search} q={page.query.q} searchLabel="Nombre, correo, puesto o agencia" selects={selects} chips={chips} />
      {rows.length === 0 ? (
        <NobodyFound filtered={chips.length > 0} />
      ) : (
        <>
          <ListTable
            caption="Usuarios"
            columns={shown}
            rows={rows}
            sorting={page.query}
            search={search}
            chosen={chosen !== null}
            editable
          />
          <Pager {...page} shown={rows.length} search={search} pageSizes={PAGE_SIZES} />
        </>
      )}
    </>
  );
}

function NobodyFound({ filtered }: { filtered: boolean }) {
  if (filtered)
    return (
      <EmptyState
        title="Ningún usuario coincide con lo que busca."
        actions={<ButtonLink href={USERS_URL}>Quitar búsqueda y filtros</ButtonLink>}
      />
    );
  return <EmptyState title="Todavía no hay usuarios." actions={<ButtonLink href={userHref('new')}>Crear el primero</ButtonLink>} />;
}
