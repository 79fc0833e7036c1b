import { catalogList } from '#server/catalogs/catalog-list.ts';
import { CATALOGS } from '#server/catalogs/registry.ts';
import type { Act } from '#server/domain/menu-acts.ts';
import { CONTENT_MENUS } from '#server/domain/app-contents.ts';
import { MENU_IDS, SETTINGS_PARTS, type MenuId } from '#server/domain/menu.ts';
import { OPENS_REPORTS } from '#server/domain/permissions.ts';
import { EXTRAORDINARY_ASSETS_ID } from '#server/domain/products.ts';
import { DEFAULT_MENUS } from '#server/domain/roles.ts';
import { REPORTS } from '#server/registries.ts';
import type { Report } from '#server/reporting/report.ts';

/**
 * Who is let in: holders of a menu (the permission that guards the address), of any menu that works with pictures (`pictures`), of any menu
 * of app contents (`contents`), people who name members in forms (`members`), holders of «Reportes» or any menu with a report
 * (`own-reports`), everybody with a session, everybody, or systems that hold the API token.
 */
export type Guard =
  MenuId | 'pictures' | 'contents' | 'members' | 'settings' | 'general' | 'own-reports' | 'session' | 'everybody' | 'api-token' | 'metrics';

export interface AccessRow {
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS';
  /** As the route declares it; `:id` and the like are filled from SAMPLE_PARAMS. */
  pattern: string;
  guard: Guard;
  /** First letters of the roles of docs/specification.md section 6 that are let in by default: A(dministrador), E(ditor), U (Reportes). */
  roles: '' | 'A' | 'AE' | 'AU' | 'AEU';
  /** Status of a harmless request by somebody who is let in. */
  status: number;
}

/** Menus that show and upload pictures of the app: those of catalogs with a picture field, and of the logo. */
const PICTURE_MENUS: readonly MenuId[] = [
  ...Object.values(CATALOGS)
    .map(({ definition }) => definition)
    .filter(({ fields }) => fields.some(({ kind }) => kind === 'image' || kind === 'links'))
    .map(({ menu }) => menu),
  'settings-identity',
];
/** Guards that several menus open, each of them alone. */
export const ANY_OF: Readonly<Record<string, readonly MenuId[]>> = {
  pictures: PICTURE_MENUS,
  contents: CONTENT_MENUS,
  members: ['customers', 'digitalization-documents'],
  settings: SETTINGS_PARTS,
  general: ['settings-identity', 'settings-machinery'],
  'own-reports': OPENS_REPORTS,
};
/** Menus that open an address; empty for other guards. */
export const guardMenus = ({ guard }: AccessRow): readonly MenuId[] => ANY_OF[guard] ?? MENU_IDS.filter((id) => id === guard);
/** Acts of forms that only reveal or read something, and of pages that consist of a form. */
const OTHER_ACTS: Readonly<Record<string, Act>> = {
  'POST /customers/list-customers': 'view',
  'POST /customers/list-customers/:id': 'view',
  'GET /briefcase/files/:id/reading': 'change',
  'GET /briefcase/uploads/:id': 'change',
  'GET /digitalization-documents/upload': 'change',
  'GET /digitalization-documents/uploads/:id': 'change',
};
const TAKES_AWAY = /\/(export|download|print|zip|manifest\.pdf)$|^\/(reports|briefcase\/reports)\/.*\.json$/;

/** The act that an address requires besides its menu: sending something to a screen counts as a change unless listed above. */
export function actOf({ method, pattern, guard }: AccessRow): Act {
  if (guard === 'session' || guard === 'own-reports') return 'view';
  const listed = OTHER_ACTS[`${method} ${pattern}`];
  if (listed) return listed;
  if (TAKES_AWAY.test(pattern)) return 'export';
  return method === 'GET' && !/\/import(\/|$)/.test(pattern) ? 'view' : 'change';
}

type Answers = Partial<Record<AccessRow['method'], number>>;

function rows(pattern: string, guard: Guard, roles: AccessRow['roles'], answers: Answers): AccessRow[] {
  return Object.entries(answers).map(([method, status]) => ({ method: method as AccessRow['method'], pattern, guard, roles, status }));
}

