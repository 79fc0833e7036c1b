import { formatCount } from '#server/domain/text.ts';
import { DEFAULT_MENUS, DEFAULT_ROLES } from '#server/domain/roles.ts';
import { actsOf } from '#server/domain/menu-acts.ts';
import { menuArea, menuHref, MENU_IDS, menuName, type MenuId } from '#server/domain/menu.ts';
import type { Doc, World } from '../random-documents.ts';
import { byMonth, byPerson, byWords, dayOfField, flag, sum, tally, text, type Recount } from '../recounted.ts';

const happenedOn = dayOfField('at');
const ACTIONS = {
  'REGISTRO CREADO': 'Registro creado',
  'REGISTRO MODIFICADO': 'Registro modificado',
  'SESIÓN INICIADA': 'Sesión iniciada',
  'DATOS EXPORTADOS': 'Datos exportados',
  '': 'Sin acción',
};
/** Actions among them that Seguridad counts, by its kind. */
const SECURITY = new Map([
  ['SESIÓN INICIADA', 'entradas'],
  ['DATOS EXPORTADOS', 'exportaciones'],
]);
const kindOf = (doc: Doc) => SECURITY.get(text('action')(doc)) ?? '';
const DATABASES = { main: 'Principal', digitalization: 'Digitalización' };

const audit = tally({
  collection: 'auditoria',
  all: true,
  // Nobody changes anything by signing in or taking data away.
  among: (doc) => !['entradas', 'exportaciones'].includes(kindOf(doc)),
  day: happenedOn,
  groups: {
    person: byPerson('user'),
    action: byWords(text('action'), ACTIONS),
    month: byMonth(happenedOn),
    database: byWords(({ database }) => database, DATABASES),
  },
  filters: { user: text('user'), action: text('action'), database: ({ database }) => database },
});

const security = tally({
  collection: 'auditoria',
  all: true,
  among: (doc) => kindOf(doc) !== '',
  day: happenedOn,
  groups: { action: byWords(text('action'), ACTIONS), person: byPerson('user'), month: byMonth(happenedOn) },
  filters: { user: text('user'), kind: kindOf, action: text('action') },
});

interface Role {
  id: string;
  title: string;
  menus: readonly string[];
  withheld: readonly unknown[];
}

const ADMIN_KEEPS = ['home', 'users', 'settings', 'audit'];

/** Roles in use: the default ones, and those that documents define. */
function rolesOf(world: World): Role[] {
  const labels = world.all('roles');
  const stored = world.all('permisos_rol');
  const ids = new Set([...labels.map(({ id }) => id), ...DEFAULT_ROLES.map(({ id }) => id), ...stored.map(({ id }) => id)]);
  return [...ids].flatMap((id) => {
    const label = labels.find((one) => one.id === id);
    if (label && !flag('isActive')(label)) return [];
    const title = DEFAULT_ROLES.find((role) => role.id === id)?.title ?? id;
    return [{ id, title: (label && text('title')(label)) || title, menus: menusOf(id, world), withheld: withheldFrom(id, world) }];
  });
}

function menusOf(id: string, world: World): string[] {
  const menus = new Set([...storedMenus(id, world), ...(id === 'admin' ? ADMIN_KEEPS : [])]);
  // Roles stored when Configuración was a single permission have each of its parts.
  return MENU_IDS.filter((menu) => menus.has(menu) || (menus.has('settings') && menu.startsWith('settings-')));
}

/** Nothing can be withheld from administrators. */
function withheldFrom(id: string, world: World): readonly unknown[] {
  const withheld = world.active('permisos_rol').find((one) => one.id === id)?.data['accionesNegadas'];
  return Array.isArray(withheld) && id !== 'admin' ? withheld : [];
}

/** A deleted or deactivated document gives no menus; without any document, those of a new installation apply. */
function storedMenus(id: string, world: World): readonly unknown[] {
  const document = world.all('permisos_rol').find((one) => one.id === id);
  if (!document) return world.wasDeleted('permisos_rol', id) ? [] : defaultMenus(id);
  const { menus } = document.data;
  return flag('isActive')(document) && Array.isArray(menus) ? menus : [];
}

function defaultMenus(id: string): readonly string[] {
  return Object.entries(DEFAULT_MENUS).find(([role]) => role === id)?.[1] ?? [];
}

const atWork = (world: World): Doc[] => world.active('usuarios').filter(flag('state'));

const roleMenus: Recount = {
  filters: {},
  count(world) {
    // People's documents may write the role in capitals.
    const peopleOf = (id: string) => atWork(world).filter((doc) => text('role')(doc).toLowerCase() === id).length;
    const roles = rolesOf(world).filter(({ menus }) => menus.length > 0);
    const rows = roles.flatMap(({ id, title, menus, withheld }) =>
      MENU_IDS.filter((menu) => menus.includes(menu)).map((menu) => ({
        key: `${id}/${menu}`,
        id: `${id}/${menu}`,
        role: title,
        people: peopleOf(id),
        area: menuArea(menu),
        screen: menuName(menu),
        ...mayOn(menu, withheld),
        address: menuHref(menu),
      })),
    );
    return {
      rows,
      totals: {},
      figures: [formatCount(rows.length), formatCount(roles.length), formatCount(sum(roles.map(({ id }) => peopleOf(id))))],
    };
  },
};

/** '' for acts that the screen does not have. */
function mayOn(menu: MenuId, withheld: readonly unknown[]): Record<string, string> {
  return Object.fromEntries(
    ['change', 'delete', 'export'].map((act) => {
      const isThere = actsOf(menu).some((one) => one === act);
      return [act, isThere ? (withheld.includes(`${menu}:${act}`) ? 'No' : 'Sí') : ''];
    }),
  );
}

const KNOWN_ACTIONS = ['create', 'view', 'print', 'download', 'edit'];

const setTypes: Recount = {
  filters: {},
  count(world) {
    const rows = world.active('permisos_documentos').flatMap((set) =>
      entriesOf(set.data['permissions']).flatMap(([category, types]) =>
        entriesOf(types).flatMap(([type, listed]) => {
          const given = Array.isArray(listed) ? listed : [];
          // Without view the rest counts for nothing.
          const actions = KNOWN_ACTIONS.filter((action) => given.includes(action) && (action === 'create' || given.includes('view')));
          if (actions.length === 0) return [];
          const id = `${set.id}/${category}/${type}`;
          return [
            {
              key: id,
              id,
              set: text('title')(set) || set.id,
              category: world.textOf('categorias', category, 'nombre') || category,
              type: world.textOf('tipos_documento', type, 'nombre') || type,
              ...Object.fromEntries(KNOWN_ACTIONS.map((action) => [action, actions.includes(action) ? 'Sí' : ''])),
              people: atWork(world).filter((doc) => doc.data['digitalization_permission_id'] === set.id).length,
            },
          ];
        }),
      ),
    );
    return { rows, totals: {}, figures: [formatCount(rows.length), formatCount(new Set(rows.map(({ id }) => id.split('/')[0])).size)] };
  },
};

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : [];
}

export const PEOPLE_RECOUNTS: Readonly<Record<string, Recount>> = {
  'audit-activity': audit,
  security,
  'role-menus': roleMenus,
  'permission-set-types': setTypes,
};
