import { ALERTS_URL } from '../../domain/alerts.ts';
import { datePresets } from '../../domain/dates.ts';
import { EXPORTS_URL } from '../../domain/large-exports.ts';
import { READINGS_URL } from '../../domain/readings.ts';
import { VIEWS_URL } from '../../domain/saved-views.ts';
import { arrangeMenu, deliveredTitle, type MenuArrangement } from '../../domain/menu-arrangement.ts';
import { MENU_IDS, menuTitle, visibleMenu, type MenuId } from '../../domain/menu.ts';
import { canOpen, may, type Staff } from '../../domain/permissions.ts';
import { ADMIN_ROLE, type KnownRole } from '../../domain/roles.ts';
import { containsTerm, nearnessOfTitle, searchTerms, searchText } from '../../domain/search.ts';
import { containsCloseTerm } from '../../domain/search-marks.ts';
import type { ViewLink } from '../../lists/saved-views.ts';
import type { SearchedList } from '../../lists/search-hits.ts';
import type { Report } from '../../reporting/report.ts';
import { parseTypedPeriod, LAST_MONTH } from './typed-period.ts';

/** Something to do or a screen to open; JSON for the browser. */
export interface Action {
  title: string;
  /** Its place in the menu; '' for what everybody has. */
  detail: string;
  href: string;
  /** The form that does it at once; `href` is where people do it by hand. An action without it is a link. */
  post?: { action: string; fields: Readonly<Record<string, string>> };
  /** It differs from what was typed in one letter. */
  close?: true;
}

export interface ActionSources {
  lists: readonly SearchedList[];
  reports: readonly Pick<Report, 'days' | 'menu' | 'place' | 'title' | 'url'>[];
  /** Views of lists that the person may see. */
  views: readonly ViewLink[];
  /** Roles, for those who may open them. They are no searched list: some exist without a document or a row. */
  roles: readonly Pick<KnownRole, 'id' | 'title'>[];
}

/** An action with further words that find it. */
interface KnownAction extends Action {
  words: string;
  often?: true;
}

const ACTIONS_SHOWN = 8;
/** Periods of reports that get an action of their own, with further words that people use for them. */
const PERIODS: ReadonlyMap<string, string> = new Map([
  ['last-month', LAST_MONTH],
  ['year', ''],
]);
const CREATE_WORDS = 'crear agregar añadir registrar nuevo nueva';

interface FixedAction {
  /** Without a menu it is for everybody. */
  menu?: MenuId;
  /** A further condition, where the menu is not enough. */
  isFor?: (actor: Staff) => boolean;
  /** People do it every day: it comes before the others. */
  often?: true;
  title: string;
  href: string;
  post?: Action['post'];
  words: string;
}

const ROLES = { title: 'Roles y sus menús', href: '/settings/roles' };
const ACCOUNT = '/account';
const theme = (name: string) => ({
  href: ACCOUNT,
  post: { action: '/preferences', fields: { theme: name } },
  words: 'apariencia modo colores noche preferencias',
});

