import { catalogTitle, recordPageUrl, recordsPlace, type CatalogDefinition } from '../../catalogs/definition.ts';
import { CATALOGS } from '../../catalogs/registry.ts';
import { capitalize } from '../../domain/grammar.ts';
import type { MenuId } from '../../domain/menu.ts';

/** What audit entries tell of: documents of one collection, by what people call them. */
export interface TargetKind {
  /** Path of the collection, `*` for the ids of records above. */
  place: string;
  /** One of them, and all of them: "Agencia", "Agencias". */
  one: string;
  all: string;
  /** Where somebody with the menu opens one; null when they have no page. Takes the ids of the path. */
  page: { menu: MenuId; href: (ids: readonly string[]) => string } | null;
  /** Table and column of their names now, by the last id of the path. */
  names: { table: string; column: string } | null;
}

const under = (menu: MenuId, url: string): TargetKind['page'] => ({
  menu,
  href: (ids) => `${url}/${encodeURIComponent(ids.at(-1) ?? '')}`,
});
const at = (menu: MenuId, url: string): TargetKind['page'] => ({ menu, href: () => url });

function catalogKind(definition: CatalogDefinition): TargetKind {
  const { id, menu, parent, noun, titleField } = definition;
  const one = capitalize(noun.singular);
  const href = ([first = '', last = first]: readonly string[]) => recordPageUrl(definition, first, last);
  // Sub-collections have the id above in their rows' ids.
  const names = parent ? null : { table: id, column: titleField };
  return { place: recordsPlace(definition), one, all: catalogTitle(definition), page: { menu, href }, names };
}

const OTHERS: readonly TargetKind[] = [
  {
    place: 'maletin_archivos',
    one: 'Archivo',
    all: 'Archivos del Maletín',
    page: under('briefcase-files', '/briefcase/files'),
    names: { table: 'maletin_archivos', column: 'nombre' },
  },
  {
    place: 'cotizaciones',
    one: 'Prospección',
    all: 'Prospecciones',
    page: under('quotes', '/quotes/list-quotes'),
    names: { table: 'cotizaciones', column: 'nombre' },
  },
  {
    place: 'usuarios',
    one: 'Usuario',
    all: 'Usuarios',
    page: under('users', '/users/list-users'),
    names: { table: 'usuarios', column: 'name' },
  },
  {
    place: 'accesos_programas',
    one: 'Acceso para programas',
    all: 'Accesos para programas',
    page: at('users', '/settings/tokens'),
    names: { table: 'accesos_programas', column: 'nombre' },
  },
  { place: 'roles', one: 'Rol', all: 'Roles', page: at('users', '/settings/roles'), names: { table: 'roles', column: 'title' } },
  {
    place: 'permisos_rol',
    one: 'Permisos del rol',
    all: 'Permisos de roles',
    page: under('users', '/settings/roles'),
    names: null,
  },
  { place: 'configuracion', one: 'Configuración', all: 'Configuración', page: at('settings-identity', '/settings/general'), names: null },
  { place: 'menu', one: 'Menú lateral', all: 'Menú lateral', page: at('settings-identity', '/settings/sidebar'), names: null },
  {
    place: 'constantes',
    one: 'Constantes',
    all: 'Constantes de mantenimiento',
    page: under('settings-constants', '/settings/constants'),
    names: null,
  },
  { place: 'imagenes', one: 'Imagen', all: 'Imágenes', page: null, names: null },
  {
    place: 'documentos',
    one: 'Documento digitalizado',
    all: 'Documentos digitalizados',
    page: under('digitalization-documents', '/digitalization-documents/list-digitalization-docs'),
    names: { table: 'documentos', column: 'documentName' },
  },
  {
    place: 'permisos_documentos',
    one: 'Conjunto de permisos',
    all: 'Permisos de documentos',
    page: under('document-permissions', '/maintenance/digitalization/document-permissions/list-document-permissions'),
    names: { table: 'permisos_documentos', column: 'title' },
  },
  {
    place: 'PACKAGES',
    one: 'Paquete',
    all: 'Paquetes',
    page: under('packages-sent', '/maintenance/digitalization/packagesShips/send/list-packages'),
    names: { table: 'packages', column: 'code' },
  },
  {
    place: 'reportes_programados',
    one: 'Reporte programado',
    all: 'Reportes programados',
    page: under('reports', '/reports/schedules'),
    names: { table: 'reportes_programados', column: 'title' },
  },
  {
    place: 'reportes_ejecuciones',
    one: 'Ejecución de reporte',
    all: 'Ejecuciones de reportes',
    page: under('reports', '/reports/runs'),
    names: null,
  },
  { place: 'exportaciones', one: 'Exportación', all: 'Exportaciones', page: null, names: null },
  { place: 'trabajos', one: 'Trabajo', all: 'Trabajos', page: at('settings-machinery', '/settings/jobs'), names: null },
  {
    place: 'modelo_lectura',
    one: 'Modelo de lectura',
    all: 'Modelo de lectura',
    page: at('settings-machinery', '/settings/read-model'),
    names: null,
  },
];

export const TARGET_KINDS: readonly TargetKind[] = [...Object.values(CATALOGS).map(({ definition }) => catalogKind(definition)), ...OTHERS];

const BY_PLACE: ReadonlyMap<string, TargetKind> = new Map(TARGET_KINDS.map((kind) => [kind.place, kind]));

/** What a path leads to: its kind, when the portal knows it, and the ids in it. */
export interface Target {
  kind: TargetKind | null;
  ids: readonly string[];
}

export function readTarget(path: string): Target {
  const segments = path.split('/');
  const ids = segments.filter((_segment, index) => index % 2 === 1);
  const place = segments.map((segment, index) => (index % 2 === 1 ? '*' : segment)).join('/');
  return { kind: BY_PLACE.get(place.replace(/\/\*$/, '')) ?? null, ids };
}

/** "Agencia", or the collection's own name. */
export function targetWord(path: string): string {
  return readTarget(path).kind?.one ?? path.split('/')[0] ?? '';
}
