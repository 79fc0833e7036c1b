import type { Conflict } from '../../domain/conflict.ts';
import type { MenuId } from '../../domain/menu.ts';
import type { SubmittedValues } from '../../records/record-fields.ts';
import type { Baseline } from '../../records/save-change.ts';
import type { Call } from '../../services.ts';
import type { RoleValues } from './role.ts';

/** A role with the menu ids that it may see. */
export interface Role extends RoleValues {
  id: string;
  /** False: retired. */
  isActive: boolean;
  /** False: nothing is stored; title and menus are those of a new installation. */
  isStored: boolean;
  /** Goes back with the form; '' when nothing is stored. */
  version: string;
  /** Active people with the role. */
  people: number;
  /** Menu ids that cannot be taken from the role: the administrator must always be able to repair permissions. */
  lockedMenus: readonly MenuId[];
  /** ISO text. */
  updatedAt: string | null;
  /** What this actor may do with it; the verbs check it again. */
  can: { edit: boolean; retire: boolean; restore: boolean };
}

/** Somebody who has the role. */
export interface RoleHolder {
  id: string;
  name: string;
  state: boolean;
}

export interface RoleRecord extends Role {
  /** Active ones first, by name; the first of them when there are many. */
  holders: RoleHolder[];
  /** All of them, deactivated ones included. */
  holdersTotal: number;
}

export interface CreateRoleCall extends Call {
  /** Without menus it gets those of `copyFrom`. */
  values: SubmittedValues;
  /** Id of a role, '' for none. */
  copyFrom: string;
}

export interface UpdateRoleCall extends Call, Baseline {
  role: string;
  /** Fields left out stay as they are. */
  values: SubmittedValues;
}

export type RoleConflict = Conflict<RoleValues>;
