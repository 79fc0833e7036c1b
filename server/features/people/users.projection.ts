import { activeLabel, formatCount } from '../../domain/text.ts';
import { defineTable } from '../../read-model/table.ts';
import { USER_COLUMNS, USER_FIELDS } from './user.ts';

/** What identifies a person; the other texts of the form are searchable too. */
const KEYS = ['email', 'phone', 'name'] as const;
const TEXTS = USER_FIELDS.filter(({ kind, name }) => kind === 'text' && !KEYS.some((key) => key === name)).map(({ name }) => name);

/**
 * Staff (docs/specification.md section 3, User): signing in and every permission check read this row. Role and position are not in the
 * search text, because their names change: searches look them up.
 */
export const usersProjection = defineTable(
  'usuarios',
  USER_COLUMNS,
  (row) => ({
    keys: KEYS.map((name) => row[name]),
    texts: [
      ...TEXTS.map((name) => row[name]),
      row.position,
      row.department['name'],
      activeLabel(row.state),
      formatCount(row.clicks),
      row.clicks,
    ],
  }),
  { title: 'name' },
);
