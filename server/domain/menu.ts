/** Icons of menu entries, by their lucide names; also listed in app/ui/icon-names.ts. */
export type MenuIcon =
  | 'briefcase-business'
  | 'building-2'
  | 'calendar-days'
  | 'car'
  | 'chart-column'
  | 'chart-no-axes-column'
  | 'file-type'
  | 'credit-card'
  | 'file-spreadsheet'
  | 'file-text'
  | 'files'
  | 'folder'
  | 'graduation-cap'
  | 'hand-coins'
  | 'handshake'
  | 'heart-pulse'
  | 'house'
  | 'id-card'
  | 'inbox'
  | 'key-round'
  | 'list-checks'
  | 'map-pin'
  | 'megaphone'
  | 'message-square-quote'
  | 'network'
  | 'package'
  | 'package-check'
  | 'package-open'
  | 'piggy-bank'
  | 'printer'
  | 'receipt'
  | 'scan-text'
  | 'send'
  | 'settings'
  | 'shield-check'
  | 'smartphone'
  | 'sprout'
  | 'tags'
  | 'user-cog'
  | 'users'
  | 'workflow';

/**
 * The sidebar of docs/specification.md section 2, as data. A menu id is also the permission that guards the screen's loaders,
 * actions and API handlers: one vocabulary for what a person sees and what a person may do.
 * An entry shows only when the role's menu ids hold it.
 */
export interface MenuOption {
  id: string;
  title: string;
  href: string;
  icon: MenuIcon;
  /** Not in the sidebar: a card of Configuración leads there. */
  asCard?: true;
  /** Has no permission of its own: any of these opens it. */
  opensWith?: readonly string[];
}

export interface MenuGroup {
  id: string;
  /** Empty for entries without a group (Inicio). */
  title: string;
  icon: string;
  sort: number;
  collapsible: boolean;
  options: readonly MenuOption[];
}

const option = <Id extends string>(id: Id, title: string, href: string, icon: MenuIcon) => ({ id, title, href, icon }) as const;

/** Screens sort by `sort`; a group without a title is always open. */
const group = <const Options extends readonly MenuOption[]>(id: string, title: string, icon: string, sort: number, options: Options) => ({
  id,
  title,
  icon,
  sort,
  options,
  collapsible: title !== '',
});

/** The parts of Configuración: names and look, constants, and machinery (sessions, limits, jobs, read model). */
export const SETTINGS_PARTS = ['settings-identity', 'settings-constants', 'settings-machinery'] as const;

/** The id of Configuración when it was a single permission; roles may still be stored with it. */
export const WHOLE_SETTINGS = 'settings';

/**
 * A person's own reports; not a permission, because any menu that opens a report opens these addresses. The sidebar shows the entry
 * to those with a report menu; others reach it from a report of their list, or from the news on Inicio.
 */
const MY_REPORTS = 'my-reports';

/** Sidebar entry of a second list over the audit; not a permission either. */
const SECURITY = 'security';

/** All menus with a report of their own (server/registries.ts): whoever has one may see its report and schedule it. */
export const REPORT_MENUS = [
  'briefcase-reports',
  'users',
  'quotes',
  'customers',
  'digitalization-documents',
  'packages-sent',
  'packages-received',
  'audit',
  'briefcase-files',
  'document-permissions',
  'promotions',
  'job-offers',
] as const;

