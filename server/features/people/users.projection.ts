import { roleTitle } from '../../domain/roles.ts';
import { searchText } from '../../domain/search.ts';
import {
  GENERIC_COLUMNS,
  genericColumns,
  readBoolean,
  readInteger,
  readMap,
  readText,
  type GenericColumns,
} from '../../read-model/field-readers.ts';
import type { Projection } from '../../read-model/projection.ts';

export interface UserRow extends GenericColumns {
  name: string;
  email: string;
  role: string;
  phone: string;
  agency: string;
  state: boolean;
  briefcase_permissions: Record<string, unknown>;
  clicks: number;
  digitalization_permission_id: string;
  department: Record<string, unknown>;
  position: string;
  search_text: string;
}

/** Staff (specification section 3, User): signing in and every permission check read this row. */
export const usersProjection: Projection<UserRow> = {
  database: 'main',
  collection: 'usuarios',
  table: 'usuarios',
  columns: {
    name: 'text',
    email: 'text',
    role: 'text',
    phone: 'text',
    agency: 'text',
    state: 'boolean',
    briefcase_permissions: 'jsonb',
    clicks: 'integer',
    digitalization_permission_id: 'text',
    department: 'jsonb',
    position: 'text',
    search_text: 'text',
    ...GENERIC_COLUMNS,
  },
  project(document) {
    const { data } = document;
    const name = readText(data, 'name');
    const email = readText(data, 'email');
    const phone = readText(data, 'phone');
    const position = readText(data, 'position');
    const role = readText(data, 'role');
    const department = readMap(data, 'department');
    return {
      name,
      email,
      role,
      phone,
      agency: readText(data, 'agency'),
      // Someone whose state cannot be read must not be let in by a default: only a missing one counts as active.
      state: readBoolean(data, 'state', !Object.hasOwn(data, 'state')),
      briefcase_permissions: readMap(data, 'briefcase_permissions'),
      clicks: readInteger(data, 'clicks', 0),
      digitalization_permission_id: readText(data, 'digitalization_permission_id'),
      department,
      position,
      search_text: searchText([name, email, phone, position, department['name'], roleTitle(role)]),
      ...genericColumns(document),
    };
  },
};
