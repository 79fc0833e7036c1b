import type { Conflict } from '../../domain/conflict.ts';
import type { MenuId } from '../../domain/menu.ts';
import type { Call } from '../../services.ts';

/** A role with the menu ids that it may see. */
export interface Role {
  id: string;
  title: string;
  menus: MenuId[];
  /** False: nothing was ever stored, the menus are the role's defaults. */
  isStored: boolean;
  /** Goes back with the form; '' when nothing is stored. */
  version: string;
  /** Active people with the role. */
  people: number;
  /** Menu ids that cannot be taken from the role: the administrator keeps the way to mend things. */
  lockedMenus: readonly MenuId[];
  /** ISO text. */
  updatedAt: string | null;
  /** Whether this actor may change the menus. */
  canEdit: boolean;
}

export interface UpdateRoleMenusCall extends Call {
  role: string;
  /** All menu ids that the role shall see; unknown ones are refused. */
  menus: readonly string[];
  /** `version` of the role that the person saw. */
  ifVersion: string;
}

export interface RoleValues {
  menus: MenuId[];
}

export type RoleConflict = Conflict<MenuId[], RoleValues>;
