import { MENU_IDS, type MenuId } from './menu.ts';

/** The three roles of specification section 6. `value` is what `usuarios.role` stores. */
export const ROLES = [
  { id: 'admin', value: 'admin', title: 'Administrador' },
  { id: 'editor', value: 'editor', title: 'Editor' },
  { id: 'user', value: 'user', title: 'Reportes' },
] as const;

export type RoleId = (typeof ROLES)[number]['id'];

export const ADMIN_ROLE: RoleId = 'admin';

export function roleTitle(role: string): string {
  return ROLES.find((entry) => entry.value === role)?.title ?? role;
}

/**
 * Menu ids that a role gets when `permisos_rol/{role}` says nothing yet: the administrator sees
 * every menu, the editor Inicio, App móvil and Maletín, the user (Reportes) Inicio and Reportes.
 */
export const DEFAULT_MENUS: Readonly<Record<RoleId, readonly MenuId[]>> = {
  admin: MENU_IDS,
  editor: [
    'home',
    'customers',
    'quotes',
    'products',
    'job-offers',
    'promotions',
    'agencies',
    'reports',
    'settings',
    'education',
    'how-associated',
    'briefcase-files',
    'briefcase-folders',
    'briefcase-document-types',
  ],
  user: ['home', 'briefcase-reports'],
};
