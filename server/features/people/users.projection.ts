import { activeLabel, formatCount } from '../../domain/text.ts';
import { defineTable } from '../../read-model/table.ts';
import { USER_COLUMNS } from './user.ts';

/**
 * Staff (docs/specification.md section 3, User): signing in and every permission check read this row. Role and position are looked
 * up by their names when somebody searches, for those change.
 */
export const usersProjection = defineTable('usuarios', USER_COLUMNS, (row) => ({
  keys: [row.email, row.phone, row.name],
  texts: [row.position, row.department['name'], activeLabel(row.state), formatCount(row.clicks), row.clicks],
}));
