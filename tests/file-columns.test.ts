import { describe, expect, it } from 'vitest';
import { AUDIT_COLUMNS } from '#app/screens/audit/AuditList.tsx';
import { FILE_COLUMNS } from '#app/screens/briefcase/BriefcaseList.tsx';
import { catalogColumns, describeList } from '#app/screens/catalog/columns.tsx';
import { FINDING_COLUMNS } from '#app/screens/content-health/ContentHealth.tsx';
import { CUSTOMER_COLUMNS } from '#app/screens/customers/CustomerList.tsx';
import { DOCUMENT_COLUMNS } from '#app/screens/documents/DocumentList.tsx';
import { EXPORT_COLUMNS } from '#app/screens/exports/ExportList.tsx';
import { SENT_COLUMNS } from '#app/screens/packages/SentList.tsx';
import { SET_COLUMNS } from '#app/screens/permission-sets/SetList.tsx';
import { QUOTE_COLUMNS } from '#app/screens/quotes/QuoteList.tsx';
import { RECEIVED_COLUMNS } from '#app/screens/reception/received-columns.tsx';
import { EVENT_COLUMNS } from '#app/screens/reports/FileEvents.tsx';
import { MY_RUN_COLUMNS } from '#app/screens/snapshots/MyReports.tsx';
import { RUN_COLUMNS } from '#app/screens/snapshots/RunList.tsx';
import { SCHEDULE_COLUMNS } from '#app/screens/snapshots/ScheduleList.tsx';
import { TOKEN_COLUMNS } from '#app/screens/tokens/TokenList.tsx';
import { USER_COLUMNS } from '#app/screens/users/UserList.tsx';
import { catalogList } from '#server/catalogs/catalog-list.ts';
import type { CatalogDefinition } from '#server/catalogs/definition.ts';
import { describeCatalog } from '#server/catalogs/describe.ts';
import { CATALOGS } from '#server/catalogs/registry.ts';
import { AUDIT } from '#server/features/audit-trail/audit-list.ts';
import { FILES } from '#server/features/briefcase/file-list.ts';
import { findingList } from '#server/features/content-health/finding-list.ts';
import { CUSTOMERS } from '#server/features/customers/customer-list.ts';
import { DOCUMENTS } from '#server/features/digitalization/document-list.ts';
import { PACKAGES_RECEIVED } from '#server/features/packages/received-list.ts';
import { PACKAGES_SENT } from '#server/features/packages/sent-list.ts';
import { EXPORTS } from '#server/features/exports/export-list.ts';
import { usersList } from '#server/features/people/user-list.ts';
import { PERMISSION_SETS } from '#server/features/permission-sets/set-list.ts';
import { QUOTES } from '#server/features/quotes/quote-list.ts';
import { FILE_EVENTS } from '#server/features/reports/event-list.ts';
import { TOKENS } from '#server/features/tokens/token-list.ts';
import type { ListSheetColumn } from '#server/lists/list.ts';
import { MY_REPORTS_URL, myRunList } from '#server/features/snapshots/run-list.ts';
import { REPORTS, RUNS, SCHEDULES } from '#server/registries.ts';
import { testEditor } from '#server/testing/test-staff.ts';

/** Every list with the columns of its screen. */
const lists: readonly (readonly [
  url: string,
  columns: readonly { name: string }[],
  file: readonly Pick<ListSheetColumn<never>, 'shownIn'>[],
])[] = [
  [AUDIT.url, AUDIT_COLUMNS, AUDIT.sheet.columns],
  [FILES.url, FILE_COLUMNS, FILES.sheet.columns],
  ['/reports/content-health', FINDING_COLUMNS, findingList(testEditor()).sheet.columns],
  [CUSTOMERS.url, CUSTOMER_COLUMNS, CUSTOMERS.sheet.columns],
  [DOCUMENTS.url, DOCUMENT_COLUMNS, DOCUMENTS.sheet.columns],
  [EXPORTS.url, EXPORT_COLUMNS, EXPORTS.sheet.columns],
  [PACKAGES_SENT.url, SENT_COLUMNS, PACKAGES_SENT.sheet.columns],
  [PACKAGES_RECEIVED.url, RECEIVED_COLUMNS, PACKAGES_RECEIVED.sheet.columns],
  [PERMISSION_SETS.url, SET_COLUMNS, PERMISSION_SETS.sheet.columns],
  [QUOTES.url, QUOTE_COLUMNS, QUOTES.sheet.columns],
  [FILE_EVENTS.url, EVENT_COLUMNS, FILE_EVENTS.sheet.columns],
  [RUNS.url, RUN_COLUMNS, RUNS.sheet.columns],
  [MY_REPORTS_URL, MY_RUN_COLUMNS, myRunList(REPORTS, testEditor()).sheet.columns],
  [SCHEDULES.url, SCHEDULE_COLUMNS, SCHEDULES.sheet.columns],
  [TOKENS.url, TOKEN_COLUMNS, TOKENS.sheet.columns],
  ['/users/list-users', USER_COLUMNS, usersList({ roles: [], named: [], menus: new Map() }).sheet.columns],
  ...Object.values(CATALOGS).map(({ definition }: { definition: CatalogDefinition }) => {
    const above = definition.parent ? 'p1' : '';
    const columns = catalogColumns(describeList(describeCatalog(definition, above)));
    return [definition.listUrl, columns, catalogList(definition, { id: above }).sheet.columns] as const;
  }),
];

describe.each(lists)('a file of %s', (_url, columns, file) => {
  const shownIn = new Set(file.flatMap((column) => column.shownIn ?? []));

  it('has every column that its screen can show', () => {
    expect(columns.map(({ name }) => name).filter((name) => !shownIn.has(name))).toEqual([]);
  });

  it('names no column that its screen does not have', () => {
    const names = new Set(columns.map(({ name }) => name));
    expect([...shownIn].filter((name) => !names.has(name))).toEqual([]);
  });

  it('keeps the code of each row among all of its columns', () => {
    expect(file.some((column) => 'title' in column && /^(Código|Identificador)/.test(String(column.title)))).toBe(true);
  });
});
