import { CATALOGS, type CatalogId } from './catalogs/registry.ts';
import type { Catalogs } from './catalogs/catalogs.ts';
import { CONTENT_HEALTH_URL } from './domain/content-findings.ts';
import { AUDIT } from './features/audit-trail/audit-list.ts';
import { FILES } from './features/briefcase/file-list.ts';
import { CUSTOMERS } from './features/customers/customer-list.ts';
import { DOCUMENTS } from './features/digitalization/document-list.ts';
import type { ExportAddress } from './features/exports/export-address.ts';
import { PACKAGES_RECEIVED } from './features/packages/received-list.ts';
import { PACKAGES_SENT } from './features/packages/sent-list.ts';
import { USERS } from './features/people/user-list.ts';
import { PERMISSION_SETS } from './features/permission-sets/set-list.ts';
import { QUOTES } from './features/quotes/quote-list.ts';
import { FILE_EVENTS } from './features/reports/event-list.ts';
import { MY_REPORTS_URL, RUNS_URL } from './features/snapshots/run-list.ts';
import { SCHEDULES_URL } from './features/snapshots/schedule-list.ts';
import { TOKENS } from './features/tokens/token-list.ts';
import type { ListCall } from './lists/list.ts';
import type { Reports } from './reporting/create-reports.ts';
import { reportUrls } from './reporting/report-urls.ts';
import type { SheetExport } from './workbooks/sheet.ts';

type ExportRows = (call: ListCall) => Promise<SheetExport>;

/** The verbs that open an export. */
export interface ExportingFeatures {
  auditTrail: { exportEntries: ExportRows };
  briefcase: { exportFiles: ExportRows };
  catalogs: Pick<Catalogs, 'exportRecords'>;
  contentHealth: { exportFindings: ExportRows };
  customers: { exportCustomers: ExportRows };
  digitalization: { exportDocuments: ExportRows };
  fileEvents: { exportEvents: ExportRows };
  packages: { exportSentPackages: ExportRows; exportReceivedPackages: ExportRows };
  permissionSets: { exportSets: ExportRows };
  quotes: { exportQuotes: ExportRows };
  reports: Pick<Reports, 'all' | 'exportReport'>;
  snapshots: { exportSchedules: ExportRows; exportRuns: ExportRows; exportMyRuns: ExportRows };
  tokens: { exportTokens: ExportRows };
  users: { exportUsers: ExportRows };
}

/** Every list and report that gives a file: what `<url>/export` answers, and what a worker writes when it is large. */
export function exportAddresses(features: ExportingFeatures): ExportAddress[] {
  const { auditTrail, briefcase, catalogs, contentHealth, customers, digitalization, fileEvents } = features;
  const { packages, permissionSets, quotes, reports, snapshots, tokens, users } = features;
  return [
    ...(Object.keys(CATALOGS) as CatalogId[]).map((catalog) => ({
      url: CATALOGS[catalog].definition.listUrl,
      open: (call: Parameters<ExportAddress['open']>[0]) => catalogs.exportRecords({ ...call, catalog }),
    })),
    ...reports.all.flatMap((report) =>
      reportUrls(report).map((url) => ({ url, open: (call: ListCall) => reports.exportReport({ ...call, report }) })),
    ),
    { url: AUDIT.url, open: auditTrail.exportEntries },
    { url: FILES.url, open: briefcase.exportFiles },
    { url: CONTENT_HEALTH_URL, open: contentHealth.exportFindings },
    { url: CUSTOMERS.url, open: customers.exportCustomers },
    { url: DOCUMENTS.url, open: digitalization.exportDocuments },
    { url: FILE_EVENTS.url, open: fileEvents.exportEvents },
    { url: PACKAGES_SENT.url, open: packages.exportSentPackages },
    { url: PACKAGES_RECEIVED.url, open: packages.exportReceivedPackages },
    { url: PERMISSION_SETS.url, open: permissionSets.exportSets },
    { url: QUOTES.url, open: quotes.exportQuotes },
    { url: SCHEDULES_URL, open: snapshots.exportSchedules },
    { url: RUNS_URL, open: snapshots.exportRuns },
    { url: MY_REPORTS_URL, open: snapshots.exportMyRuns },
    { url: TOKENS.url, open: tokens.exportTokens },
    { url: USERS.url, open: users.exportUsers },
  ];
}
