import { readStateNames } from '../domain/constants.ts';
import { MENU_IDS, type MenuId } from '../domain/menu.ts';
import type { Staff } from '../domain/permissions.ts';

/** An administrator with these menus, by default all. */
export function testStaff(change: Partial<Staff> = {}, menus: readonly MenuId[] = MENU_IDS): Staff {
  return {
    id: 'ana',
    name: 'Ana Pérez',
    email: 'ana@demo.coop',
    role: 'admin',
    roleTitle: 'Administrador',
    agencyId: '',
    menus: new Set(menus),
    folders: 'all',
    permissionSetId: '',
    permissionSet: null,
    pageSize: 10,
    stateNames: readStateNames({}),
    theme: 'system',
    sessionId: 's1',
    ...change,
  };
}

/** The same person without administrator rights and without folders. */
export function testEditor(change: Partial<Staff> = {}, menus: readonly MenuId[] = MENU_IDS): Staff {
  return testStaff({ role: 'editor', roleTitle: 'Editor', folders: [], ...change }, menus);
}
