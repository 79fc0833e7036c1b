import { sealAuditJob, verifyAuditJob } from './audit/seal-jobs.ts';
import { BRIEFCASE } from './features/briefcase/briefcase-area.ts';
import { checkAddressesJob } from './features/content-health/check-addresses-job.ts';
import { auditTrailProjections } from './features/audit-trail/audit-trail.projection.ts';
import { briefcaseFilesProjection } from './features/briefcase/briefcase-files.projection.ts';
import { cleanUnfinishedUploadsJob } from './stored-files/clean-unfinished-uploads.ts';
import type { FileArea } from './stored-files/file-area.ts';
import { fileEventsProjection } from './stored-files/file-events.projection.ts';
import { CATALOG_PROJECTIONS, CATALOGS } from './catalogs/registry.ts';
import { FILES } from './features/briefcase/file-list.ts';
import { CUSTOMERS } from './features/customers/customer-list.ts';
import { DOCUMENTS } from './features/digitalization/document-list.ts';
import { DOCUMENT_FILES } from './features/digitalization/documents-area.ts';
import { DOCUMENTS_UNDER_WAY, HELD_DOCUMENTS } from './features/digitalization/held-documents.ts';
import { HELD_DRAFTS, PACKAGES_TO_RECEIVE } from './features/packages/held-packages.ts';
import type { HeldKind } from './staff/held.ts';
import { recountDocumentTotals, verifyDocumentTotals } from './features/digitalization/document-totals.ts';
import { documentsProjection } from './digitized/documents.projection.ts';
import { PACKAGES_RECEIVED } from './features/packages/received-list.ts';
import { PACKAGES_SENT } from './features/packages/sent-list.ts';
import { openUsersList, USERS } from './features/people/user-list.ts';
import { QUOTES } from './features/quotes/quote-list.ts';
import { canOpenAnyReport } from './domain/permissions.ts';
import { CATALOG_LISTS } from './catalogs/declared-catalogs.ts';
import { CONTENT_HEALTH_URL } from './domain/content-findings.ts';
import { AUDIT } from './features/audit-trail/audit-list.ts';
import { exportFindings } from './features/content-health/create-content-health.ts';
import { EXPORTS } from './features/exports/export-list.ts';
import { findWhereabouts } from './features/digitalization/find-whereabouts.ts';
import { findReceivedWhereabouts, findSentWhereabouts } from './features/packages/find-package-whereabouts.ts';
import { exportUsers, findListChoices } from './features/people/find-users.ts';
import { FILE_EVENTS } from './features/reports/event-list.ts';
import { exportMyRuns, findMyRunChoices } from './features/snapshots/my-reports.ts';
import { TOKENS } from './features/tokens/token-list.ts';
import { declareList, type DeclaredList, type InboxSource } from './lists/declared-list.ts';
import { exportList } from './lists/list-verbs.ts';
import { reportAddresses } from './reporting/export-report.ts';
import type { Registries } from './services.ts';
import { searchedListOf, type SearchedList } from './lists/search-hits.ts';
import { customersProjection } from './features/customers/customers.projection.ts';
import { activityReport } from './features/clicks/activity-report.ts';
import { userActivityProjection } from './features/clicks/user-activity.projection.ts';
import type { AnyProjection } from './read-model/projection.ts';
import { PERMISSION_SETS } from './features/permission-sets/set-list.ts';
import { permissionSetsProjection } from './features/permission-sets/permission-sets.projection.ts';
import { packagesProjection } from './features/packages/packages.projection.ts';
import { quotesProjection } from './features/quotes/quotes.projection.ts';
import { constantsProjection } from './features/settings/constants.projection.ts';
import { rolePermissionsProjection } from './features/roles/role-permissions.projection.ts';
import { rolesProjection } from './features/roles/roles.projection.ts';
import { usersProjection } from './features/people/users.projection.ts';
import { tokensProjection } from './features/tokens/tokens.projection.ts';
import { recountRowTotals, verifyRowTotals } from './read-model/upkeep/row-totals.ts';
import { FILE_REPORTS } from './features/reports/report-definition.ts';
import { findEventTypes, verifyEventTypes } from './features/reports/event-types.ts';
import { rebuildRollUps, verifyRollUps } from './features/reports/roll-ups.ts';
import { quoteReport } from './features/quotes/quote-report.ts';
import { auditReport } from './features/audit-trail/audit-report.ts';
import { customerReport } from './features/customers/customer-report.ts';
import { DOCUMENT_REPORTS } from './features/digitalization/document-reports.ts';
import { PACKAGE_REPORTS } from './features/packages/package-reports.ts';
import { documentOpeningsReport } from './features/reports/document-openings-report.ts';
import { roleMenusReport } from './features/roles/role-menus-report.ts';
import { setTypesReport } from './features/permission-sets/set-types-report.ts';
import { storageReport } from './features/briefcase/storage-report.ts';
import { HELD_SCHEDULES } from './features/snapshots/held-schedules.ts';
import { MY_REPORTS_URL, myRunList, runList } from './features/snapshots/run-list.ts';
import { runsProjection } from './features/snapshots/runs.projection.ts';
import { scheduleList } from './features/snapshots/schedule-list.ts';
import { schedulesProjection } from './features/snapshots/schedules.projection.ts';
import { performRunJob, sendRunMailJob, takeDueTimesJob } from './features/snapshots/snapshot-jobs.ts';
import type { Report } from './reporting/report.ts';
import type { DerivedTables } from './read-model/upkeep/derived-tables.ts';
import type { JobDefinition } from './queue/queue.ts';
import { reconcileReadModelJob, syncDocumentsJob, tidyReadModelJob } from './read-model/sync/sync-jobs.ts';
import { CONTENT_REPORTS } from './features/publishing/content-reports.ts';
import { refreshPeopleJob } from './features/people/refresh-people-job.ts';
import { publishContentsJob } from './features/publishing/publish-contents-job.ts';
import { writeExportJob } from './features/exports/export-jobs.ts';
import { runReadModelJob } from './features/operations/read-model-runs.ts';
import { endingTile } from './features/publishing/ending-tile.ts';
import { foldersTile, recentFilesTile } from './features/briefcase/home-tiles.ts';
import { contentTile } from './features/content-health/content-tile.ts';
import { failedJobsFigure, lagFigure, setAsideFigure } from './features/operations/state-figures.ts';
import { waitingQuotesTile } from './features/quotes/waiting-tile.ts';
import { REPORTS as MALETIN_REPORTS } from './features/reports/report-definition.ts';
import { risersTile } from './features/reports/risers-tile.ts';
import { runFigures } from './features/snapshots/state-figures.ts';
import { figureTile } from './home/figures.ts';
import { screensTile } from './home/screens-tile.ts';
import type { Tile } from './home/tile.ts';
import { agenciesTile, monthTile, trendsTile } from './reporting/home-tiles.ts';