export const MENU = [
  group('general', '', 'house', 0, [option('home', 'Inicio', '/', 'house')]),
  group('app-movil', 'App móvil', 'smartphone', 10, [
    option('customers', 'Asociados', '/customers/list-customers', 'users'),
    option('quotes', 'Prospecciones', '/quotes/list-quotes', 'message-square-quote'),
    option('products', 'Productos y servicios', '/products/list-products', 'package'),
    option('job-offers', 'Plazas vacantes', '/job-offers/list-job-offer', 'briefcase-business'),
    option('promotions', 'Promociones', '/promotions/list-promotions', 'megaphone'),
    option('agencies', 'Agencias', '/locations/list-agencies', 'map-pin'),
    option('reports', 'Reportes', '/reports/menu', 'chart-column'),
    { ...option(WHOLE_SETTINGS, 'Configuración', '/settings/menu', 'settings'), opensWith: SETTINGS_PARTS },
    { ...option('settings-identity', 'Configuración: identidad', '/settings/general', 'settings'), asCard: true },
    { ...option('settings-constants', 'Configuración: constantes', '/settings/constants', 'settings'), asCard: true },
    { ...option('settings-machinery', 'Configuración: maquinaria', '/settings/jobs', 'settings'), asCard: true },
    option('education', 'Educación cooperativista', '/educacion/cooperativista', 'graduation-cap'),
    option('how-associated', 'Cómo asociarse', '/how_associated', 'handshake'),
  ]),
  group('maletin', 'Maletín', 'briefcase', 20, [
    option('briefcase-files', 'Archivos', '/briefcase/list-briefcase', 'files'),
    option('briefcase-folders', 'Carpetas', '/folders/list-folders', 'folder'),
    option('briefcase-document-types', 'Tipos de documento', '/document-types/list-documents', 'file-type'),
  ]),
  group('sistema', 'Sistema', 'building-2', 30, [
    option('users', 'Usuarios', '/users/list-users', 'user-cog'),
    option('departments', 'Departamentos', '/departments/list-departments', 'network'),
    option('positions', 'Puestos', '/job-positions/list-positions', 'id-card'),
    { ...option(SECURITY, 'Seguridad', '/settings/security', 'shield-check'), opensWith: ['audit'] },
    { ...option('audit', 'Auditoría', '/settings/audit', 'list-checks'), asCard: true },
  ]),
  group('digitalizacion', 'Digitalización', 'scan-line', 40, [
    option('digitalization-categories', 'Categorías', '/maintenance/digitalization/category/list-category', 'tags'),
    option(
      'digitalization-document-types',
      'Tipos de documento',
      '/maintenance/digitalization/document-type/list-document-type',
      'file-type',
    ),
    option(
      'document-permissions',
      'Permisos de documentos',
      '/maintenance/digitalization/document-permissions/list-document-permissions',
      'shield-check',
    ),
    option('digitalization-documents', 'Digitalizar documentos', '/digitalization-documents/list-digitalization-docs', 'scan-text'),
    option('packages-sent', 'Paquetes enviados', '/maintenance/digitalization/packagesShips/send/list-packages', 'package-open'),
    option('packages-received', 'Paquetes recibidos', '/maintenance/digitalization/packagesShips/received/list-packages', 'package-check'),
  ]),
  group('reportes', 'Reportes', 'chart-no-axes-combined', 50, [
    option('briefcase-reports', 'Reportes del Maletín', '/briefcase/reports', 'chart-no-axes-column'),
    { ...option(MY_REPORTS, 'Mis reportes', '/reports/mine', 'chart-column'), opensWith: ['reports', 'briefcase-reports'] },
  ]),
] as const satisfies readonly MenuGroup[];

type EntryId = (typeof MENU)[number]['options'][number]['id'];
/** A permission: every entry except those that other permissions open. */
export type MenuId = Exclude<EntryId, typeof MY_REPORTS | typeof SECURITY | typeof WHOLE_SETTINGS>;

const isPermission = (id: string) => id !== WHOLE_SETTINGS && id !== MY_REPORTS && id !== SECURITY;

export const MENU_IDS: readonly MenuId[] = MENU.flatMap((group) => group.options.map((entry): EntryId => entry.id)).filter(
  (id): id is MenuId => isPermission(id),
);

const ENTRIES: ReadonlyMap<string, { group: MenuGroup; option: MenuOption }> = new Map(
  MENU.flatMap((group) => group.options.map((entry) => [entry.id, { group, option: entry }])),
);

export function isMenuId(value: string): value is MenuId {
  return ENTRIES.has(value) && isPermission(value);
}

/** The title of a menu id in screens and denials, with its group. */
export function menuTitle(id: MenuId): string {
  const entry = ENTRIES.get(id);
  return entry ? [entry.group.title, entry.option.title].filter(Boolean).join(' › ') : id;
}

/** The title without its group. */
export function menuName(id: MenuId): string {
  return ENTRIES.get(id)?.option.title ?? id;
}

/** The title of the menu entry at a path or above it, without its group; '' for none. */
export function menuNameAt(pathname: string): string {
  const entries = [...ENTRIES.values()].map(({ option: entry }) => entry);
  const above = entries.filter(({ href }) => href !== '/' && `${pathname}/`.startsWith(`${href}/`));
  return above.sort((a, b) => b.href.length - a.href.length)[0]?.title ?? '';
}

/** The part of the portal that a menu id belongs to; reports of the Maletín count as Maletín. */
export function menuArea(id: MenuId): string {
  const { group } = ENTRIES.get(id === 'briefcase-reports' ? 'briefcase-files' : id) ?? {};
  return group?.title || 'General';
}

export function menuHref(id: MenuId): string {
  return ENTRIES.get(id)?.option.href ?? '/';
}

/** The sidebar of a person with these menu ids. */
export function sidebarMenu(menus: ReadonlySet<string>): MenuGroup[] {
  return withEntries(visibleMenu(menus).map((group) => ({ ...group, options: group.options.filter(({ asCard }) => !asCard) })));
}

/** Groups and entries that a person with these menu ids may open, in sort order; groups without entries are left out. */
export function visibleMenu(menus: ReadonlySet<string>): MenuGroup[] {
  const isOpen = ({ id, opensWith = [id] }: MenuOption) => opensWith.some((menu) => menus.has(menu));
  const groups = MENU.map((group) => ({ ...group, options: group.options.filter(isOpen) }));
  return withEntries(groups).sort((a, b) => a.sort - b.sort);
}

function withEntries(groups: readonly MenuGroup[]): MenuGroup[] {
  return groups.filter((group) => group.options.length > 0);
}