/** Actions that do not follow from any list or report. */
const FIXED_ACTIONS: readonly FixedAction[] = [
  {
    menu: 'briefcase-files',
    isFor: (actor) => may(actor, 'briefcase-files', 'change') && actor.agencyId !== '' && actor.folders.length > 0,
    often: true,
    title: 'Cargar archivos',
    href: '/briefcase/list-briefcase?cargar=1#cargar',
    words: 'subir adjuntar documento nuevo archivo maletín',
  },
  {
    menu: 'settings-identity',
    title: 'Configuración general',
    href: '/settings/general',
    words: 'ajustes nombre logotipo sesión límite de carga',
  },
  {
    menu: 'settings-identity',
    title: 'Menú lateral',
    href: '/settings/sidebar',
    words: 'ajustes nombres orden ocultar iconos entradas grupos',
  },
  {
    menu: 'settings-constants',
    title: 'Constantes de mantenimiento',
    href: '/settings/constants',
    words: 'ajustes estados extensiones validadores',
  },
  { menu: 'settings-machinery', title: 'Estado de los trabajos', href: '/settings/jobs', words: 'ajustes colas segundo plano reintentar' },
  {
    menu: 'settings-machinery',
    title: 'Estado del modelo de lectura',
    href: '/settings/read-model',
    words: 'ajustes datos al día verificar reconstruir',
  },
  {
    menu: 'briefcase-reports',
    title: 'Movimientos de archivos',
    href: '/reports/file-events',
    words: 'reporte quién cargó vio imprimió descargó bitácora ver',
  },
  { menu: 'briefcase-reports', title: 'Lecturas obligatorias', href: READINGS_URL, words: 'reporte quién leyó confirmó pendiente ver' },
  { menu: 'users', ...ROLES, words: 'permisos acceso ajustes' },
  {
    menu: 'users',
    isFor: ({ role }) => role === ADMIN_ROLE,
    title: 'Nuevo rol',
    href: `${ROLES.href}/new`,
    words: `${CREATE_WORDS} permisos acceso menús`,
  },
  {
    menu: 'document-permissions',
    isFor: ({ role }) => role === ADMIN_ROLE,
    title: 'Nuevo conjunto de permisos',
    href: '/maintenance/digitalization/document-permissions/list-document-permissions/new',
    words: `${CREATE_WORDS} acceso digitalización tipo de documento`,
  },
  {
    menu: 'document-permissions',
    title: 'Ver como',
    href: '/maintenance/digitalization/document-permissions/simulate',
    words: 'simular permisos persona acceso documentos',
  },
  { title: 'Mis vistas', href: VIEWS_URL, words: 'guardadas listas filtros compartidas' },
  { title: 'Mis exportaciones', href: EXPORTS_URL, words: 'descargar archivo grande excel csv exportar' },
  { title: 'Mi cuenta', href: ACCOUNT, words: 'perfil teléfono sesiones contraseña clave tema oscuro preferencias' },
  { title: 'Avisos', href: ALERTS_URL, words: 'notificaciones alertas campana menciones sin leer' },
  // The parts of Mi cuenta.
  { title: 'Perfil', href: `${ACCOUNT}#perfil`, words: 'mis datos nombre teléfono rol agencia puesto carpetas' },
  {
    title: 'Segundo factor',
    href: `${ACCOUNT}#factores`,
    words: 'verificación en dos pasos autenticación llave de acceso passkey huella código de recuperación seguridad 2fa mfa',
  },
  { title: 'Avisos por correo', href: `${ACCOUNT}#avisos`, words: 'notificaciones alertas correo electrónico email preferencias' },
  { title: 'Sesiones abiertas', href: `${ACCOUNT}#sesiones`, words: 'dispositivos equipos cerrar las demás seguridad' },
  { title: 'Accesos para programas', href: `${ACCOUNT}#programas`, words: 'token api clave excel power bi' },
  { title: 'Apariencia', href: `${ACCOUNT}#apariencia`, words: 'tema modo colores noche filas por página preferencias' },
  { title: 'Cambiar contraseña', href: `${ACCOUNT}#campo-currentPassword`, words: 'clave nueva' },
  { title: 'Tema oscuro', ...theme('dark') },
  { title: 'Tema claro', ...theme('light') },
  { title: 'Tema según el sistema', ...theme('system') },
  // After the theme: somebody who types «tema sistema» and Enter does not want to sign out.
  {
    title: 'Cerrar sesión',
    href: ACCOUNT,
    post: { action: '/logout', fields: {} },
    words: 'salir del sistema portal terminar desconectar',
  },
];

/**
 * What the person may do and a search asks for, by its words or synonyms: first the exact title, then its words in another order, then
 * titles that begin like the search, then acts, then screens.
 * Without a search, what people do most.
 */
export function findActions(sources: ActionSources, actor: Staff, q: string, now: Date, menu: MenuArrangement | null): Action[] {
  const terms = searchTerms(q);
  const fixed = fixedOf(actor);
  const often = fixed.filter((action) => action.often);
  const rest = fixed.filter((action) => !action.often);
  const views: KnownAction[] = sources.views.map(({ title, list, href }) => ({
    title,
    detail: list,
    href,
    words: 'vista guardada lista filtro',
  }));
  const roles: KnownAction[] = sources.roles.map(({ id, title }) => ({
    title,
    detail: ROLES.title,
    href: `${ROLES.href}/${encodeURIComponent(id)}`,
    words: 'rol permisos acceso',
  }));
  const activities = [
    ...views,
    ...often,
    ...creationsOf(sources, actor),
    ...rest,
    ...roles,
    ...(terms.length === 0 ? [] : reportsOf(sources, actor, now)),
  ];
  const all = terms.length === 0 ? activities : [...activities, ...screensOf(sources, actor, menu)];
  const texts = all.map((action) => ({ action, text: searchText([action.title, action.detail, action.words]) }));
  const exact = texts.filter(({ text }) => terms.every((term) => containsTerm(text, term)));
  const periodActions = findPeriodActions(sources, actor, q, now);
  const isClose = exact.length === 0 && periodActions.length === 0;
  const found = isClose ? texts.filter(({ text }) => terms.every((term) => containsCloseTerm(text, term))) : exact;
  const acts = found
    .map(({ action: { title, detail, href, post } }) => ({
      title,
      detail,
      href,
      ...(post && { post }),
      ...(isClose && { close: true as const }),
    }))
    .sort((a, b) => nearnessOfTitle(b.title, q) - nearnessOfTitle(a.title, q))
    .slice(0, ACTIONS_SHOWN);
  // «Mes anterior» of a report is in both.
  return [...acts, ...periodActions.filter(({ href }) => acts.every((act) => act.href !== href))];
}

