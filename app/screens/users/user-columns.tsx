import { formatDateTime } from '#server/domain/dates.ts';
import { roleTitle } from '#server/domain/roles.ts';
import { formatCount } from '#server/domain/text.ts';
import type { ListedUser } from '#server/features/people/users.ts';
import { columnsOf } from '../../ui/ListTable.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { userHref } from './user-links.ts';

const column = columnsOf<ListedUser>();

/** Columns of the list, named like their fields. */
export const USER_COLUMNS = [
  column({
    name: 'name',
    label: 'Nombre',
    fields: ['id', 'name', 'email'],
    look: 'cut sm:w-1/4!',
    cell: ({ id, name, email }, back) => <a href={userHref(id, { back })}>{name || email}</a>,
  }),
  column({ name: 'email', label: 'Correo electrónico', fields: ['email'], look: 'cut', from: 'md' }),
  column({ name: 'role', label: 'Rol', fields: ['role'], look: 'nowrap', from: 'sm', cell: ({ role }) => roleTitle(role) }),
  column({ name: 'agency', label: 'Agencia', fields: ['agencyName'], look: 'cut', from: 'sm' }),
  column({ name: 'department', label: 'Departamento', fields: ['departmentName'], look: 'cut', from: 'xl' }),
  column({ name: 'position', label: 'Puesto', fields: ['position'], look: 'cut', from: 'xl' }),
  column({ name: 'state', label: 'Estado', fields: ['state'], cell: ({ state }) => <StateLabel on={state} /> }),
  column({ name: 'clicks', label: 'Clics', fields: ['clicks'], look: 'num', from: 'lg', cell: ({ clicks }) => formatCount(clicks) }),
  column({
    name: 'lastActivity',
    label: 'Última actividad',
    fields: ['lastActivityAt'],
    look: 'nowrap tabular',
    from: 'lg',
    cell: ({ lastActivityAt }) => formatDateTime(lastActivityAt),
  }),
];