/** Roles that have a catalog's menu; which menus a role has is defined and tested in domain/roles. */
function rolesWith(menu: MenuId): AccessRow['roles'] {
  const letters = { admin: 'A', editor: 'E', user: 'U' } as const;
  const roles = Object.entries(letters).flatMap(([role, letter]) =>
    DEFAULT_MENUS[role as keyof typeof letters].includes(menu) ? [letter] : [],
  );
  return roles.join('') as AccessRow['roles'];
}

/** List, record and export of a catalog. */
function catalog(listUrl: string, menu: MenuId, roles: AccessRow['roles']): AccessRow[] {
  return [
    ...rows(listUrl, menu, roles, { GET: 200, POST: 400 }),
    ...rows(`${listUrl}/:id/:mode?`, menu, roles, { GET: 200, POST: 400 }),
    ...rows(`${listUrl}/export`, menu, roles, { GET: 200 }),
    ...imports(listUrl, menu, roles),
  ];
}

/** Import from a spreadsheet: the screen, the upload as a form of its own, the template, and the result of a file. */
function imports(listUrl: string, menu: MenuId, roles: AccessRow['roles']): AccessRow[] {
  return [
    ...rows(`${listUrl}/import`, menu, roles, { GET: 200, POST: 400 }),
    ...rows(`${listUrl}/import/template`, menu, roles, { GET: 200 }),
    ...rows(`${listUrl}/import/mistakes`, menu, roles, { GET: 404 }),
    ...rows(`${listUrl}/import/progress`, menu, roles, { GET: 404 }),
  ];
}

/** Export and JSON of a report, at each of its addresses. */
function report({ id, url, menu }: Pick<Report, 'id' | 'menu' | 'url'>): AccessRow[] {
  return [...new Set([url, `/reports/${id}`])].flatMap((address) =>
    [`${address}/export`, `${address}.json`].flatMap((pattern) => rows(pattern, menu, rolesWith(menu), { GET: 200 })),
  );
}

const SERVICE = '/products/list-products/:id';
const DOCUMENTS = '/digitalization-documents/list-digitalization-docs';
const DOCUMENT_FILES = '/digitalization-documents/files/:id';
const SENT = '/maintenance/digitalization/packagesShips/send/list-packages';
const RECEIVED = '/maintenance/digitalization/packagesShips/received/list-packages';
const SETS = '/maintenance/digitalization/document-permissions/list-document-permissions';

/** Catalogs with a list of their own; those below a service are written out in the table. */
export const TOP_CATALOGS = Object.values(CATALOGS)
  .map(({ definition }) => definition)
  .filter(({ parent }) => !parent);

