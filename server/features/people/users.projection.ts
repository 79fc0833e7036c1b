import { activeLabel, formatCount } from '../../domain/text.ts';
import { readMap, readText } from '../../read-model/field-readers.ts';
import { COUNT, defineTable, MAP, TEXT, type RowOf } from '../../read-model/table.ts';
import { readStaffState } from '../../staff/held-by-people.ts';

export const USER_COLUMNS = {
  name: TEXT,
  email: TEXT,
  role: TEXT,
  phone: TEXT,
  agency: TEXT,
  state: { type: 'boolean', read: readStaffState },
  briefcase_permissions: MAP,
  clicks: COUNT,
  digitalization_permission_id: TEXT,
  // Some programs store the name alone.
  department: {
    type: 'jsonb',
    read: (data, field) => (typeof data[field] === 'string' ? { name: readText(data, field) } : readMap(data, field)),
  },
  position: TEXT,
} as const satisfies Parameters<typeof defineTable>[1];

export type UserColumns = RowOf<typeof USER_COLUMNS>;

/**
 * Staff (docs/specification.md section 3, User): signing in and every permission check read this row. Role and position are looked
 * up by their names when somebody searches, for those change.
 */
export const usersProjection = defineTable('usuarios', USER_COLUMNS, (row) => ({
  keys: [row.email, row.phone, row.name],
  texts: [row.position, row.department['name'], activeLabel(row.state), formatCount(row.clicks), row.clicks],
}));