function creationsOf({ lists }: ActionSources, actor: Staff): KnownAction[] {
  return lists.flatMap(({ menu, creation }) =>
    creation && may(actor, menu, 'change') ? [{ ...creation, detail: menuTitle(menu), words: CREATE_WORDS }] : [],
  );
}

function fixedOf(actor: Staff): KnownAction[] {
  return FIXED_ACTIONS.filter(({ menu, isFor }) => (menu === undefined || canOpen(actor, menu)) && (isFor?.(actor) ?? true)).map(
    ({ menu, title, href, post, words, often }) => ({
      title,
      href,
      words,
      detail: menu ? menuTitle(menu) : '',
      ...(post && { post }),
      ...(often && { often }),
    }),
  );
}

function reportsOf({ reports }: ActionSources, actor: Staff, now: Date): KnownAction[] {
  const periods = datePresets(now).filter(({ id }) => PERIODS.has(id));
  return reports
    .filter(({ menu }) => canOpen(actor, menu))
    .flatMap(({ title, url, menu, days }) => {
      const shared = { detail: menuTitle(menu), words: 'reporte informe estadística ver' };
      return [
        { ...shared, title, href: url },
        // Reports on the present state have no periods.
        ...(days === 'none' ? [] : periods).map(({ id, label, from, to }) => ({
          ...shared,
          words: `${shared.words} ${PERIODS.get(id)}`,
          title: `${title}, ${label.toLocaleLowerCase('es')}`,
          href: `${url}?${new URLSearchParams({ from, to }).toString()}`,
        })),
      ];
    });
}

/**
 * Lists and reports of the days that were typed, if the rest of the search matches them, in menu order: every list, and as many reports as
 * there is room for.
 */
function findPeriodActions({ lists, reports }: ActionSources, actor: Staff, q: string, now: Date): Action[] {
  const period = parseTypedPeriod(q, now);
  if (period === null) return [];
  const terms = searchTerms(period.words);
  const matching = (places: readonly { menu: MenuId; title: string; url: string }[]) =>
    places
      .filter(({ menu, title }) => {
        const searchable = searchText([title, menuTitle(menu), 'reporte lista ver']);
        return canOpen(actor, menu) && terms.every((term) => containsTerm(searchable, term));
      })
      .sort((a, b) => MENU_IDS.indexOf(a.menu) - MENU_IDS.indexOf(b.menu));
  const matchingLists = matching(lists.flatMap(({ menu, title, url, hasDays }) => (hasDays && url !== null ? [{ menu, title, url }] : [])));
  const matchingReports = matching(reports.filter(({ days }) => days !== 'none'));
  return [...matchingLists, ...matchingReports].slice(0, Math.max(ACTIONS_SHOWN, matchingLists.length)).map(({ menu, title, url }) => ({
    title: `${title}, ${period.name}`,
    detail: menuTitle(menu),
    href: `${url}?${new URLSearchParams({ from: period.from, to: period.to }).toString()}`,
  }));
}

/** Also finds screens by the portal's own names and by the titles that their pages show, and screens that the sidebar does not show. */
function screensOf({ lists }: ActionSources, { menus }: Staff, arrangement: MenuArrangement | null): KnownAction[] {
  const shown = (id: string) => lists.filter(({ menu }) => menu === id).map(({ title }) => title);
  return arrangeMenu(visibleMenu(menus), arrangement, { withHidden: true }).flatMap((group) =>
    group.options.map(({ id, title, href }) => ({
      title,
      href,
      detail: group.title,
      words: ['ir abrir ver', deliveredTitle(id), ...shown(id)].join(' '),
    })),
  );
}