/** Every address of the portal. The access test fails for a route that is missing here, and for a line without a route. */
export const ACCESS: readonly AccessRow[] = [
  ...rows('/', 'home', 'AEU', { GET: 200 }),
  ...rows('/buscar', 'session', 'AEU', { GET: 200 }),
  ...rows('/buscar.json', 'session', 'AEU', { GET: 200 }),
  ...rows('/account', 'session', 'AEU', { GET: 200, POST: 400 }),
  ...rows('/account/proof', 'session', 'AEU', { GET: 200, POST: 302 }),
  ...rows('/preferences', 'session', 'AEU', { GET: 302, POST: 302 }),
  ...rows('/bandeja.json', 'session', 'AEU', { GET: 200 }),
  ...rows('/sesion.json', 'session', 'AEU', { GET: 200 }),
  ...rows('/avisos', 'session', 'AEU', { GET: 200, POST: 400 }),
  ...rows('/avisos/:id', 'session', 'AEU', { GET: 404 }),
  ...rows('/notas', 'session', 'AEU', { GET: 404, POST: 400 }),
  ...rows('/notas/personas.json', 'session', 'AEU', { GET: 404 }),
  ...rows('/clicks', 'session', 'AEU', { POST: 400 }),
  ...rows('/*', 'session', 'AEU', { GET: 404, POST: 404 }),

  ...rows('/login', 'everybody', 'AEU', { GET: 200, POST: 400 }),
  ...rows('/login/factor', 'everybody', 'AEU', { GET: 302, POST: 302 }),
  ...rows('/logout', 'everybody', 'AEU', { GET: 302, POST: 302 }),
  ...rows('/reset-password', 'everybody', 'AEU', { GET: 200, POST: 400 }),
  ...rows('/browser-errors', 'everybody', 'AEU', { POST: 400 }),
  ...rows('/logo/:key', 'everybody', 'AEU', { GET: 404 }),
  ...rows('/media/:key', 'everybody', 'AEU', { GET: 404, OPTIONS: 204 }),
  ...rows('/healthz', 'everybody', 'AEU', { GET: 200 }),
  ...rows('/readyz', 'everybody', 'AEU', { GET: 200 }),
  ...rows('/metrics', 'metrics', '', { GET: 200 }),

  ...TOP_CATALOGS.flatMap((definition) => {
    const { listUrl, menu } = definition;
    const asksForChoices = catalogList(definition).filters.some(({ choices }) => choices);
    return [
      ...catalog(listUrl, menu, rolesWith(menu)),
      ...(asksForChoices ? rows(`${listUrl}/choices`, menu, rolesWith(menu), { GET: 400 }) : []),
    ];
  }),

  ...rows('/customers/list-customers', 'customers', 'AE', { GET: 200, POST: 400 }),
  ...rows('/customers/list-customers/:id', 'customers', 'AE', { GET: 200, POST: 400 }),
  ...rows('/customers/list-customers/choices', 'customers', 'AE', { GET: 400 }),
  ...rows('/customers/list-customers/export', 'customers', 'AE', { GET: 200 }),
  ...rows('/quotes/list-quotes', 'quotes', 'AE', { GET: 200, POST: 400 }),
  ...rows('/quotes/list-quotes/:id/:mode?', 'quotes', 'AE', { GET: 200, POST: 400 }),
  ...rows('/quotes/list-quotes/choices', 'quotes', 'AE', { GET: 400 }),
  ...rows('/quotes/list-quotes/export', 'quotes', 'AE', { GET: 200 }),

  ...rows(`${SERVICE}/productos`, 'products', 'AE', { GET: 302, POST: 400 }),
  ...rows(`${SERVICE}/productos/:productId/:mode?`, 'products', 'AE', { GET: 200, POST: 400 }),
  ...rows(`${SERVICE}/productos/export`, 'products', 'AE', { GET: 200 }),
  ...rows(`${SERVICE}/fotos`, 'products', 'AE', { GET: 302, POST: 400 }),
  ...rows(`${SERVICE}/fotos/nueva`, 'products', 'AE', { POST: 400 }),
  ...rows(`${SERVICE}/fotos/export`, 'products', 'AE', { GET: 200 }),
  ...rows('/images/upload', 'pictures', 'AE', { POST: 400 }),
  ...rows('/images/:key', 'pictures', 'AE', { GET: 404 }),
  ...rows('/images/:key/thumbnail', 'pictures', 'AE', { GET: 404 }),

  ...rows('/briefcase/list-briefcase', 'briefcase-files', 'AE', { GET: 200, POST: 400 }),
  ...rows('/briefcase/list-briefcase/choices', 'briefcase-files', 'AE', { GET: 400 }),
  ...rows('/briefcase/list-briefcase/zip', 'briefcase-files', 'AE', { POST: 400 }),
  ...rows('/briefcase/list-briefcase/export', 'briefcase-files', 'AE', { GET: 200 }),
  ...rows('/briefcase/upload', 'briefcase-files', 'AE', { GET: 200, POST: 400 }),
  ...rows('/briefcase/uploads', 'briefcase-files', 'AE', { POST: 400 }),
  ...rows('/briefcase/uploads/duplicates', 'briefcase-files', 'AE', { GET: 200 }),
  ...rows('/briefcase/uploads/:id', 'briefcase-files', 'AE', { GET: 404, DELETE: 404 }),
  ...rows('/briefcase/uploads/:id/parts/:part', 'briefcase-files', 'AE', { PUT: 404 }),
  ...rows('/briefcase/uploads/:id/complete', 'briefcase-files', 'AE', { POST: 404 }),
  ...rows('/briefcase/files/:id/:mode?', 'briefcase-files', 'AE', { GET: 200, POST: 400 }),
  ...rows('/briefcase/files/:id/reading', 'briefcase-files', 'AE', { GET: 200, POST: 400 }),
  ...['/briefcase/files/:id', '/briefcase/files/:id/versions/:version'].flatMap((base) => [
    ...rows(`${base}/pages/:n`, 'briefcase-files', 'AE', { GET: 200 }),
    ...rows(`${base}/text/:n`, 'briefcase-files', 'AE', { GET: 200 }),
    ...rows(`${base}/view`, 'briefcase-files', 'AE', { GET: 200 }),
    ...rows(`${base}/print`, 'briefcase-files', 'AE', { GET: 200 }),
    ...rows(`${base}/download`, 'briefcase-files', 'AE', { GET: 200 }),
  ]),

  ...rows('/briefcase/reports', 'briefcase-reports', 'AU', { GET: 200 }),
  ...['uploads-by-user', 'downloads-by-user', 'downloads-by-file'].flatMap((id) =>
    rows(`/briefcase/reports/${id}`, 'briefcase-reports', 'AU', { GET: 200 }),
  ),
  ...REPORTS.flatMap(report),
  ...rows('/reports/file-events', 'briefcase-reports', 'AU', { GET: 200 }),
  ...rows('/reports/file-events/export', 'briefcase-reports', 'AU', { GET: 200 }),
  ...rows('/reports/file-events/choices', 'briefcase-reports', 'AU', { GET: 400 }),
  ...rows('/reports/required-readings', 'briefcase-reports', 'AU', { GET: 200 }),
  ...rows('/reports/required-readings/export', 'briefcase-reports', 'AU', { GET: 200 }),
  ...rows('/reports/required-readings/choices', 'briefcase-reports', 'AU', { GET: 400 }),
  ...rows('/reports/menu', 'reports', 'AE', { GET: 200 }),
  ...rows('/reports/content-health', 'contents', 'AE', { GET: 200 }),
  ...rows('/reports/content-health/export', 'contents', 'AE', { GET: 200 }),
  ...rows('/reports/content-health.json', 'contents', 'AE', { GET: 200 }),
  ...rows('/reports/schedules', 'reports', 'AE', { GET: 200 }),
  ...rows('/reports/schedules/:id/:mode?', 'own-reports', 'AEU', { GET: 200, POST: 400 }),
  ...rows('/reports/mine', 'own-reports', 'AEU', { GET: 200, POST: 400 }),
  ...rows('/reports/mine/choices', 'own-reports', 'AEU', { GET: 400 }),
  ...rows('/reports/mine/export', 'own-reports', 'AEU', { GET: 200 }),
  ...rows('/reports/schedules/choices', 'reports', 'AE', { GET: 400 }),
  ...rows('/reports/schedules/export', 'reports', 'AE', { GET: 200 }),
  ...rows('/reports/runs', 'reports', 'AE', { GET: 200 }),
  ...rows('/reports/runs/choices', 'reports', 'AE', { GET: 400 }),
  ...rows('/reports/runs/export', 'reports', 'AE', { GET: 200 }),
  ...rows('/exports', 'session', 'AEU', { GET: 200 }),
  ...rows('/exports/export', 'session', 'AEU', { GET: 200 }),
  ...rows('/exports/:id', 'session', 'AEU', { GET: 404 }),
  ...rows('/views', 'session', 'AEU', { GET: 200 }),
  ...rows('/views/export', 'session', 'AEU', { GET: 200 }),
  ...rows('/views/:id', 'session', 'AEU', { GET: 404, POST: 400 }),
  ...rows('/vistas.json', 'session', 'AEU', { GET: 200 }),
  ...rows('/bulk/options', 'session', 'AEU', { GET: 400 }),
  ...rows('/bulk/:id', 'session', 'AEU', { GET: 404, POST: 400 }),
  ...rows('/bulk/:id/progress', 'session', 'AEU', { GET: 404 }),
  ...rows('/exports/:id/progress', 'session', 'AEU', { GET: 404 }),
  ...rows('/exports/:id/download', 'session', 'AEU', { GET: 404 }),
  ...rows('/reports/runs/:id', 'session', 'AEU', { GET: 404 }),
  ...rows('/reports/runs/:id/download', 'session', 'AEU', { GET: 404 }),
  ...rows('/reports/runs/:id/progress', 'session', 'AEU', { GET: 404 }),

  ...rows('/settings/menu', 'settings', 'AE', { GET: 200 }),
  ...rows('/settings/general', 'general', 'AE', { GET: 200, POST: 400 }),
  ...rows('/settings/sidebar', 'settings-identity', 'AE', { GET: 200, POST: 400 }),
  ...rows('/settings/constants', 'settings-constants', 'A', { GET: 200 }),
  ...rows('/settings/constants/:list', 'settings-constants', 'A', { GET: 200, POST: 400 }),
  ...rows('/settings/jobs', 'settings-machinery', 'A', { GET: 200, POST: 400 }),
  ...rows('/settings/backups', 'settings-machinery', 'A', { GET: 200 }),
  ...rows('/settings/unread', 'settings-machinery', 'A', { GET: 200, POST: 400 }),
  ...rows('/settings/unread/export', 'settings-machinery', 'A', { GET: 200 }),
  ...rows('/settings/unread/choices', 'settings-machinery', 'A', { GET: 400 }),
  ...rows('/settings/other-data', 'settings-machinery', 'A', { GET: 200 }),
  ...rows('/settings/read-model', 'settings-machinery', 'A', { GET: 200, POST: 404 }),

  ...rows('/settings/audit', 'audit', 'A', { GET: 200 }),
  ...rows('/settings/audit/:database/:id', 'audit', 'A', { GET: 200 }),
  ...rows('/settings/audit/export', 'audit', 'A', { GET: 200 }),
  ...rows('/settings/audit/choices', 'audit', 'A', { GET: 400 }),
  ...rows('/settings/security', 'audit', 'A', { GET: 200 }),
  ...rows('/settings/security/export', 'audit', 'A', { GET: 200 }),
  ...rows('/settings/security/choices', 'audit', 'A', { GET: 400 }),

  ...rows('/users/list-users', 'users', 'A', { GET: 200, POST: 400 }),
  ...rows('/users/list-users/:id/:mode?', 'users', 'A', { GET: 200, POST: 400 }),
  ...rows('/users/list-users/:id/hand-over', 'users', 'A', { GET: 200, POST: 400 }),
  ...rows('/users/list-users/choices', 'users', 'A', { GET: 400 }),
  ...rows('/users/list-users/export', 'users', 'A', { GET: 200 }),
  ...imports('/users/list-users', 'users', 'A'),
  ...rows('/settings/tokens', 'users', 'A', { GET: 200, POST: 400 }),
  ...rows('/settings/tokens/choices', 'users', 'A', { GET: 400 }),
  ...rows('/settings/tokens/export', 'users', 'A', { GET: 200 }),
  // Each report is guarded like its export; the sample is one of them.
  ...rows('/reports/:report', 'users', 'A', { GET: 200 }),
  ...rows('/settings/roles', 'users', 'A', { GET: 200 }),
  ...rows('/settings/roles/:role/:mode?', 'users', 'A', { GET: 200, POST: 400 }),

  ...rows(SETS, 'document-permissions', 'A', { GET: 200 }),
  ...rows(`${SETS}/:id/:mode?`, 'document-permissions', 'A', { GET: 200, POST: 400 }),
  ...rows(`${SETS}/choices`, 'document-permissions', 'A', { GET: 400 }),
  ...rows(`${SETS}/export`, 'document-permissions', 'A', { GET: 200 }),
  ...rows('/maintenance/digitalization/document-permissions/simulate', 'document-permissions', 'A', { GET: 200 }),

  ...rows(DOCUMENTS, 'digitalization-documents', 'A', { GET: 200, POST: 400 }),
  ...rows(`${DOCUMENTS}/:id/:mode?`, 'digitalization-documents', 'A', { GET: 200, POST: 400 }),
  ...rows(`${DOCUMENTS}/choices`, 'digitalization-documents', 'A', { GET: 400 }),
  ...rows(`${DOCUMENTS}/export`, 'digitalization-documents', 'A', { GET: 200 }),

  ...rows('/digitalization-documents/upload', 'digitalization-documents', 'A', { GET: 200, POST: 400 }),
  ...rows('/digitalization-documents/upload/preview', 'digitalization-documents', 'A', { POST: 400 }),
  ...rows('/digitalization-documents/uploads', 'digitalization-documents', 'A', { POST: 400 }),
  ...rows('/digitalization-documents/uploads/duplicates', 'digitalization-documents', 'A', { GET: 200 }),
  ...rows('/digitalization-documents/members.json', 'members', 'AE', { GET: 200 }),
  ...rows('/digitalization-documents/uploads/:id', 'digitalization-documents', 'A', { GET: 404, DELETE: 404 }),
  ...rows('/digitalization-documents/uploads/:id/parts/:part', 'digitalization-documents', 'A', { PUT: 404 }),
  ...rows('/digitalization-documents/uploads/:id/complete', 'digitalization-documents', 'A', { POST: 404 }),
  ...rows(`${DOCUMENTS}/assignees`, 'digitalization-documents', 'A', { GET: 200 }),
  ...rows(`${DOCUMENTS}/zip`, 'digitalization-documents', 'A', { POST: 400 }),
  ...[DOCUMENT_FILES, `${DOCUMENT_FILES}/versions/:version`].flatMap((base) => [
    ...rows(`${base}/pages/:n`, 'digitalization-documents', 'A', { GET: 200 }),
    ...rows(`${base}/text/:n`, 'digitalization-documents', 'A', { GET: 200 }),
    ...rows(`${base}/view`, 'digitalization-documents', 'A', { GET: 200 }),
    ...rows(`${base}/print`, 'digitalization-documents', 'A', { GET: 200 }),
    ...rows(`${base}/download`, 'digitalization-documents', 'A', { GET: 200 }),
  ]),
  ...rows(SENT, 'packages-sent', 'A', { GET: 200 }),
  ...rows(`${SENT}/:id/:mode?`, 'packages-sent', 'A', { GET: 200, POST: 400 }),
  ...rows(`${SENT}/choices`, 'packages-sent', 'A', { GET: 400 }),
  ...rows(`${SENT}/export`, 'packages-sent', 'A', { GET: 200 }),
  ...rows(`${SENT}/:id/manifest.pdf`, 'packages-sent', 'A', { GET: 200 }),
  ...rows(RECEIVED, 'packages-received', 'A', { GET: 200 }),
  ...rows(`${RECEIVED}/:id`, 'packages-received', 'A', { GET: 200, POST: 400 }),
  ...rows(`${RECEIVED}/choices`, 'packages-received', 'A', { GET: 400 }),
  ...rows(`${RECEIVED}/export`, 'packages-received', 'A', { GET: 200 }),
  ...rows('/maintenance/digitalization/packagesShips/transit', 'packages-received', 'A', { GET: 200 }),

  ...rows('/api/users', 'api-token', '', { GET: 200, POST: 400 }),
  ...rows('/api/users/:id', 'api-token', '', { GET: 200, PATCH: 400 }),
  ...rows('/api/users/by-agency-id/:agencyId?', 'api-token', '', { GET: 200 }),
  ...rows('/api/users/clicks/:sessionId', 'api-token', '', { PATCH: 400 }),
  ...rows('/api/digitalization/upload-asset', 'api-token', '', { POST: 415 }),
  ...rows('/api/digitalization/asset', 'api-token', '', { GET: 400 }),
  ...rows('/api/openapi.json', 'api-token', '', { GET: 200 }),
];

export const SAMPLE_ID = 'muestra';
const SAMPLE_PARAMS: Readonly<Record<string, string>> = {
  list: 'packageStatus',
  role: 'editor',
  sessionId: 'sesion',
  mode: '',
  n: '1',
  version: '1',
  database: 'main',
  report: 'user-activity',
};

/** Fills a pattern with ids of the test's data; photos exist for one service only, and a schedule for its owner only. */
export function sampleAddress(pattern: string): string {
  const filled = pattern
    .replace(`${SERVICE}/fotos`, `/products/list-products/${EXTRAORDINARY_ASSETS_ID}/fotos`)
    .replace('/reports/schedules/:id', '/reports/schedules/new')
    .replace(/:(\w+)\??/g, (_part, name: string) => SAMPLE_PARAMS[name] ?? SAMPLE_ID)
    .replace('*', 'no-existe');
  return filled === '/' ? filled : filled.replace(/\/$/, '');
}
