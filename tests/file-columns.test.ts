import { expect, it } from 'vitest';
import { catalogList } from '#server/catalogs/catalog-list.ts';
import type { CatalogDefinition } from '#server/catalogs/definition.ts';
import { CATALOGS } from '#server/catalogs/registry.ts';
import { auditList } from '#server/features/audit/audit-list.ts';
import { REGISTRIES } from '#server/registries.ts';
import { FILES } from '#server/features/briefcase/file-list.ts';
import { findingList } from '#server/features/contents/finding-list.ts';
import { CUSTOMERS } from '#server/features/customers/customer-list.ts';
import { DOCUMENTS } from '#server/features/documents/document-list.ts';
import { EXPORTS } from '#server/features/exports/export-list.ts';
import { PACKAGES_RECEIVED, PACKAGES_SENT } from '#server/features/packages/package-lists.ts';
import { usersList } from '#server/features/people/user-list.ts';
import { PERMISSION_SETS } from '#server/features/roles/set-list.ts';
import { QUOTES } from '#server/features/quotes/quote-list.ts';
import { FILE_EVENTS } from '#server/features/reports/event-list.ts';
import { TOKENS } from '#server/features/account/token-list.ts';
import { fileColumns } from '#server/lists/columns.ts';
import { myRunList, runList } from '#server/features/snapshots/run-list.ts';
import { scheduleList } from '#server/features/snapshots/schedule-list.ts';
import { REPORTS } from '#server/registries.ts';
import { testEditor } from '#server/testing/test-staff.ts';
import { tabColumns } from '#server/workbooks/layout.ts';
import type { SheetColumn } from '#server/workbooks/sheet.ts';

const titlesOf = <Row>({ url, columns }: { url: string; columns: Parameters<typeof fileColumns<Row>>[0] }) =>
  [url, fileColumns(columns).map(({ title }) => title), peopleTitles(fileColumns(columns))] as const;
const peopleTitles = (columns: readonly SheetColumn[]) => tabColumns(columns).map(({ title }) => title);

const FILES_OF_LISTS = [
  titlesOf(auditList(REGISTRIES.records)),
  titlesOf(FILES),
  titlesOf(findingList(testEditor())),
  titlesOf(CUSTOMERS),
  titlesOf(DOCUMENTS),
  titlesOf(EXPORTS),
  titlesOf(PACKAGES_SENT),
  titlesOf(PACKAGES_RECEIVED),
  titlesOf(PERMISSION_SETS),
  titlesOf(QUOTES),
  titlesOf(FILE_EVENTS),
  titlesOf(runList(REPORTS)),
  titlesOf(myRunList(REPORTS, testEditor())),
  titlesOf(scheduleList(REPORTS)),
  titlesOf(TOKENS),
  titlesOf(usersList({ roles: [], named: [], menus: new Map(), withheld: new Map() })),
  ...Object.values(CATALOGS).map(({ definition }: { definition: CatalogDefinition }) =>
    titlesOf(catalogList(definition, { id: definition.parent ? 'p1' : '' })),
  ),
];

it.each(FILES_OF_LISTS)('a file of %s has a column with the code of each row', (_url, titles) => {
  expect(titles.some((title) => /^(Código|Identificador)/.test(title))).toBe(true);
});

it('addresses of pictures and screens, and digests, are exported to CSV only, not to workbooks or print', () => {
  const beside = FILES_OF_LISTS.flatMap(([url, all, forPeople]) =>
    all.filter((title) => !forPeople.includes(title) && !/^(Código|Identificador)/.test(title)).map((title) => `${url}: ${title}`),
  );
  expect(beside.sort()).toEqual([
    '/educacion/cooperativista: Imagen',
    '/how_associated: Imagen',
    '/locations/list-agencies: Fotos',
    '/products/list-products/p1: Foto',
    '/promotions/list-promotions: Imagen',
    '/reports/mine: SHA-256 de los datos',
    '/reports/runs: SHA-256 de los datos',
    '/settings/audit: Ruta',
  ]);
  const [opens] = REPORTS.filter(({ id }) => id === 'role-menus').map(({ columns }) => peopleTitles(columns));
  expect(opens).toContain('Pantalla');
  expect(opens).not.toContain('Dirección');
});
