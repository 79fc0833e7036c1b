import { describe, expect, it } from 'vitest';
import { auditList } from '#server/features/audit-trail/audit-list.ts';
import { REGISTRIES } from '#server/registries.ts';
import { FILES } from '#server/features/briefcase/file-list.ts';
import { CUSTOMERS } from '#server/features/customers/customer-list.ts';
import { DOCUMENTS } from '#server/features/digitalization/document-list.ts';
import { PACKAGES_RECEIVED, PACKAGES_SENT } from '#server/features/packages/package-lists.ts';
import { TOKENS } from '#server/features/tokens/token-list.ts';
import { usersList } from '#server/features/people/user-list.ts';
import { QUOTES } from '#server/features/quotes/quote-list.ts';
import { sortsOf } from '#server/lists/list.ts';
import { createTestDatabase } from '#server/testing/test-database.ts';

const STAFF = usersList({ roles: [], named: [], menus: new Map() });
const { sql } = await createTestDatabase();

describe.each([auditList(REGISTRIES.records), FILES, CUSTOMERS, DOCUMENTS, PACKAGES_RECEIVED, PACKAGES_SENT, QUOTES, TOKENS, STAFF])(
  '$url',
  ({ source, ...list }) => {
    const sortable = sortsOf(list);
    it('has an index of the active rows for every column by which it sorts, and two where empty ones stay at the end', async () => {
      const { rows } = await sql.query<{ column: string }>(
        `SELECT a.attname AS column FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
       WHERE i.indrelid = to_regclass($1) AND pg_get_expr(i.indpred, i.indrelid) LIKE '%"isActive" AND (NOT source_deleted)%'`,
        [source.table],
      );
      for (const [name, { nullable = false }] of Object.entries(sortable)) {
        const count = rows.filter(({ column }) => column === name || column === sortable[name]?.reverseOf).length;
        expect(count, `indexes on ${source.table}."${name}"`).toBeGreaterThanOrEqual(nullable ? 2 : 1);
      }
    });
  },
);
