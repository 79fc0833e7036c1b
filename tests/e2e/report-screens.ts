import type { Section } from './screens.ts';

/** Reports and similar screens, seen by somebody who may open all of them. */
export const REPORT_SCREENS: Section = {
  title: 'Reportes: all',
  person: 'admin',
  screens: [
    { name: 'reports-menu', path: '/reports/menu' },
    { name: 'content-health', path: '/reports/content-health' },
    { name: 'content-health-filtered', path: '/reports/content-health?tipo=horario-confuso&menu=agencies' },
    { name: 'content-health-none', path: '/reports/content-health?q=nadaconestenombre' },
    { name: 'user-activity', path: '/reports/user-activity' },
    { name: 'report-quotes', path: '/reports/quotes?from=2026-01-01&to=2026-11-22' },
    { name: 'report-funnel', path: '/reports/quote-funnel?from=2026-01-01&to=2026-11-22' },
    { name: 'file-events', path: '/reports/file-events' },
    { name: 'file-events-empty', path: '/reports/file-events?fileId=ninguno&kind=print' },
    { name: 'report-customers', path: '/reports/customers?from=2020-01-01&to=2026-12-31' },
    { name: 'report-documents', path: '/reports/documents?from=2025-12-01&to=2026-12-31&by=category' },
    { name: 'report-returned', path: '/reports/documents-returned' },
    { name: 'report-packages', path: '/reports/packages-sent?from=2025-12-01&to=2026-12-31' },
    { name: 'report-security', path: '/reports/security?from=2026-01-01&to=2026-12-31' },
    { name: 'report-audit', path: '/reports/audit-activity?from=2026-01-01&to=2026-12-31&by=action' },
    { name: 'report-storage', path: '/reports/storage' },
    { name: 'report-openings', path: '/reports/document-openings?from=2025-12-01&to=2026-12-31' },
    { name: 'report-roles', path: '/reports/role-menus' },
    { name: 'report-sets', path: '/reports/permission-set-types' },
    { name: 'report-promotions', path: '/reports/promotions' },
    { name: 'report-job-offers', path: '/reports/job-offers?by=agency' },
    { name: 'report-views', path: '/reports/views-by-file' },
  ],
};