/** Every collection that has a table: one line per projection. Collections that are not here live only in the store. */
export const PROJECTIONS: readonly AnyProjection[] = [
  usersProjection,
  rolesProjection,
  rolePermissionsProjection,
  ...CATALOG_PROJECTIONS,
  customersProjection,
  quotesProjection,
  briefcaseFilesProjection,
  fileEventsProjection,
  userActivityProjection,
  documentsProjection,
  permissionSetsProjection,
  constantsProjection,
  ...auditTrailProjections,
  packagesProjection,
  schedulesProjection,
  runsProjection,
  tokensProjection,
];

/** Every report, in the order of their menu. */
export const REPORTS: readonly Report[] = [
  ...FILE_REPORTS,
  activityReport,
  quoteReport,
  customerReport,
  ...DOCUMENT_REPORTS,
  ...PACKAGE_REPORTS,
  auditReport,
  storageReport,
  documentOpeningsReport,
  roleMenusReport,
  setTypesReport,
  ...CONTENT_REPORTS,
];

/** Reports that run by themselves, and their runs. */
export const SCHEDULES = scheduleList(REPORTS);
export const RUNS = runList(REPORTS);

/** Every list with what the portal does with it beside its page. */
export const LISTS: readonly DeclaredList[] = [
  declareList(CUSTOMERS),
  declareList(QUOTES),
  declareList(FILES),
  { url: USERS.url, open: exportUsers, findChoices: findListChoices, searched: searchedListOf(USERS, openUsersList) },
  declareList(PERMISSION_SETS),
  declareList(DOCUMENTS, { answer: findWhereabouts }),
  declareList(PACKAGES_SENT, { answer: findSentWhereabouts }),
  declareList(PACKAGES_RECEIVED, { answer: findReceivedWhereabouts }),
  declareList(SCHEDULES),
  declareList(RUNS, { isSearched: false }),
  {
    url: MY_REPORTS_URL,
    open: exportMyRuns,
    findChoices: findMyRunChoices,
    inbox: (actor) => (canOpenAnyReport(actor) ? myRunList(REPORTS, actor) : null),
  },
  declareList(AUDIT, { isSearched: false }),
  declareList(FILE_EVENTS, { isSearched: false }),
  declareList(TOKENS, { isSearched: false }),
  { url: CONTENT_HEALTH_URL, open: exportFindings },
  { url: EXPORTS.url, open: (services, call) => exportList(services, EXPORTS, call) },
  ...CATALOG_LISTS,
];

