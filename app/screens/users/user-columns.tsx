import type { ListColumn } from '../../ui/ListTable.tsx';
import { StateLabel } from '../../ui/StatusLabel.tsx';
import { userHref } from './user-links.ts';

/** A person as the list shows them; numbers and dates are text already. */
export interface ListedUser {
  id: string;
  name: string;
  email: string;
  roleTitle: string;
  agencyName: string;
  departmentName: string;
  position: string;
  state: boolean;
  clicks: string;
  lastActivity: string;
}

/** Columns of the list, named like their fields; `back` is the list's state for the way back. */
export function userColumns(back: string): ListColumn<ListedUser>[] {
  return [
    {
      name: 'name',
      label: 'Nombre',
      look: 'cut sm:w-1/4!',
      sort: 'asc',
      title: ({ name }) => name,
      cell: ({ id, name }) => <a href={userHref(id, { back })}>{name}</a>,
    },
    {
      name: 'email',
      label: 'Correo electrónico',
      look: 'cut',
      sort: 'asc',
      from: 'md',
      title: ({ email }) => email,
      cell: ({ email }) => email,
    },
    { name: 'role', label: 'Rol', look: 'nowrap', from: 'sm', cell: ({ roleTitle }) => roleTitle },
    {
      name: 'agency',
      label: 'Agencia',
      look: 'cut',
      from: 'sm',
      title: ({ agencyName }) => agencyName,
      cell: ({ agencyName }) => agencyName,
    },
    {
      name: 'department',
      label: 'Departamento',
      look: 'cut',
      from: 'xl',
      title: ({ departmentName }) => departmentName,
      cell: ({ departmentName }) => departmentName,
    },
    { name: 'position', label: 'Puesto', look: 'cut', from: 'xl', title: ({ position }) => position, cell: ({ position }) => position },
    { name: 'state', label: 'Estado', cell: ({ state }) => <StateLabel on={state} /> },
    { name: 'clicks', label: 'Clics', look: 'num', sort: 'desc', from: 'lg', cell: ({ clicks }) => clicks },
    { name: 'lastActivity', label: 'Última actividad', look: 'nowrap tabular', from: 'lg', cell: ({ lastActivity }) => lastActivity },
  ];
}
