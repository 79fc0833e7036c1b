import { ACT_LABELS, actsOf, MENU_ACTS, withheldAct, type WithheldAct } from '../../domain/menu-acts.ts';
import { capitalize } from '../../domain/grammar.ts';
import { menuArea, menuHref, menuName, type MenuId } from '../../domain/menu.ts';
import { findRole } from '../../domain/roles.ts';
import type { Read } from '../../read-model/pages/screen-query.ts';
import { fewRows } from '../../reporting/few-rows.ts';
import { countFigure } from '../../reporting/figure.ts';
import type { Report } from '../../reporting/report.ts';
import { readRolesForScreen } from '../../staff/role-directory.ts';

/** A role that opens a menu. */
interface GrantRow {
  role: string;
  title: string;
  menu: MenuId;
  /** Acts that its people may not do, on any screen. */
  withheld: readonly WithheldAct[];
  /** Active people who have the role. */
  people: number;
}

interface GrantTotals {
  grants: number;
  roles: number;
  people: number;
}

/** Who may open what and do what there: a line for each menu that a role in use opens. */
export const roleMenusReport: Report<GrantRow, GrantTotals> = {
  id: 'role-menus',
  menu: 'users',
  title: 'Quién puede abrir qué',
  question: '¿Qué pantallas abre cada rol, qué permite en ellas y cuántas personas lo tienen?',
  url: '/reports/role-menus',
  place: { label: 'Usuarios', href: '/users/list-users' },
  filePrefix: 'permisos-por-rol',
  tab: 'Permisos por rol',
  days: 'none',
  parameters: [],
  words: { event: 'persona', events: 'personas', row: 'permiso', rows: 'permisos' },
  columns: [
    { name: 'role', title: 'Rol', kind: 'text', width: 26, value: (row) => row.title },
    { name: 'area', title: 'Área', kind: 'text', width: 20, value: (row) => menuArea(row.menu), from: 'md' },
    { name: 'screen', title: 'Pantalla', kind: 'text', width: 30, value: (row) => menuName(row.menu) },
    ...MENU_ACTS.map((act) => ({
      name: act,
      title: capitalize(ACT_LABELS[act]),
      kind: 'text' as const,
      width: 10,
      value: ({ menu, withheld }: GrantRow) =>
        actsOf(menu).includes(act) ? (withheld.includes(withheldAct(menu, act)) ? 'No' : 'Sí') : '',
    })),
    { name: 'people', title: 'Personas', kind: 'integer', value: (row) => row.people },
    { name: 'address', title: 'Dirección', kind: 'text', isId: true, value: (row) => menuHref(row.menu), only: 'file' },
    { name: 'id', title: 'Código', kind: 'text', isId: true, value: (row) => `${row.role}/${row.menu}`, only: 'file' },
  ],
  rowKey: (row) => `${row.role}/${row.menu}`,
  bar: (row) => ({ name: `${row.title}: ${menuName(row.menu)}`, value: row.people }),
  figures: ({ totals }) => [
    countFigure('Permisos', totals.grants, 'de roles en uso'),
    countFigure('Roles', totals.roles, 'en uso'),
    countFigure('Personas', totals.people, 'activas, con alguno de ellos'),
  ],
  drillDown: ({ role }) => `/users/list-users?${new URLSearchParams({ role, state: 'true' })}`,
  ...fewRows({
    read: readGrants,
    totals: (rows) => {
      const peopleOf = new Map(rows.map(({ role, people }) => [role, people]));
      return { grants: rows.length, roles: peopleOf.size, people: [...peopleOf.values()].reduce((sum, people) => sum + people, 0) };
    },
    weight: ({ people }) => people,
  }),
};

async function readGrants(read: Read): Promise<GrantRow[]> {
  const { roles, named, menus, withheld } = await readRolesForScreen(read);
  const inUse = roles.filter(({ isActive }) => isActive);
  return inUse.flatMap(({ id, title }) => {
    const people = named.filter(({ role }) => findRole(roles, role)?.id === id).reduce((sum, { active }) => sum + active, 0);
    const denied = withheld.get(id) ?? [];
    return (menus.get(id) ?? []).map((menu) => ({ role: id, title, menu, withheld: denied, people }));
  });
}