/** Menus of the lists of the inbox, in its order; a list for every report follows. */
const INBOX_ORDER: readonly string[] = ['digitalization-documents', 'packages-received', 'packages-sent', 'quotes', 'reports'];
const inboxPlace = (source: InboxSource) => (typeof source === 'function' ? INBOX_ORDER.length : INBOX_ORDER.indexOf(source.menu ?? ''));

export const INBOX_LISTS: readonly InboxSource[] = LISTS.flatMap(({ inbox }) => inbox ?? []).sort((a, b) => inboxPlace(a) - inboxPlace(b));

/** Every list that the search of everything looks through. */
export const SEARCHED_LISTS: readonly SearchedList[] = LISTS.flatMap(({ searched }) => searched ?? []);

/** Work that may lie with a person, in the order in which it is handed over. */
export const HELD_KINDS: readonly HeldKind[] = [HELD_DOCUMENTS, DOCUMENTS_UNDER_WAY, HELD_DRAFTS, PACKAGES_TO_RECEIVE, HELD_SCHEDULES];

/** Kinds of stored files whose uploads the ledger counts. */
export const FILE_AREAS: readonly FileArea[] = [BRIEFCASE, DOCUMENT_FILES];

/** Checked and mended after the tables that documents fill. */
export const DERIVED_TABLES: readonly DerivedTables[] = [
  { id: 'row totals', title: 'Totales de filas', verify: verifyRowTotals, rebuild: recountRowTotals },
  { id: 'document totals', title: 'Totales de documentos', verify: verifyDocumentTotals, rebuild: recountDocumentTotals },
  { id: 'event types', title: 'Tipos de documento de los movimientos', verify: verifyEventTypes, rebuild: findEventTypes },
  {
    id: 'report roll-ups',
    title: 'Acumulados de reportes',
    verify: async (sql) =>
      (await verifyRollUps(sql)).map((wrong) => `${wrong.table} ${wrong.key}: dice ${wrong.stored}, hay ${wrong.expected}`),
    rebuild: rebuildRollUps,
  },
];

/** Every kind of background work. The worker refuses to start unless each has exactly one handler (jobs/handlers.ts). */
export const JOB_DEFINITIONS: readonly JobDefinition<unknown>[] = [
  syncDocumentsJob,
  reconcileReadModelJob,
  tidyReadModelJob,
  runReadModelJob,
  cleanUnfinishedUploadsJob,
  sealAuditJob,
  verifyAuditJob,
  publishContentsJob,
  refreshPeopleJob,
  checkAddressesJob,
  takeDueTimesJob,
  performRunJob,
  sendRunMailJob,
  writeExportJob,
];

/** Every part of Inicio under the inbox, in its usual order. */
export const HOME_TILES: readonly Tile[] = [
  figureTile({
    id: 'state',
    title: 'Estado del portal',
    look: 'state',
    menu: 'settings-machinery',
    empty: 'Todo funciona.',
    figures: [lagFigure, setAsideFigure, failedJobsFigure, ...runFigures(RUNS)],
  }),
  trendsTile(REPORTS),
  contentTile,
  endingTile(Object.values(CATALOGS).map(({ definition }) => definition)),
  waitingQuotesTile,
  foldersTile,
  recentFilesTile,
  monthTile(REPORTS),
  risersTile,
  agenciesTile(quoteReport),
  agenciesTile(MALETIN_REPORTS['downloads-by-user']),
  screensTile,
];

export const REGISTRIES: Registries = {
  projections: PROJECTIONS,
  derivedTables: DERIVED_TABLES,
  jobs: JOB_DEFINITIONS,
  reports: REPORTS,
  lists: LISTS,
  exportAddresses: [...LISTS, ...REPORTS.flatMap(reportAddresses)],
  inboxLists: INBOX_LISTS,
  heldKinds: HELD_KINDS,
  tiles: HOME_TILES,
  fileAreas: FILE_AREAS,
};
